// Draws pictures of figures, as SVG. Each figure also stands beside or below them as text.

import { h, s } from "./dom.js";

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
  const height = 100;
  const step = WIDTH / Math.max(1, days.length);
  const most = Math.max(...days.map(([, value]) => value), 1e-9);
  const bars = days.map(([name, value], place) => {
    const tall = value ? Math.max(2, (value / most) * height) : 0;
    return s("rect", { class: "usual", x: place * step + step * 0.12, y: height - tall, width: step * 0.76, height: tall },
      s("title", {}, `${name}: ${say(value)}`));
  });
  return h("div", { class: "picture-of-days" },
    h("p", { class: "hint" }, `at most ${say(most)}`),
    s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: "none", class: "columns", role: "img", "aria-label": label }, bars),
    h("p", { class: "ends hint" }, h("span", {}, days[0]?.[0] ?? ""), h("span", {}, days.at(-1)?.[0] ?? "")));
}
