// Draws one specification. Runs after Vega is loaded; its value is the function
// that Go calls.
(function () {
  "use strict";

  // Widths of letters in a sans-serif face, in parts of its size. Vega's own
  // guess takes every letter for a wide one, and drops labels that would fit.
  // Which face the reader has is not known: a wide one must fit too.
  const wideFace = 1.1;
  const widths = [
    [/[ijl|!'.,:;]/, 0.28],
    [/[ ftrI()[\]{}\/\\-]/, 0.35],
    [/[mwMW@%]/, 0.88],
    [/[A-Z]/, 0.67],
    [/[0-9$€£+=<>~#&]/, 0.62],
    [/[ -\u024f]/, 0.56],
    [/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/, 1],
    [/[\ud800-\udfff]/, 0.5],
  ];
  const known = new Map();

  function letterWidth(letter) {
    let width = known.get(letter);
    if (width === undefined) {
      const found = widths.find(([letters]) => letters.test(letter));
      width = found ? found[1] : 0.6;
      if (known.size < 4096) known.set(letter, width);
    }
    return width;
  }

  vega.textMetrics.width = function (item, text) {
    let sum = 0;
    const line = String(text === null || text === undefined ? "" : text);
    for (let i = 0; i < line.length; i++) sum += letterWidth(line[i]);
    const bold = item.fontWeight === "bold" || +item.fontWeight >= 600;
    return Math.round(sum * vega.fontSize(item) * wideFace * (bold ? 1.06 : 1));
  };

  return function render(specText, configText) {
    const problems = { outside: false, error: null };

    function refuse() {
      problems.outside = true;
      return Promise.reject(new Error("nothing is loaded from outside"));
    }

    function complain(...words) {
      problems.error = problems.error || words.map(String).join(" ");
      return logger;
    }
    const quiet = () => logger;
    const logger = { level: () => 0, error: complain, warn: quiet, info: quiet, debug: quiet };

    // Vega waits for links that are being checked by asking again later; an
    // animation would ask for ever.
    let turns = 100;
    globalThis.setTimeout = (act) => {
      if (turns-- > 0) Promise.resolve().then(act);
      return 0;
    };

    // Every picture starts from the same state, so that it has the same bytes.
    vega.resetSVGDefIds();
    vega.setRandom(vega.randomLCG(1));

    const spec = JSON.parse(specText);
    const config = configText === "" ? {} : JSON.parse(configText);
    const compiled = vegaLite.compile(spec, { config, logger }).spec;
    const view = new vega.View(vega.parse(compiled, {}, {}), {
      renderer: "none",
      logger,
      loader: { options: {}, load: refuse, sanitize: refuse, http: refuse, file: refuse },
    });
    return view.toSVG().then(
      (picture) => {
        view.finalize();
        return { picture, ...problems };
      },
      (error) => ({ picture: "", ...problems, error: problems.error || String(error) }),
    );
  };
})();
