// Draws the charts of the page from the specifications in it, in the colours
// that the reader prefers, and lights what a figure of a story comes from.
"use strict";
(function () {
  const { themes, charts } = JSON.parse(document.getElementById("data").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const views = new Map();

  const refuse = () => Promise.reject(new Error("nothing is loaded from outside"));
  const loader = { options: {}, load: refuse, sanitize: refuse, http: refuse, file: refuse };

  // A chart of one view fills the column; others have the size they ask for.
  function sized(spec, width) {
    if (!spec.mark && !spec.layer) return spec;
    return { ...spec, width, autosize: { type: "fit-x", contains: "padding" } };
  }

  async function draw(figure) {
    const number = figure.dataset.chart;
    const config = dark.matches ? themes.dark : themes.light;
    const spec = sized(structuredClone(charts[number]), figure.clientWidth);
    try {
      const compiled = vegaLite.compile(spec, { config }).spec;
      const view = new vega.View(vega.parse(compiled, {}, { ast: true }), { expr: evaluator, renderer: "svg", hover: false, loader });
      views.get(number)?.finalize();
      views.set(number, view);
      await view.initialize(figure).runAsync();
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

  // A mark shows a row if they agree on all columns that both have.
  function shows(datum, row) {
    const shared = Object.keys(row).filter((key) => key in datum);
    return shared.length > 0 && shared.every((key) => String(datum[key]) === String(row[key]) || +datum[key] === +new Date(row[key]));
  }

  function light(ref, on) {
    const cell = ref.closest("article");
    const rows = ref.dataset.rows === "" ? [] : ref.dataset.rows.split(" ").map(Number);
    const lines = cell.querySelectorAll("tbody tr");
    rows.forEach((row) => lines[row]?.classList.toggle("lit", on));
    const figure = cell.querySelector(".chart");
    if (!figure || !views.has(figure.dataset.chart)) return;
    const data = charts[figure.dataset.chart].datasets.result;
    const marks = [...figure.querySelectorAll(".mark-rect.role-mark > *, .mark-symbol.role-mark > *, .mark-arc.role-mark > *")];
    const lit = marks.map((mark) => rows.some((row) => data[row] && shows(mark.__data__?.datum ?? {}, data[row])));
    if (!on || lit.includes(true)) marks.forEach((mark, i) => mark.classList.toggle("faded", on && !lit[i]));
  }

  for (const ref of document.querySelectorAll(".ref")) {
    ref.addEventListener("pointerenter", () => light(ref, true));
    ref.addEventListener("pointerleave", () => light(ref, false));
    ref.addEventListener("focus", () => light(ref, true));
    ref.addEventListener("blur", () => light(ref, false));
  }
})();
