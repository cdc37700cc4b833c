// Draws pictures of figures, as SVG. Each figure also stands beside or below them as text.

import { s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 14;

/** One line: a bar to the usual value, and a thin line on to the slow one. */
export function spanBar(usual, slow, most) {
  const x = (value) => (most ? (value / most) * (WIDTH - 4) : 0);
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "span", "aria-hidden": "true", preserveAspectRatio: "none" },
    s("rect", { class: "ground", x: 0, y: 3, width: WIDTH, height: 8, rx: 4 }),
    s("rect", { class: "slow", x: 0, y: 5, width: Math.max(2, x(slow)), height: 4, rx: 2 }),
    s("rect", { class: "usual", x: 0, y: 3, width: Math.max(2, x(usual)), height: 8, rx: 4 }));
}

/** Columns, one a day; `days` are [name, value]. */
export function columns(days, label, say) {
  const height = 120;
  const step = WIDTH / Math.max(1, days.length);
  const most = Math.max(...days.map(([, value]) => value), 1e-9);
  const bars = days.map(([name, value], place) => {
    const tall = value ? Math.max(2, (value / most) * (height - 24)) : 0;
    return s("rect", { class: "usual", x: place * step + step * 0.12, y: height - 18 - tall, width: step * 0.76, height: tall, rx: 2 },
      s("title", {}, `${name}: ${say(value)}`));
  });
  const text = (x, anchor, words) => s("text", { x, y: height - 4, "text-anchor": anchor }, words);
  return s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "columns", role: "img", "aria-label": label },
    s("line", { class: "axis", x1: 0, x2: WIDTH, y1: height - 17.5, y2: height - 17.5 }), bars,
    text(0, "start", days[0]?.[0] ?? ""), text(WIDTH, "end", days.at(-1)?.[0] ?? ""),
    s("text", { x: 0, y: 9, "text-anchor": "start" }, say(most)));
}
