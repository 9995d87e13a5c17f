// Shows HTML that Python built from escaped values; plain clicks on its links change the page of the app without a
// reload, modified clicks keep the browser's meaning.

const UNMODIFIED = (event) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function isDark(color) {
  const hex = /^#([0-9a-f]{6})/i.exec(color);
  if (!hex) return false;
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex[1].slice(at, at + 2), 16));
  return 0.3 * r + 0.6 * g + 0.1 * b < 110;
}

function sortTable(header) {
  const table = header.closest("table");
  const column = [...header.parentElement.children].indexOf(header);
  const ascending = header.getAttribute("aria-sort") !== "ascending";
  for (const other of header.parentElement.children) other.setAttribute("aria-sort", "none");
  header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const text = (row) => row.children[column]?.textContent.trim() ?? "";
  const compare = new Intl.Collator("ja", { numeric: true }).compare;
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => compare(text(a), text(b)) * (ascending ? 1 : -1));
  body.append(...rows);
}

export default function (component) {
  const { data, parentElement } = component;
  const host = parentElement.querySelector(".sai");
  document.documentElement.lang = data.lang;
  host.classList.toggle("sai-dark", isDark(getComputedStyle(host).getPropertyValue("--st-background-color").trim()));
  if (host.dataset.shown !== data.digest) {
    host.innerHTML = data.html;
    host.dataset.shown = data.digest;
    const target = data.scroll && host.querySelector(data.scroll);
    if (target) {
      const box = target.closest("[data-scrolls]");
      if (box) box.scrollTop = Math.max(0, target.offsetTop - box.clientHeight / 3);
    }
  }
  host.onclick = (event) => {
    const header = event.target.closest("th button");
    if (header) return sortTable(header.closest("th"));
    const link = event.target.closest("a[data-go]");
    if (!link || !UNMODIFIED(event)) return undefined;
    event.preventDefault();
    // As going back and forth does it: one entry in the history, one run of the new page. (A change of page asked for
    // by Python leaves a second entry, the old page with the new parameters, which "back" would end in.)
    history.pushState(null, "", link.href);
    return window.dispatchEvent(new PopStateEvent("popstate"));
  };
}
