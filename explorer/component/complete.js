// Completion for the text area with a given label: words are offered while one is typed, and put at the cursor.
// The text area stays Streamlit's own; a chosen word is typed into it as a person would.

const SHOWN = 9;
const WORD = /[\p{L}\p{N}_:・－ー《》-]+$/u;
const fold = (text) => text.normalize("NFKC").toLowerCase();

function offers(words, typed) {
  const wanted = fold(typed.replace(/[《》]/g, ""));
  if (!wanted) return [];
  const found = [[], [], []];
  for (const word of words) {
    const names = word.names;
    const tier = names.some((n) => n === wanted) ? 0 : names.some((n) => n.startsWith(wanted)) ? 1
      : names.some((n) => n.includes(wanted) || n.includes(`:${wanted}`)) ? 2 : -1;
    if (tier >= 0 && word.put !== typed) found[tier].push(word);
    if (found[0].length + found[1].length > 4 * SHOWN) break;
  }
  return found.flat().slice(0, SHOWN);
}

function put(area, from, to, text) {
  const value = area.value.slice(0, from) + text + area.value.slice(to);
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
  set.call(area, value);
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.setSelectionRange(from + text.length, from + text.length);
}

export default function (component) {
  const { data, parentElement } = component;
  const host = parentElement.querySelector(".sai-complete");
  const box = host.querySelector("ul");
  box.setAttribute("aria-label", data.texts.label);
  const words = data.words.map(([text, names, kind]) => ({ put: text, shown: names.split("\n"), kind,
    names: names.split("\n").map(fold) }));
  let listed = [];
  let at = -1;
  let area = null;
  let quiet = 0;

  const hide = () => {
    box.hidden = true;
    listed = [];
    at = -1;
    area?.setAttribute("aria-expanded", "false");
    area?.removeAttribute("aria-activedescendant");
  };
  const mark = () => {
    [...box.children].forEach((item, n) => item.setAttribute("aria-selected", String(n === at)));
    if (at >= 0) area.setAttribute("aria-activedescendant", box.children[at].id);
  };
  const choose = (n) => {
    const end = area.selectionStart;
    const typed = WORD.exec(area.value.slice(0, end))?.[0] ?? "";
    const word = listed[n];
    hide();
    quiet = 1;
    put(area, end - typed.length, end, word.put);
    area.focus();
  };
  const show = () => {
    if (quiet) {
      quiet = 0;
      return;
    }
    const end = area.selectionStart;
    const typed = area.selectionEnd === end ? WORD.exec(area.value.slice(0, end))?.[0] ?? "" : "";
    const variable = /[?$]$/.test(area.value.slice(0, end - typed.length));
    listed = variable ? [] : offers(words, typed);
    if (!listed.length) return hide();
    box.replaceChildren(...listed.map((word, n) => {
      const item = document.createElement("li");
      item.id = `sai-complete-${n}`;
      item.setAttribute("role", "option");
      const name = document.createElement("b");
      name.textContent = word.shown.find((s) => fold(s).includes(fold(typed))) ?? word.shown[0];
      const rest = document.createElement("span");
      rest.textContent = ` ${word.shown.filter((s) => s !== name.textContent).slice(0, 2).join(" / ")} ${word.kind}`;
      item.append(name, rest);
      item.onmousedown = (event) => {
        event.preventDefault();
        choose(n);
      };
      return item;
    }));
    at = 0;
    box.hidden = false;
    area.setAttribute("aria-expanded", "true");
    mark();
  };
  const key = (event) => {
    if (box.hidden || event.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) at = (at + move + listed.length) % listed.length;
    else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === "Tab") choose(at);
    else if (event.key === "Escape") hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (!box.hidden) mark();
  };
  const typed = (event) => { if (!event.isComposing) show(); };
  const attach = () => {
    const found = [...document.querySelectorAll("textarea")].find((t) => t.getAttribute("aria-label") === data.texts.area);
    if (!found || found === area) return;
    area = found;
    area.setAttribute("aria-autocomplete", "list");
    area.addEventListener("input", typed);
    area.addEventListener("compositionend", show);
    area.addEventListener("keydown", key, true);
    area.addEventListener("blur", hide);
    // What was typed before the words were here is completed, too.
    if (document.activeElement === area && area.value) show();
  };
  const detach = () => {
    if (!area) return;
    area.removeEventListener("input", typed);
    area.removeEventListener("compositionend", show);
    area.removeEventListener("keydown", key, true);
    area.removeEventListener("blur", hide);
    area = null;
  };
  hide();
  attach();
  const watch = setInterval(attach, 500);
  return () => {
    clearInterval(watch);
    detach();
  };
}
