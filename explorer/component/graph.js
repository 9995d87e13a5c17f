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
    dark: isDark(read("--st-background-color", "#ffffff")),
    text: read("--st-text-color", "#1f2430"),
    background: read("--st-background-color", "#ffffff"),
    border: read("--st-border-color", "#c8ccd4"),
    accent: read("--st-primary-color", "#0b5cad"),
    font: style.fontFamily || "sans-serif",
  };
}

// On a dark ground the kinds' colours are mixed with white, so that they stand out as they do on white.
function onGround(color, theme) {
  if (!theme.dark) return color;
  const mixed = [1, 3, 5].map((at) => Math.round(parseInt(color.slice(at, at + 2), 16) * 0.6 + 255 * 0.4));
  return `rgb(${mixed.join(",")})`;
}

function isDark(color) {
  const hex = /^#([0-9a-f]{6})/i.exec(color);
  if (!hex) return false;
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex[1].slice(at, at + 2), 16));
  return 0.3 * r + 0.6 * g + 0.1 * b < 110;
}

function styledNode(node, theme, selected) {
  const hollow = Boolean(node.hollow);
  const ink = onGround(node.color, theme);
  const fill = hollow ? theme.background : ink;
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
      border: chosen ? theme.accent : ink,
      highlight: { background: fill, border: theme.accent },
      hover: { background: fill, border: theme.accent },
    },
    font: {
      color: theme.text,
      face: theme.font,
      size: 14,
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
    color: { color: edge.color ?? (theme.dark ? "#7d8798" : "#8a93a3"), highlight: theme.accent, hover: theme.accent, opacity: 0.95 },
    font: { color: theme.text, face: theme.font, size: 11, strokeWidth: 4, strokeColor: theme.background, align: "middle" },
    arrows: { to: { enabled: true, scaleFactor: 0.55 } },
    smooth: edge.curve ? { enabled: true, type: "curvedCW", roundness: edge.curve } : false,
  };
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// Labels keep a readable size on the screen; where two would cover each other, the node with fewer edges
// keeps its mark and shows its name on hover and in the table.
function relabel(state) {
  const scale = state.network.getScale();
  const size = Math.max(12, Math.min(40, 12.5 / scale));
  const places = state.network.getPositions();
  const selected = state.selected;
  const order = [...state.given].sort((a, b) => (b.id === selected) - (a.id === selected) || b.size - a.size);
  const marks = order.map((node) => {
    const { x, y } = places[node.id];
    return { id: node.id, left: x - node.size, right: x + node.size, top: y - node.size, bottom: y + node.size };
  });
  const taken = [];
  const changes = [];
  for (const node of order) {
    const inside = node.shape === "box" || node.shape === "ellipse"; // these carry their label inside
    const { x, y } = places[node.id];
    const lines = node.label.split("\n");
    const width = Math.max(...lines.map((line) => [...line].reduce((sum, c) => sum + (c > "\u2e7f" ? 1 : 0.56), 0)));
    const half = (width * size) / 2;
    const top = inside ? y - lines.length * size * 0.7 : y + node.size + 2;
    const box = { left: x - half, right: x + half, top, bottom: top + lines.length * size * 1.2 };
    const free =
      node.id === selected ||
      inside ||
      (!taken.some((other) => overlap(other, box)) &&
        !marks.some((mark) => mark.id !== node.id && overlap(mark, box)));
    if (free) taken.push(box);
    changes.push({ id: node.id, label: free ? node.label : " ", font: { size } });
  }
  state.nodes.update(changes);
}

// A rounded ground around the nodes of each community, with its number; it follows nodes that are dragged.
function drawGrounds(state, context) {
  if (!state.grounds?.length) return;
  const places = state.network.getPositions();
  const theme = themeOf(state.root);
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const ground of state.grounds) {
    const points = ground.members.map((id) => places[id]).filter(Boolean);
    if (!points.length) continue;
    const outline = hull(points);
    context.beginPath();
    outline.forEach(({ x, y }, index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    const pale = mixed(ground.colour, theme.dark);
    context.fillStyle = pale;
    context.strokeStyle = pale;
    context.lineWidth = 130;
    context.stroke();
    context.fill();
  }
  const scale = state.network.getScale();
  for (const ground of state.grounds) {
    const points = ground.members.map((id) => places[id]).filter(Boolean);
    if (!points.length) continue;
    const top = points.reduce((a, b) => (b.y < a.y ? b : a));
    context.font = `700 ${Math.max(20, Math.min(90, 20 / scale))}px ${theme.font}`;
    context.fillStyle = theme.text;
    context.textAlign = "center";
    context.fillText(ground.label, top.x, top.y - 34);
  }
  context.restore();
}

function mixed(colour, dark) {
  const ground = dark ? 24 : 255;
  const part = dark ? 0.32 : 0.2;
  const channels = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * part + ground * (1 - part)));
  return `rgb(${channels.join(",")})`;
}

function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list) => {
    const kept = [];
    for (const point of list) {
      while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const outline = [...half(sorted), ...half(sorted.reverse())];
  return outline.length ? outline : [sorted[0]];
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
  state.network.on("beforeDrawing", (context) => drawGrounds(state, context));
  state.network.on("click", (params) => {
    if (params.nodes.length === 1) state.send("select", params.nodes[0]);
  });
  state.network.on("doubleClick", (params) => {
    if (params.nodes.length === 1) state.send("expand", params.nodes[0]);
  });
  // The pointer tells what can be clicked.
  state.network.on("hoverNode", () => (canvasHost.style.cursor = "pointer"));
  state.network.on("blurNode", () => (canvasHost.style.cursor = ""));
  let waiting;
  state.network.on("zoom", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => relabel(state), 120);
  });
  state.network.on("dragEnd", (params) => params.nodes.length && relabel(state));
  state.network.on("animationFinished", () => relabel(state));
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
  relabel(state);
}

function fit(state, animated) {
  state.network.fit({ animation: animated ? { duration: 250 } : false, maxZoomLevel: 1.15 });
  if (state.given) relabel(state);
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
  const frame = state.root.querySelector(".sai-graph");
  frame.style.height = `${Math.min(data.height, Math.max(340, frame.clientWidth * 1.05))}px`;

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
  state.grounds = data.grounds;
  state.selected = data.selected;
  const signature = data.nodes.map((node) => node.id).join("\n") + data.grounds.length;
  if (signature !== state.signature) {
    state.signature = signature;
    fit(state, false);
  }
  if (data.selected && ids.has(data.selected)) state.network.selectNodes([data.selected]);
  else state.network.unselectAll();
  relabel(state);
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
