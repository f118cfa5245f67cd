package world

import (
	"bufio"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Domains are written as text, a line for every table and column; domains/README
// explains the format.
//
//go:embed domains/*.txt
var domainFiles embed.FS

// domain is a trade as its file describes it: everything that could be there.
type domain struct {
	name   string
	tables []*tableSpec
	never  []string // what such a database could have been asked for and never holds
}

type tableSpec struct {
	nouns    []Noun
	kind     TableKind
	person   bool
	columns  []*columnSpec
	measures []*measureSpec
}

// columnSpec is one line. The kinds of the file are those of the README.
type columnSpec struct {
	kind     string
	phrases  []string
	nullable bool
	keep     bool // never dropped
	did      []string
	null     []Phrase
	notNull  []Phrase
	values   []valueSpec
	yes, no  []Phrase
	yesRate  []string
	unit     string
	low      float64
	high     float64
	ranged   bool
	years    bool // low and high are years
	degree   *Degree
	mean     bool
	before   bool
	future   bool
	target   string // of a key: the table's first noun
	role     bool   // the phrases of a key are roles of their own
	preps    []string
	acts     []Act
	back     []Noun
	pool     string
	like     string
}

type valueSpec struct {
	words []string
	code  string
	rate  []string
}

type measureSpec struct {
	phrases []string
	text    string // the expression
	percent bool
	ratio   bool
	mean    bool
	unit    string
}

// Domains lists the names of all domains.
func Domains() []string {
	list := allDomains()
	names := make([]string, len(list))
	for i, d := range list {
		names[i] = d.name
	}
	return names
}

var allDomains = sync.OnceValue(func() []*domain {
	entries, err := domainFiles.ReadDir("domains")
	if err != nil {
		panic(err) // embedded, so it cannot be missing
	}
	var list []*domain
	for _, e := range entries {
		text, err := domainFiles.ReadFile("domains/" + e.Name())
		if err != nil {
			panic(err)
		}
		more, err := parseDomains(string(text))
		if err != nil {
			panic(fmt.Sprintf("%s: %v", e.Name(), err)) // a test reads all files
		}
		list = append(list, more...)
	}
	return list
})

func parseDomains(text string) ([]*domain, error) {
	var list []*domain
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if word == "domain" {
			list = append(list, &domain{name: rest})
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("line %d: no domain yet", n)
		}
		if err := list[len(list)-1].add(word, rest); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	for _, d := range list {
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("domain %s: %w", d.name, err)
		}
	}
	return list, nil
}

func (d *domain) add(word, rest string) error {
	switch word {
	case "table":
		t, err := parseTable(rest)
		if err != nil {
			return err
		}
		d.tables = append(d.tables, t)
		return nil
	case "never":
		d.never = append(d.never, list(rest)...)
		return nil
	}
	if len(d.tables) == 0 {
		return fmt.Errorf("%s before the first table", word)
	}
	t := d.tables[len(d.tables)-1]
	switch word {
	case "measure", "ratio":
		m, err := parseMeasure(word, rest)
		t.measures = append(t.measures, m)
		return err
	}
	c, err := parseColumn(word, rest, t)
	t.columns = append(t.columns, c)
	return err
}

// parseTable reads "order, purchase : event person".
func parseTable(rest string) (*tableSpec, error) {
	head, tail, ok := strings.Cut(rest, " : ")
	if !ok {
		return nil, fmt.Errorf("table %s has no kind", rest)
	}
	t := &tableSpec{nouns: nouns(head)}
	for _, f := range strings.Fields(tail) {
		if f == "person" {
			t.person = true
			continue
		}
		t.kind = TableKind(f)
	}
	switch t.kind {
	case Entity, Event, Line, Lookup, Link, History, Snapshot:
		return t, nil
	}
	return nil, fmt.Errorf("table %s: unknown kind %q", rest, tail)
}

// columnKinds are the words that a column's line may begin with.
var columnKinds = wordSet(`id key code name person cat status flag date ts from to amt price qty num rate pct dur year month
	ym seq text email phone city country state fk self`)

func parseColumn(kind, rest string, t *tableSpec) (*columnSpec, error) {
	c := &columnSpec{}
	for {
		if k, ok := strings.CutSuffix(kind, "?"); ok {
			kind, c.nullable = k, true
		} else if k, ok := strings.CutSuffix(kind, "!"); ok {
			kind, c.keep = k, true
		} else {
			break
		}
	}
	if !columnKinds[kind] {
		return nil, fmt.Errorf("unknown kind of column %q", kind)
	}
	c.kind = kind
	parts := strings.Split(" "+rest, " ; ")
	c.phrases = list(parts[0])
	if kind == "fk" {
		c.target, c.phrases = c.phrases[0], c.phrases[1:]
		if c.role = len(c.phrases) > 0; !c.role {
			c.phrases = []string{c.target}
		}
	}
	for _, o := range parts[1:] {
		if err := c.option(o); err != nil {
			return nil, err
		}
	}
	c.defaults(t)
	return c, nil
}

func (c *columnSpec) option(o string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(o), " ")
	switch word {
	case "did":
		c.did = list(rest)
	case "null":
		c.null, c.nullable = described(rest), true
	case "set":
		c.notNull = described(rest)
	case "v":
		c.values = valuesOf(rest)
	case "yes":
		rest, rate, _ := strings.Cut(rest, "%")
		c.yes, c.yesRate = described(rest), list(rate)
	case "no":
		c.no = described(rest)
	case "unit":
		c.unit = rest
	case "in", "years":
		low, high, _ := strings.Cut(rest, "..")
		var err1, err2 error
		c.low, err1 = strconv.ParseFloat(low, 64)
		c.high, err2 = strconv.ParseFloat(high, 64)
		if err1 != nil || err2 != nil {
			return fmt.Errorf("bad range %q", rest)
		}
		c.ranged, c.years = word == "in", word == "years"
	case "deg":
		f := strings.Split(rest, "/")
		if len(f) != 4 {
			return fmt.Errorf("deg wants four forms, has %q", rest)
		}
		c.degree = &Degree{Most: f[0], Least: f[1], More: f[2], Less: f[3]}
	case "mean":
		c.mean = true
	case "before":
		c.before = true
	case "future":
		c.future = true
	case "prep":
		c.preps = list(rest)
	case "act":
		for _, a := range list(rest) {
			act, err := actOf(a)
			if err != nil {
				return err
			}
			c.acts = append(c.acts, act)
		}
	case "back":
		c.back = nouns(rest)
	case "of":
		c.pool = rest
	case "like":
		c.like = rest
	default:
		return fmt.Errorf("unknown option %q", word)
	}
	return nil
}

// actOf reads "place", "buy/bought" or "write/wrote/written".
func actOf(s string) (Act, error) {
	f := strings.Split(s, "/")
	switch len(f) {
	case 1:
		past := regularPast(f[0])
		return Act{f[0], past, past}, nil
	case 2:
		return Act{f[0], f[1], f[1]}, nil
	case 3:
		return Act{f[0], f[1], f[2]}, nil
	}
	return Act{}, fmt.Errorf("bad verb %q", s)
}

func parseMeasure(word, rest string) (*measureSpec, error) {
	parts := strings.Split(rest, " ; ")
	head, text, ok := strings.Cut(parts[0], " = ")
	if !ok {
		return nil, fmt.Errorf("measure %q has no =", rest)
	}
	m := &measureSpec{phrases: list(head), text: text, ratio: word == "ratio"}
	for _, o := range parts[1:] {
		option, value, _ := strings.Cut(o, " ")
		switch option {
		case "mean":
			m.mean = true
		case "unit":
			m.unit = value
		case "percent":
			m.percent = true
		default:
			return nil, fmt.Errorf("unknown option %q of a measure", option)
		}
	}
	return m, nil
}

// check finds what the reader of a line cannot see: keys that lead nowhere,
// measures of columns that are not there, categories without values.
func (d *domain) check() error {
	for _, t := range d.tables {
		for _, c := range t.columns {
			if c.target != "" && d.table(c.target) == nil {
				return fmt.Errorf("table %s: no table %q", t.nouns[0].One, c.target)
			}
			if (c.kind == "cat" || c.kind == "status") && len(c.values) < 2 {
				return fmt.Errorf("table %s: %s has no values", t.nouns[0].One, c.phrases[0])
			}
			if _, known := pools[c.pool]; c.pool != "" && !known {
				return fmt.Errorf("table %s: no names of the sort %q", t.nouns[0].One, c.pool)
			}
		}
		for _, m := range t.measures {
			if err := d.checkMeasure(t, m); err != nil {
				return fmt.Errorf("measure %s: %w", m.phrases[0], err)
			}
		}
	}
	return nil
}

func (d *domain) checkMeasure(t *tableSpec, m *measureSpec) error {
	e, err := parseExpr(m.text)
	if err != nil {
		return err
	}
	missing := ""
	bind(e, func(name string) (int, bool) {
		of := t
		noun, rest, other := strings.Cut(name, ".")
		if other {
			of, name = d.table(noun), rest
		}
		found := of != nil && slices.ContainsFunc(of.columns, func(c *columnSpec) bool { return c.phrases[0] == name })
		if !found {
			missing = name
		}
		return 0, found
	})
	if missing != "" {
		return fmt.Errorf("no column %q", missing)
	}
	return nil
}

func (d *domain) table(noun string) *tableSpec {
	for _, t := range d.tables {
		if t.nouns[0].One == noun {
			return t
		}
	}
	return nil
}

// list splits at commas.
func list(s string) []string {
	var l []string
	for p := range strings.SplitSeq(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			l = append(l, p)
		}
	}
	return l
}

// nouns reads "person/people, guest": a plural after a slash, else the regular.
func nouns(s string) []Noun {
	var l []Noun
	for _, p := range list(s) {
		one, many, ok := strings.Cut(p, "/")
		if !ok {
			many = plural(one)
		}
		l = append(l, Noun{one, many})
	}
	return l
}

// described reads "open, ~without a closing date": a ~ marks what follows the
// noun.
func described(s string) []Phrase {
	var l []Phrase
	for _, p := range list(s) {
		text, after := strings.CutPrefix(p, "~")
		l = append(l, Phrase{text, after})
	}
	return l
}

// valuesOf reads "open, cancelled/called off=CNL%cancellation rate".
func valuesOf(s string) []valueSpec {
	var l []valueSpec
	for _, p := range list(s) {
		var v valueSpec
		p, rate, _ := strings.Cut(p, "%")
		if rate != "" {
			v.rate = strings.Split(rate, "/")
		}
		p, v.code, _ = strings.Cut(p, "=")
		v.words = strings.Split(p, "/")
		l = append(l, v)
	}
	return l
}

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}
