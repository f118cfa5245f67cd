package chart

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// sales has a text, a date, a number, a yes and no, and a period as text.
func sales() *table.Table {
	day := func(s string) table.Value { v, _ := table.Parse(table.Date, s); return v }
	return &table.Table{
		Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "day", Kind: table.Date}, {Name: "revenue", Kind: table.Float},
			{Name: "online", Kind: table.Bool}, {Name: "month", Kind: table.Text}, {Name: "net.total", Kind: table.Int}},
		Rows: []table.Row{
			{table.NewText("North"), day("2025-01-31"), table.NewFloat(10.5), table.NewBool(true), table.NewText("2025-01"), table.NewInt(1)},
			{table.NewText("South"), day("2025-02-28"), table.NewFloat(7), table.NewBool(false), table.NewText("2025-02"), table.NewInt(2)},
		},
	}
}

func TestValidate(t *testing.T) {
	bar := func(x, y string) string { return `{"mark":"bar","encoding":{"x":` + x + `,"y":` + y + `}}` }
	const region, revenue = `{"field":"region","type":"nominal"}`, `{"field":"revenue","type":"quantitative"}`
	for name, c := range map[string]struct {
		spec string
		code fault.Code // "" means accepted
		says string
	}{
		"bar":                      {spec: bar(region, revenue)},
		"named data":               {spec: `{"data":{"name":"result"},"mark":"bar","encoding":{"x":` + region + `}}`},
		"older version":            {spec: `{"$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":"bar"}`},
		"period as text":           {spec: bar(`{"field":"month","type":"temporal","timeUnit":"yearmonth"}`, revenue)},
		"escaped name":             {spec: bar(region, `{"field":"net\\.total","type":"quantitative"}`)},
		"calculated":               {spec: `{"transform":[{"calculate":"datum.revenue * 2 > 10 ? 'high' : lower(datum['region'])","as":"level"}],"mark":"bar","encoding":{"x":{"field":"level","type":"nominal"}}}`},
		"folded":                   {spec: `{"transform":[{"fold":["revenue","net\\.total"]}],"mark":"bar","encoding":{"x":{"field":"key","type":"nominal"},"y":{"field":"value","type":"quantitative"}}}`},
		"count of a text":          {spec: bar(region, `{"aggregate":"distinct","field":"region","type":"quantitative"}`)},
		"parameter":                {spec: `{"params":[{"name":"least","value":5}],"transform":[{"filter":"datum.revenue > least"}],"mark":"point","encoding":{"x":` + revenue + `}}`},
		"events":                   {spec: `{"params":[{"name":"brush","select":{"type":"interval","on":"[pointerdown[event.shiftKey], pointerup] > pointermove"}}],"mark":"point","encoding":{"x":` + revenue + `}}`},
		"no JSON":                  {spec: `{`, code: Invalid, says: "not JSON"},
		"a list":                   {spec: `[]`, code: Invalid, says: "not a JSON object"},
		"deep":                     {spec: strings.Repeat(`{"layer":[`, 60) + strings.Repeat(`]}`, 60), code: Invalid, says: "too deeply"},
		"large":                    {spec: `{"description":"` + strings.Repeat("x", maxSpecBytes) + `"}`, code: Invalid, says: "too large"},
		"unknown mark":             {spec: `{"mark":"barr"}`, code: Invalid, says: "barr"},
		"unknown channel":          {spec: `{"mark":"bar","encoding":{"xx":` + region + `}}`, code: Invalid, says: `"xx"`},
		"Vega":                     {spec: `{"$schema":"https://vega.github.io/schema/vega/v6.json","marks":[]}`, code: Unsafe, says: "does not name Vega-Lite"},
		"url":                      {spec: `{"data":{"url":"https://example.com/x.csv"},"mark":"bar"}`, code: Unsafe, says: "loads data from outside"},
		"url in a layer":           {spec: `{"layer":[{"data":{"url":"x.csv"},"mark":"bar"}]}`, code: Unsafe, says: "/layer/data loads data"},
		"url in a lookup":          {spec: `{"transform":[{"lookup":"region","from":{"data":{"url":"x"},"key":"id","fields":["a"]}}],"mark":"bar"}`, code: Unsafe, says: "loads data from outside"},
		"inline":                   {spec: `{"data":{"values":[1]},"mark":"bar"}`, code: Unsafe, says: "holds data of its own"},
		"datasets":                 {spec: `{"datasets":{"x":[1]},"mark":"bar"}`, code: Unsafe, says: "holds data of its own"},
		"other name":               {spec: `{"data":{"name":"x"},"mark":"bar"}`, code: Unsafe, says: "not there"},
		"reader":                   {spec: `{"data":{"name":"result","format":{"type":"csv"}},"mark":"bar"}`, code: Unsafe, says: "how to read a file"},
		"image":                    {spec: `{"mark":{"type":"image"},"encoding":{"x":` + region + `}}`, code: Unsafe, says: "images from outside"},
		"image in a tooltip":       {spec: `{"mark":"bar","encoding":{"tooltip":[{"field":"region","title":"image"}]}}`, code: Unsafe, says: "images from outside"},
		"href":                     {spec: `{"mark":"bar","encoding":{"href":` + region + `}}`, code: Unsafe, says: "links to something outside"},
		"embed options":            {spec: `{"usermeta":{"embedOptions":{"loader":{}}},"mark":"bar"}`, code: Unsafe, says: "options of the page"},
		"signal":                   {spec: `{"width":{"signal":"x"},"mark":"bar"}`, code: Unsafe, says: "signal"},
		"call":                     {spec: `{"transform":[{"filter":"open('x')"}],"mark":"bar"}`, code: Unsafe, says: "function open is not allowed"},
		"method":                   {spec: `{"transform":[{"calculate":"datum.region.constructor","as":"x"}],"mark":"bar"}`, code: Unsafe, says: "constructor is not allowed"},
		"name":                     {spec: `{"transform":[{"calculate":"window","as":"x"}],"mark":"bar"}`, code: Unsafe, says: "window is not known"},
		"inside logic":             {spec: `{"transform":[{"filter":{"and":["datum.revenue > 1",{"not":"now() > 1"}]}}],"mark":"bar"}`, code: Unsafe, says: "function now is not allowed"},
		"in a filter of an event":  {spec: `{"params":[{"name":"p","select":{"type":"point","on":"click[open('x')]"}}],"mark":"bar"}`, code: Unsafe, says: "event that is not understood"},
		"paint server":             {spec: `{"mark":{"type":"bar","fill":"URL (http://x)"}}`, code: Unsafe, says: "load something from outside"},
		"paint server, put":        {spec: `{"mark":{"type":"bar","fill":{"expr":"'ur' + 'l(x)'"}}}`, code: Unsafe, says: "colours from the data"},
		"colours of the data":      {spec: `{"mark":"bar","encoding":{"color":{"field":"region","type":"nominal","scale":null}}}`, code: Unsafe, says: "colours from the data"},
		"format type":              {spec: `{"mark":"bar","encoding":{"x":{"field":"region","type":"nominal","axis":{"formatType":"open"}}}}`, code: Unsafe, says: "function that is not known"},
		"format type of all":       {spec: `{"config":{"numberFormatType":"open"},"mark":"bar"}`, code: Unsafe, says: "function that is not known"},
		"toggle":                   {spec: `{"params":[{"name":"p","select":{"type":"point","toggle":"event.view.open('x')"}}],"mark":"bar"}`, code: Unsafe, says: "keys and buttons"},
		"element":                  {spec: `{"params":[{"name":"p","value":1,"bind":{"element":"#x"}}],"mark":"bar"}`, code: Unsafe, says: "outside of the chart"},
		"missing column":           {spec: bar(`{"field":"regoin","type":"nominal"}`, revenue), code: fault.VizFieldMismatch, says: "regoin"},
		"missing in an expression": {spec: `{"transform":[{"filter":"datum.sales > 1"}],"mark":"bar"}`, code: fault.VizFieldMismatch, says: "sales"},
		"missing in a group":       {spec: `{"transform":[{"aggregate":[{"op":"count","as":"n"}],"groupby":["area"]}],"mark":"bar"}`, code: fault.VizFieldMismatch, says: "area"},
		"time of a text":           {spec: bar(`{"field":"region","type":"temporal"}`, revenue), code: fault.VizFieldMismatch, says: "no points in time"},
		"sum of a text":            {spec: bar(region, `{"aggregate":"sum","field":"region","type":"quantitative"}`), code: fault.VizFieldMismatch, says: "no sum"},
		"a text as a number":       {spec: bar(region, `{"field":"region","type":"quantitative"}`), code: fault.VizFieldMismatch, says: "no numbers"},
		"unit of a number":         {spec: bar(`{"field":"revenue","timeUnit":"year","type":"ordinal"}`, revenue), code: fault.VizFieldMismatch, says: "no points in time"},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := Validate([]byte(c.spec), sales())
			if c.code == "" {
				if got == nil || len(problems) > 0 {
					t.Fatalf("refused: %+v", problems)
				}
				again, problems := Validate(got, sales())
				if string(again) != string(got) {
					t.Fatalf("not canonical: %s\n%s\n%+v", got, again, problems)
				}
				return
			}
			if got != nil || len(problems) == 0 {
				t.Fatalf("accepted: %s", got)
			}
			p := problems[0]
			if p.Code != c.code || !strings.Contains(p.Message, c.says) || p.Hint == "" || p.Severity != fault.Error {
				t.Errorf("got %+v", p)
			}
		})
	}
}

// Published examples are accepted, or refused for a reason that is true of
// them. They load their data from outside; a second pass puts the result in
// its place, to see what else there is.
func TestPublishedExamples(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	files, err := filepath.Glob(filepath.Join(root, "vega-lite", "*.vl.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, named := range []bool{false, true} {
		counts, examples := map[string]int{}, map[string][]string{}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			example := &table.Table{}
			if named {
				text, example = withResult(t, text)
			}
			got, problems := Validate(text, example)
			reason := "accepted"
			if got == nil {
				reason = kindOfReason(problems[0])
			}
			counts[reason]++
			examples[reason] = append(examples[reason], strings.TrimSuffix(filepath.Base(file), ".vl.json"))
			if len(problems) > 0 && (problems[0].Message == "" || problems[0].Hint == "") {
				t.Errorf("%s: no reason or no hint: %+v", file, problems[0])
			}
			// Some are published as what a later version may allow.
			future := strings.HasSuffix(file, "_future.vl.json")
			if named && future != (got == nil && problems[0].Code == Invalid) {
				t.Errorf("%s: a published example is judged wrongly: %s", file, problems[0].Message)
			}
		}
		t.Logf("data replaced by the result: %v", named)
		for _, reason := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return counts[b] - counts[a] }) {
			list := examples[reason]
			t.Logf("%4d %s (%s)", counts[reason], reason, strings.Join(list[:min(len(list), 4)], ", "))
		}
	}
}

var specifics = regexp.MustCompile(`^/\S* |"[^"]*"`)

func kindOfReason(d fault.Diagnostic) string {
	return string(d.Code) + ": " + strings.TrimSpace(specifics.ReplaceAllString(d.Message, "… "))
}

// withResult replaces all data of an example by the result, and makes a result
// that has every column that the example uses.
func withResult(t *testing.T, text []byte) ([]byte, *table.Table) {
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var replace func(v any)
	replace = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "datasets")
			if d, ok := v["data"].(map[string]any); ok {
				clear(d)
				d["name"] = DataName
			}
			for _, c := range v {
				replace(c)
			}
		case []any:
			for _, c := range v {
				replace(c)
			}
		}
	}
	replace(root)
	i := &inspector{known: map[string]bool{}}
	i.collect(root)
	i.walk(root, context{})
	result := &table.Table{}
	for _, u := range i.uses {
		name := u.column
		if !u.plain {
			name = firstStep(u.column)
		}
		result.Columns = append(result.Columns, table.Column{Name: name, Kind: table.Text})
	}
	return encode(root), result
}

func FuzzValidate(f *testing.F) {
	f.Add([]byte(`{"mark":"bar","encoding":{"x":{"field":"region","type":"nominal"}}}`))
	f.Add([]byte(`{"transform":[{"filter":"datum.revenue > 1 && indexof([1,2], datum['x']) < 0"}],"layer":[{"mark":{"type":"line","color":{"expr":"'red'"}}}]}`))
	f.Add([]byte(`{"params":[{"name":"a","select":{"type":"interval","on":"[a[event.x],b]>c!"}}],"mark":"arc"}`))
	t := sales()
	f.Fuzz(func(tt *testing.T, spec []byte) {
		got, problems := Validate(spec, t)
		if got == nil && len(problems) == 0 {
			tt.Fatal("refused without a reason")
		}
		if got == nil {
			return
		}
		var root map[string]any
		if err := json.Unmarshal(got, &root); err != nil {
			tt.Fatal(err)
		}
		for _, key := range []string{"datasets", "url", "href"} {
			if _, ok := root[key]; ok {
				tt.Fatalf("%s was accepted", key)
			}
		}
		if again, _ := Validate(got, t); string(again) != string(got) {
			tt.Fatalf("what was accepted is not accepted again: %s", got)
		}
	})
}

func TestWildNumbersAreRefused(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "n", Kind: table.Int}}}
	for _, number := range []string{"1e999999999", "-1e999999999", "1e-999999999", "0e999999999", strings.Repeat("9", 60)} {
		spec, problems := Validate([]byte(`{"mark":{"type":"bar","opacity":`+number+`},"encoding":{}}`), rows)
		if spec != nil || len(problems) == 0 {
			t.Errorf("%s: %s, %v", number, spec, problems)
		}
	}
}
