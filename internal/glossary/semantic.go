package glossary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// The semantic layers that are read: metrics of dbt as they were until 1.5, MetricFlow
// (semantic_models and metrics), and Cube (cubes, or views). Keys that say nothing of
// terms are passed over.
type semanticFile struct {
	Metrics []semanticMetric `yaml:"metrics"`
	Models  []semanticModel  `yaml:"semantic_models"`
	Cubes   []cube           `yaml:"cubes"`
}

type semanticMetric struct {
	Name        string   `yaml:"name"`
	Label       string   `yaml:"label"`
	Description string   `yaml:"description"`
	Type        string   `yaml:"type"`
	Params      params   `yaml:"type_params"`
	Filter      any      `yaml:"filter"`
	Model       string   `yaml:"model"`
	Method      string   `yaml:"calculation_method"`
	Expression  string   `yaml:"expression"`
	SQL         string   `yaml:"sql"` // of dbt before 1.3
	Filters     []filter `yaml:"filters"`
	Meta        meta     `yaml:"meta"`
}

type meta struct {
	Owner    string   `yaml:"owner"`
	Synonyms []string `yaml:"synonyms"`
}

type params struct {
	Measure     any    `yaml:"measure"`
	Numerator   any    `yaml:"numerator"`
	Denominator any    `yaml:"denominator"`
	Expr        string `yaml:"expr"`
	Metrics     []any  `yaml:"metrics"`
}

type filter struct {
	Field    string `yaml:"field"`
	Operator string `yaml:"operator"`
	Value    string `yaml:"value"`
	SQL      string `yaml:"sql"` // of Cube
}

type semanticModel struct {
	Name       string    `yaml:"name"`
	Model      string    `yaml:"model"`
	Measures   []measure `yaml:"measures"`
	Dimensions []measure `yaml:"dimensions"`
}

type measure struct {
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	Label       string `yaml:"label"`
	Agg         string `yaml:"agg"`
	Expr        any    `yaml:"expr"` // a number, too: 1
}

type cube struct {
	Name       string       `yaml:"name"`
	Table      string       `yaml:"sql_table"`
	Measures   []cubeMember `yaml:"measures"`
	Dimensions []cubeMember `yaml:"dimensions"`
}

type cubeMember struct {
	Name        string   `yaml:"name"`
	Title       string   `yaml:"title"`
	Description string   `yaml:"description"`
	Type        string   `yaml:"type"`
	SQL         string   `yaml:"sql"`
	Filters     []filter `yaml:"filters"`
	Meta        meta     `yaml:"meta"`
}

// SemanticFile is a YAML file that may define metrics.
type SemanticFile struct {
	Name string
	Data []byte
}

// FromSemanticLayer finds the metrics that files define. The measures of one file serve the
// metrics of all. What has a formula that definitions cannot say keeps it as text, and is
// only explained.
func FromSemanticLayer(files []SemanticFile) []Term {
	s := semantics{measures: map[string]figure{}}
	parsed := make([]semanticFile, len(files))
	for i, f := range files {
		parsed[i] = parse(f.Data)
		s.addMeasures(parsed[i])
	}
	var list []Term
	for i, f := range parsed {
		for _, m := range f.Metrics {
			list = append(list, s.metric(m, files[i].Name))
		}
		for _, c := range f.Cubes {
			list = append(list, s.cube(c, files[i].Name)...)
		}
	}
	return slices.DeleteFunc(list, func(t Term) bool { return t.Name == "" })
}

// parse reads one file; nothing of one that is no valid YAML, or about something else.
func parse(data []byte) (f semanticFile) {
	if len(data) > maxFile {
		return semanticFile{}
	}
	defer func() { // the parser is someone else's
		if r := recover(); r != nil {
			f = semanticFile{}
		}
	}()
	if err := yaml.Unmarshal(data, &f); err != nil {
		return semanticFile{}
	}
	return f
}

// semantics are the figures that semantic layers name.
type semantics struct{ measures map[string]figure }

// figure is what a measure is: a formula in the words of definitions, "" where it has none,
// and the columns that it is of.
type figure struct {
	formula string
	columns []string
	about   string
}

func (s semantics) addMeasures(f semanticFile) {
	for _, m := range f.Models {
		of := refName(m.Model)
		if of == "" {
			of = m.Name
		}
		for _, x := range m.Measures {
			made := aggregate(x.Agg, of, text(x.Expr, x.Name), nil)
			made.about = x.Description
			s.measures[plain(x.Name)] = made
		}
	}
}

var (
	refCall  = lazyregexp.New(`(?:ref|source)\(\s*(?:['"][\w.-]+['"]\s*,\s*)?['"]([\w.-]+)['"]\s*\)`)
	bareName = lazyregexp.New(`^[\pL_][\pL\d_]*$`)
)

// refName is the model that dbt's ref('orders') names.
func refName(ref string) string {
	if m := refCall.FindStringSubmatch(ref); m != nil {
		return m[1]
	}
	if bareName.MatchString(ref) {
		return ref
	}
	return ""
}

// aggregate says an aggregate of a column of a table in the words of definitions.
func aggregate(method, of, expr string, conditions []string) figure {
	expr = strings.TrimSpace(expr)
	f := figure{columns: []string{of}}
	over := ""
	if len(conditions) > 0 {
		over = " over " + of + " whose " + strings.Join(conditions, " and whose ")
	}
	column := "`" + of + "." + expr + "`"
	if bareName.MatchString(expr) {
		f.columns = []string{of + "." + expr}
	} else if method != "count" || expr != "" && expr != "*" && expr != "1" {
		if method != "sum" || expr != "1" {
			return f // an expression
		}
	}
	words := map[string]string{"sum": "the sum of ", "average": "the average of ", "avg": "the average of ", "min": "the smallest ", "max": "the largest ", "median": "the median of "}
	switch {
	case method == "count_distinct" || method == "countDistinct" || method == "count_distinct_approx":
		f.formula = "the number of distinct " + column + over
	case method == "count" || method == "sum" && expr == "1":
		f.columns = []string{of}
		f.formula = "the number of " + of
		if len(conditions) > 0 {
			f.formula += " whose " + strings.Join(conditions, " and whose ")
		}
	case words[method] != "":
		f.formula = words[method] + column + over
	}
	return f
}

// metric is a metric of dbt.
func (s semantics) metric(m semanticMetric, file string) Term {
	t := Term{Name: label(m.Label, m.Name), Kind: Metric, Definition: m.Description, Owner: m.Meta.Owner, Synonyms: m.Meta.Synonyms, Source: file}
	if label(m.Label, m.Name) != label("", m.Name) {
		t.Synonyms = append(t.Synonyms, label("", m.Name))
	}
	conditions, ok := conditionsOf(filterTexts(m.Filter))
	var f figure
	switch {
	case m.Method != "" && refName(m.Model) != "":
		var own []string
		for _, x := range m.Filters {
			c, fine := condition(x.Field + " " + x.Operator + " " + x.Value)
			own, ok = append(own, c), ok && fine
		}
		f = aggregate(m.Method, refName(m.Model), firstOf(m.Expression, m.SQL), own)
	case m.Type == "simple":
		f = s.measures[plain(named(m.Params.Measure))]
		if len(conditions) > 0 && len(f.columns) == 1 {
			table, _, _ := strings.Cut(f.columns[0], ".")
			f.formula = with(f.formula, table, conditions)
		}
	case m.Type == "ratio":
		a, b := named(m.Params.Numerator), named(m.Params.Denominator)
		if a != "" && b != "" && len(conditions) == 0 {
			f.formula = label("", a) + " divided by " + label("", b)
		}
	case m.Type == "derived":
		f.formula = arithmetic(m.Params.Expr)
	}
	if ok {
		t.Formula = f.formula
	}
	t.Columns = f.columns
	if t.Definition == "" {
		t.Definition = f.about
	}
	return t
}

// with adds conditions to a formula about a table.
func with(formula, of string, conditions []string) string {
	if formula == "" {
		return ""
	}
	whose := " whose " + strings.Join(conditions, " and whose ")
	if strings.HasSuffix(formula, "number of "+of) {
		return formula + whose
	}
	return formula + " over " + of + whose
}

// cube is the measures of a cube.
func (s semantics) cube(c cube, file string) []Term {
	of := c.Table
	if of == "" {
		of = c.Name
	}
	of = of[strings.LastIndexByte(of, '.')+1:]
	var list []Term
	for _, m := range c.Measures {
		t := Term{Name: label(m.Title, m.Name), Kind: Metric, Definition: m.Description, Owner: m.Meta.Owner, Synonyms: m.Meta.Synonyms, Source: file}
		if m.Name == "count" && m.Title == "" { // each cube has one
			t.Name = "number of " + label("", c.Name)
		}
		var texts []string
		for _, f := range m.Filters {
			texts = append(texts, f.SQL)
		}
		conditions, ok := conditionsOf(texts)
		f := figure{formula: ""}
		if m.Type == "number" {
			f.formula = arithmetic(strings.NewReplacer("{", "", "}", "", "CUBE.", "").Replace(m.SQL))
		} else {
			f = aggregate(m.Type, of, strings.NewReplacer("{CUBE}.", "", "${CUBE}.", "").Replace(m.SQL), conditions)
		}
		if ok {
			t.Formula = f.formula
		}
		t.Columns = f.columns
		list = append(list, t)
	}
	return list
}

var (
	dimension  = lazyregexp.New(`\{\{\s*(?:Dimension|TimeDimension|Entity)\(\s*['"](?:\w+__)?(\w+)['"][^)]*\)\s*\}\}`)
	test       = lazyregexp.New(`(?i)^\(?\s*(?:\$?\{\w+\}\.|\w+\.)?(\w+)\s*(=|==|!=|<>|>=|<=|>|<|is)\s*('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false)\s*\)?$`)
	conjoined  = lazyregexp.New(`(?i)\s+and\s+`)
	operations = lazyregexp.New(`(?i)^\s*([\pL_][\pL\d_ ]*?)\s*([-+*/])\s*(?:nullif\(\s*)?([\pL_][\pL\d_ ]*?)\s*(?:,\s*0\s*\))?\s*$`)
	operators  = map[string]string{"=": "is", "==": "is", "is": "is", "!=": "is not", "<>": "is not", ">": "is more than", ">=": "is at least", "<": "is less than", "<=": "is at most"}
	signs      = map[string]string{"+": " plus ", "-": " minus ", "*": " times ", "/": " divided by "}
)

// condition says a test of a column in the words of definitions.
func condition(sql string) (string, bool) {
	m := test.FindStringSubmatch(strings.TrimSpace(dimension.ReplaceAllString(sql, "$1")))
	if m == nil {
		return "", false
	}
	value := strings.Trim(m[3], `'"`)
	if value == "" || strings.ContainsAny(value, "`\n") {
		return "", false
	}
	if value != m[3] {
		value = "`" + value + "`"
	}
	return fmt.Sprintf("`%s` %s %s", m[1], operators[strings.ToLower(m[2])], value), true
}

// conditionsOf reads filters; not ok where one of them says more than definitions can.
func conditionsOf(texts []string) (list []string, ok bool) {
	for _, t := range texts {
		for _, part := range splitAt(conjoined, strings.TrimSpace(t)) {
			c, fine := condition(part)
			if !fine {
				return nil, false
			}
			list = append(list, c)
		}
	}
	return list, true
}

func splitAt(sep *lazyregexp.Regexp, text string) []string {
	var list []string
	start := 0
	for _, at := range sep.FindAllStringIndex(text, -1) {
		list, start = append(list, text[start:at[0]]), at[1]
	}
	return append(list, text[start:])
}

// arithmetic says a sum, difference, product or quotient of two metrics in words.
func arithmetic(expr string) string {
	m := operations.FindStringSubmatch(strings.TrimSpace(expr))
	if m == nil {
		return ""
	}
	return label("", m[1]) + signs[m[2]] + label("", m[3])
}

// named is the name in "revenue" or {name: revenue}; "" where a filter narrows it.
func named(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		if v["filter"] != nil || v["offset_window"] != nil {
			return ""
		}
		return text(v["name"], "")
	}
	return ""
}

// filterTexts are the filters of a metric: a text, or a list of them.
func filterTexts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, x := range v {
			list = append(list, text(x, "?"))
		}
		return list
	}
	return nil
}

func text(v any, otherwise string) string {
	if v == nil {
		return otherwise
	}
	return fmt.Sprint(v)
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// label is what people call something: its label, else the words of its name.
func label(label, name string) string {
	if label != "" {
		return label
	}
	return strings.ReplaceAll(strings.TrimSpace(name), "_", " ")
}
