package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/test/browsertest"
)

// expressions use everything that charts may use.
var expressions = []string{
	"datum.n + 1 - 2 * 3 / 4 % 5", "datum['n'] > 1 && datum.t != 'b' || !datum.n", "-datum.n + +datum.n + (~datum.n)", "datum.n & 6 | 1 ^ 2",
	"datum.n << 2 >> 1 >>> 1", "datum.n === 2 ? 'two' : 'other'", "if(datum.n == 3, 'three', datum.t)", "[1, datum.n][1] + {a: 5, 'b': 6}.b",
	"abs(-1) + ceil(1.2) + floor(1.8) + round(1.5) + sqrt(16) + pow(2, 3) + exp(0) + log(1) + max(1, 2) + min(1, 2)",
	"sin(1) + cos(1) + tan(1) + asin(0.5) + acos(0.5) + atan(0.5) + atan2(1, 2) + hypot(3, 4) + PI + E + SQRT2 + LN2", "clamp(datum.n, 2, 3)",
	"isNaN(NaN) + ',' + isFinite(1) + ',' + isValid(null) + ',' + isNumber(datum.n) + ',' + isString(datum.t)", "upper(datum.t) + lower('X') + trim(' y ')",
	"substring('plumb', 1, 3) + split('a-b', '-')[1] + length('abc') + replace('aa', 'a', 'b')", "test(/^a/, datum.t) + ' ' + test(regexp('B', 'i'), datum.t)",
	"parseInt('12px') + parseFloat('1.5x')", "utcyear(datum.d) + utcmonth(datum.d) + utcdate(datum.d) + utcday(datum.d) + utchours(datum.d) + utcminutes(datum.d)",
	"year(datum.d) + '/' + month(datum.d) + '/' + date(datum.d) + ' ' + hours(datum.d) + time(datum.d)", "utcFormat(datum.d, '%B %Y') + quarter(datum.d)",
	"format(datum.n, ',.2f') + join(['a', 'b'], '+') + slice('plumb', 2) + indexof('plumb', 'm')", "toNumber('5') + toString(6) + toBoolean(1)", "encodeURIComponent('a b')",
	"datum.nothing", "utc(2025, 0, 1) + time(datetime(2025, 0, 1))", "inrange(datum.n, [1, 2])",
}

// ownSpecs are charts of every kind that Plumb chooses, and the expressions.
func ownSpecs(t *testing.T) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	for _, c := range report().Cells {
		if v := viewOf(c); v.Spec != nil {
			list = append(list, v.Spec)
		}
	}
	for _, question := range []string{"as a pie", "as a bar chart", "as a line", "as an area", "stacked bars", "scatter plot", "distribution of revenue", "heat map"} {
		rows, _, err := report().Cells[1].Result.Table()
		if err != nil {
			t.Fatal(err)
		}
		spec := chart.Choose(question, rows, nil).Plan.VegaLite()
		if spec == nil {
			continue
		}
		bound, err := chart.Bind(spec, rows)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, bound)
	}
	for _, e := range expressions {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, json.RawMessage(fmt.Sprintf(`{"data":{"values":[{"n":1,"t":"a","d":1735689600000},{"n":2,"t":"b","d":1751414400000},{"n":3,"t":"c","d":0}]},
			"transform":[{"calculate":%s,"as":"v"}],"mark":"text","encoding":{"x":{"field":"n","type":"ordinal"},"text":{"field":"v"}}}`, text)))
	}
	return list
}

// examples are the published ones, where they are at hand.
func examples(t *testing.T) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	files, err := filepath.Glob(filepath.Join(os.Getenv("PLUMB_EVAL"), "vega-lite", "*.vl.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

// TestEvaluatorDrawsAsVegaDoes draws each chart twice: with functions that Vega
// makes, and with the evaluator. Some examples cannot be drawn without their
// data; then both must say so.
func TestEvaluatorDrawsAsVegaDoes(t *testing.T) {
	needCharts(t)
	drawBoth(t, ownSpecs(t), false)
	for batch := range slices.Chunk(examples(t), 80) {
		drawBoth(t, batch, true)
	}
}

func drawBoth(t *testing.T, specs []json.RawMessage, mayFail bool) {
	t.Helper()
	data, err := json.Marshal(specs)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	page.WriteString("<!DOCTYPE html><meta charset=utf-8><title>Both</title><body>")
	for _, name := range []string{"vega.min.js", "vega-lite.min.js"} {
		b, err := chart.Asset(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "<script>%s</script>", b)
	}
	fmt.Fprintf(&page, "<script>%s</script><script type=application/json id=specs>%s</script><script>const mayFail = %v</script><script>%s</script>", evaluateJS, data, mayFail, bothJS)
	if got, want := visit(t, page.Bytes(), browsertest.Visit{Selectors: []string{"#result"}}).Texts[0], fmt.Sprintf("%d the same", len(specs)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

const bothJS = `(async () => {
	const quiet = { level: () => 0, error: () => quiet, warn: () => quiet, info: () => quiet, debug: () => quiet };
	const loader = { options: {}, load: () => Promise.resolve("[]"), sanitize: () => Promise.resolve({}), http: null, file: null };
	async function draw(spec, own) {
		vega.resetSVGDefIds();
		vega.setRandom(vega.randomLCG(1));
		try {
			const compiled = vegaLite.compile(structuredClone(spec), { logger: quiet }).spec;
			const runtime = own ? vega.parse(compiled, {}, { ast: true }) : vega.parse(compiled);
			return await new vega.View(runtime, { renderer: "none", logger: quiet, loader, ...(own ? { expr: evaluator } : {}) }).toSVG();
		} catch (error) { return String(error); }
	}
	const found = [];
	let same = 0;
	for (const [n, spec] of JSON.parse(document.getElementById("specs").textContent).entries()) {
		const [theirs, ours] = [await draw(spec, false), await draw(spec, true)];
		if (theirs === ours && (mayFail || ours.startsWith("<svg"))) same++;
		else found.push(n + ": " + theirs.slice(0, 100) + " | " + ours.slice(0, 100));
	}
	document.body.insertAdjacentHTML("beforeend", "<p id=result></p>");
	document.getElementById("result").textContent = same + " the same" + found.map((f) => "\n" + f).join("");
})();`
