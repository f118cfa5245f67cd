// Draws the charts of the page as Plumb's own page does, in the colours that the
// reader prefers, and lights what a figure of a story comes from.
"use strict";
(function () {
  const charts = JSON.parse(document.getElementById("data").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const drawn = new Map(); // by the number of the chart: its view, and where its rows stand in it

  const refuse = () => Promise.reject(new Error("nothing is loaded from outside"));
  const loader = { options: {}, load: refuse, sanitize: refuse, http: refuse, file: refuse };

  async function draw(figure) {
    const number = figure.dataset.chart;
    const { chart, result } = charts[number];
    try {
      const spec = plumbCharts.drawnIn(figure.clientWidth, chart, result);
      const compiled = vegaLite.compile(spec, { config: plumbCharts.chartTheme(dark.matches ? "dark" : "light") }).spec;
      const view = new vega.View(vega.parse(compiled, {}, { ast: true }), { expr: evaluator, renderer: "svg", hover: false, loader });
      drawn.get(number)?.view.finalize();
      await view.initialize(figure).runAsync();
      drawn.set(number, { view, points: plumbCharts.pointsOf(view, spec) });
      figure.dataset.drawn = "yes";
    } catch (error) {
      figure.textContent = "This chart cannot be drawn: " + error.message.slice(0, 120);
      figure.dataset.drawn = "no";
    }
  }

  const figures = [...document.querySelectorAll(".chart")];
  const all = () => Promise.all(figures.map(draw));
  all().then(() => { document.documentElement.dataset.ready = "yes"; });
  dark.addEventListener("change", all);
  let width = innerWidth, soon;
  addEventListener("resize", () => {
    clearTimeout(soon);
    if (innerWidth !== width) soon = setTimeout(() => { width = innerWidth; all(); }, 150);
  });

  function light(ref, on) {
    const cell = ref.closest("article");
    const rows = ref.dataset.rows === "" ? [] : ref.dataset.rows.split(" ").map(Number);
    const lines = cell.querySelectorAll("tbody tr");
    rows.forEach((row) => lines[row]?.classList.toggle("lit", on));
    const points = (drawn.get(cell.querySelector(".chart")?.dataset.chart)?.points ?? []).filter((point) => point.element);
    const meant = points.filter((point) => point.rows.some((row) => rows.includes(row)));
    for (const point of points) point.element.classList.toggle("faded", on && meant.length > 0 && !meant.includes(point));
  }

  for (const ref of document.querySelectorAll(".ref")) {
    ref.addEventListener("pointerenter", () => light(ref, true));
    ref.addEventListener("pointerleave", () => light(ref, false));
    ref.addEventListener("focus", () => light(ref, true));
    ref.addEventListener("blur", () => light(ref, false));
  }
})();
