// Draws the nodes and edges that Python computed; positions come from Python, physics stays off.
// Events go back as triggers: {type: "select" | "expand", id, n}.

const instances = new WeakMap();

function whenVisIsReady() {
  if (globalThis.vis?.Network) return Promise.resolve(globalThis.vis);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (globalThis.vis?.Network) {
        clearInterval(timer);
        resolve(globalThis.vis);
      }
    }, 30);
  });
}

function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
  return {
    text: read("--st-text-color", "#1f2430"),
    background: read("--st-background-color", "#ffffff"),
    border: read("--st-border-color", "#c8ccd4"),
    accent: read("--st-primary-color", "#0b5cad"),
    font: style.fontFamily || "sans-serif",
  };
}

function styledNode(node, theme, selected) {
  const hollow = Boolean(node.hollow);
  const fill = hollow ? theme.background : node.color;
  const chosen = node.id === selected;
  return {
    id: node.id,
    label: node.label,
    title: node.title,
    shape: node.shape,
    size: node.size,
    x: node.x,
    y: node.y,
    borderWidth: chosen ? 5 : hollow ? 3 : 1.5,
    borderWidthSelected: 5,
    color: {
      background: fill,
      border: chosen ? theme.accent : node.color,
      highlight: { background: fill, border: theme.accent },
      hover: { background: fill, border: theme.accent },
    },
    font: {
      color: theme.text,
      face: theme.font,
      size: node.fontSize ?? 15,
      strokeWidth: 4,
      strokeColor: theme.background,
      vadjust: -2,
    },
  };
}

function styledEdge(edge, theme, index, quiet) {
  return {
    id: edge.id ?? `edge-${index}`,
    from: edge.from,
    to: edge.to,
    label: quiet ? undefined : edge.label,
    title: edge.title,
    dashes: Boolean(edge.dashes),
    width: edge.width ?? 1.4,
    color: { color: edge.color ?? theme.border, highlight: theme.accent, hover: theme.accent, opacity: 0.95 },
    font: { color: theme.text, face: theme.font, size: 11, strokeWidth: 4, strokeColor: theme.background, align: "middle" },
    arrows: { to: { enabled: true, scaleFactor: 0.55 } },
    smooth: edge.curve ? { enabled: true, type: "curvedCW", roundness: edge.curve } : false,
  };
}

const OPTIONS = {
  physics: false,
  layout: { improvedLayout: false },
  interaction: { hover: true, tooltipDelay: 150, multiselect: false, selectConnectedEdges: true, keyboard: false },
  edges: { smooth: false },
};

function create(vis, root) {
  const canvasHost = root.querySelector(".sai-graph-canvas");
  const state = { vis, root, canvasHost, nodes: new vis.DataSet(), edges: new vis.DataSet(), signature: "", awake: false };
  state.network = new vis.Network(canvasHost, { nodes: state.nodes, edges: state.edges }, OPTIONS);
  // The wheel scrolls the page until the reader has clicked into the graph (or holds Ctrl).
  canvasHost.parentElement.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !state.awake) event.stopPropagation();
    },
    { capture: true },
  );
  canvasHost.addEventListener("pointerdown", () => (state.awake = true));
  canvasHost.addEventListener("pointerleave", () => (state.awake = false));
  state.network.on("click", (params) => {
    if (params.nodes.length === 1) state.send("select", params.nodes[0]);
  });
  state.network.on("doubleClick", (params) => {
    if (params.nodes.length === 1) state.send("expand", params.nodes[0]);
  });
  state.observer = new ResizeObserver(() => {
    if (canvasHost.clientWidth !== state.lastWidth) {
      state.lastWidth = canvasHost.clientWidth;
      state.network.redraw();
      fit(state, false);
    }
  });
  state.observer.observe(canvasHost);
  root.querySelector("[data-do=in]").onclick = () => zoom(state, 1.3);
  root.querySelector("[data-do=out]").onclick = () => zoom(state, 1 / 1.3);
  root.querySelector("[data-do=fit]").onclick = () => fit(state, true);
  root.querySelector("[data-do=png]").onclick = () => savePng(state);
  return state;
}

function zoom(state, factor) {
  state.network.moveTo({ scale: state.network.getScale() * factor });
}

function fit(state, animated) {
  state.network.fit({ animation: animated ? { duration: 250 } : false, maxZoomLevel: 1.15 });
}

function savePng(state) {
  const source = state.root.querySelector("canvas");
  const copy = document.createElement("canvas");
  copy.width = source.width;
  copy.height = source.height;
  const context = copy.getContext("2d");
  context.fillStyle = themeOf(state.root).background;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(source, 0, 0);
  const link = document.createElement("a");
  link.download = "saitei-graph.png";
  link.href = copy.toDataURL("image/png");
  link.click();
}

function update(state, data) {
  const theme = themeOf(state.root);
  const texts = data.texts;
  const canvas = state.root.querySelector("canvas");
  canvas?.setAttribute("role", "img");
  canvas?.setAttribute("aria-label", texts.label);
  for (const button of state.root.querySelectorAll("[data-do]")) {
    button.title = texts[button.dataset.do];
    button.setAttribute("aria-label", texts[button.dataset.do]);
  }
  state.root.querySelector(".sai-graph-hint").textContent = texts.hint;
  state.root.querySelector(".sai-graph").style.height = `${data.height}px`;

  const dragged = state.network.getPositions();
  const before = new Map((state.given ?? []).map((node) => [node.id, node]));
  const quiet = data.edges.length > 24;
  const nodes = data.nodes.map((node) => {
    const styled = styledNode(node, theme, data.selected);
    const old = before.get(node.id);
    // Python's position wins only where Python moved the node; else where the reader dragged it stays.
    if (old && old.x === node.x && old.y === node.y && dragged[node.id]) Object.assign(styled, dragged[node.id]);
    return styled;
  });
  const ids = new Set(nodes.map((node) => node.id));
  state.nodes.remove(state.nodes.getIds().filter((id) => !ids.has(id)));
  state.nodes.update(nodes);
  state.edges.clear();
  state.edges.add(data.edges.map((edge, index) => styledEdge(edge, theme, index, quiet)));
  state.given = data.nodes;
  const signature = data.nodes.map((node) => node.id).join("\n");
  if (signature !== state.signature) {
    state.signature = signature;
    fit(state, false);
  }
  if (data.selected && ids.has(data.selected)) state.network.selectNodes([data.selected]);
  else state.network.unselectAll();
  state.root.querySelector(".sai-graph").dataset.ready = String(data.nodes.length);
}

export default async function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement;
  const vis = await whenVisIsReady();
  let state = instances.get(root);
  if (!state) {
    state = create(vis, root);
    instances.set(root, state);
  }
  let count = 0;
  state.send = (type, id) => setTriggerValue("event", { type, id, n: `${Date.now()}-${count++}` });
  update(state, data);
  return () => {
    state.observer.disconnect();
    state.network.destroy();
    instances.delete(root);
  };
}
