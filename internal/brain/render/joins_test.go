package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// drawn makes an index from lines: "orders id customer.id" is a table with a
// primary key id and a column that holds keys of customer; a "~" before a key
// says that nobody declared it.
func drawn(lines ...string) *index.Index {
	ix := &index.Index{Dialect: "sqlite", Columns: []index.Column{{Table: -1, Name: "*"}}}
	at := map[string]int{}
	for i, line := range lines {
		words := strings.Fields(line)
		t := index.Table{Name: words[0], Words: []string{words[0]}}
		for _, w := range words[1:] {
			n := len(ix.Columns)
			at[words[0]+"."+strings.TrimPrefix(w, "~")] = n
			t.Columns = append(t.Columns, n)
			ix.Columns = append(ix.Columns, index.Column{Table: i, Name: strings.ReplaceAll(strings.TrimPrefix(w, "~"), ".", "_"), Words: []string{w}, Unique: w == "id", Primary: w == "id"})
			if w == "id" {
				t.PrimaryKey = []int{n}
			}
		}
		ix.Tables = append(ix.Tables, t)
	}
	for _, line := range lines {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			name := strings.TrimPrefix(w, "~")
			if t, _, ok := strings.Cut(name, "."); ok {
				ix.Keys = append(ix.Keys, index.Key{From: []int{at[words[0]+"."+name]}, To: []int{at[t+".id"]}, Inferred: w != name})
			}
		}
	}
	return ix
}

// keyless is a library as a folder of files gives it: keys are found in the data
// alone. rows is how many branches there are.
func keyless(rows int64) *index.Index {
	column := func(table int, name string, distinct int) index.Column {
		return index.Column{Table: table, Name: name, Words: strings.Split(name, "_"), Kind: index.Text, Nullable: true, Distinct: distinct}
	}
	ix := &index.Index{Dialect: "sqlite", Columns: []index.Column{{Table: -1, Name: "*"}, column(0, "branch_id", 4), column(0, "name", 4), column(1, "loan_id", 900), column(1, "branch_id", 4), column(1, "days", 40)}}
	ix.Columns[5].Kind, ix.Columns[5].Measure = index.Number, true
	ix.Tables = []index.Table{
		{Name: "branches", Words: []string{"branches"}, Columns: []int{1, 2}, Rows: rows},
		{Name: "loans", Words: []string{"loans"}, Columns: []int{3, 4, 5}, Rows: 900},
	}
	return ix
}

func TestCountsOverFoundKeys(t *testing.T) {
	for _, c := range []struct {
		name string
		rows int64
		key  *index.Key
		want string
		says string
	}{
		{"found in the data", 0, &index.Key{From: []int{4}, To: []int{1}, Inferred: true}, "COUNT(*) AS loans", "number of loans for each branch"},
		{"found either way round", 4, &index.Key{From: []int{1}, To: []int{4}, Inferred: true}, "COUNT(*) AS loans", "number of loans for each branch"},
		{"all values differ", 4, &index.Key{From: []int{4}, To: []int{1}}, "COUNT(*) AS loans", "number of loans for each branch"},
		{"nobody knows", 9, &index.Key{From: []int{4}, To: []int{1}}, "COUNT(*) AS row_count", "number of rows for each branch with loans"},
	} {
		ix := keyless(c.rows)
		ix.Keys = []index.Key{*c.key}
		name := &form.Expr{Op: form.Column, Column: 2}
		q := query(form.Query{Tables: []int{0, 1}, Select: exprs(name, countOf(star)), Group: exprs(name)})
		sql, notes, err := render.Render(ix, render.SQLite, q, time.Time{})
		if err != nil || !strings.Contains(sql, c.want) || len(notes.Lines()) > 0 || (len(notes.Details()) > 0) != c.key.Inferred {
			t.Errorf("%s: %v\n%s\n%v", c.name, err, sql, notes)
		}
		if _, says := render.Plainly(ix, q); says != c.says {
			t.Errorf("%s: %q, not %q", c.name, says, c.says)
		}
	}
}

func planned(t *testing.T, ix *index.Index, q *form.Query) string {
	t.Helper()
	tree, err := render.Plan(ix, q)
	if err != nil {
		return err.Error()
	}
	name := func(c int) string { return ix.Tables[ix.Columns[c].Table].Name + "." + ix.Columns[c].Name }
	var list []string
	for _, n := range tree.Nodes {
		for _, p := range n.On {
			list = append(list, fmt.Sprintf("%s=%s", name(p.Left), name(p.Right)))
		}
	}
	out := ix.Tables[tree.Nodes[0].Table].Name + ": " + strings.Join(list, " ")
	for _, a := range tree.Added {
		out += " +" + ix.Tables[a].Name
	}
	if len(tree.Inferred) > 0 {
		out += " ~"
	}
	return strings.TrimSpace(out)
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		name   string
		tables []string
		use    string
		want   string
	}{
		{"one table", []string{"a id", "b id a.id"}, "a", "a:"},
		{"two tables start at the many side", []string{"a id", "b id a.id"}, "a b", "b: b.a_id=a.id"},
		{"a bridge is added", []string{"a id", "b id", "ab a.id b.id"}, "a b", "ab: ab.a_id=a.id ab.b_id=b.id +ab"},
		{"a declared way is better than a guessed one", []string{"a id", "b id ~a.id c.id", "c id a.id"}, "b a", "b: b.a_id=a.id ~"},
		{"two guesses are worse than two keys", []string{"a id", "g ~a.id ~b.id", "k a.id b.id", "b id"}, "a b", "k: k.a_id=a.id k.b_id=b.id +k"},
		{"a named table is better than another", []string{"a id", "x a.id b.id", "y a.id b.id", "b id"}, "a b y", "y: y.a_id=a.id y.b_id=b.id"},
		{"of equal ways the first", []string{"a id", "x a.id b.id", "y a.id b.id", "b id"}, "a b", "x: x.a_id=a.id x.b_id=b.id +x"},
		{"no way", []string{"a id", "b id"}, "a b", "no key leads from a to b"},
	} {
		ix := drawn(c.tables...)
		q := &form.Query{Keep: form.NoTable, Select: exprs(countOf(star))}
		for i := range ix.Tables {
			if slices.Contains(strings.Fields(c.use), ix.Tables[i].Name) {
				q.Tables = append(q.Tables, i)
			}
		}
		if got := planned(t, ix, q); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPlanFollowsJoinsThatAreSaid(t *testing.T) {
	ix := drawn("a id code", "b id a.id code")
	q := &form.Query{Keep: form.NoTable, Tables: []int{0, 1}, Select: exprs(countOf(star)), Joins: []form.Join{{Left: 2, Right: 5}}}
	if got := planned(t, ix, q); got != "a: a.code=b.code" {
		t.Errorf("got %q", got)
	}
}

func TestPlanRefusesWhatIsNotThere(t *testing.T) {
	ix := drawn("a id", "b id a.id")
	for name, q := range map[string]*form.Query{
		"table":   {Keep: form.NoTable, Tables: []int{7}, Select: exprs(countOf(star))},
		"column":  {Keep: form.NoTable, Tables: []int{0}, Select: exprs(&form.Expr{Op: form.Column, Column: 99})},
		"via":     {Keep: form.NoTable, Tables: []int{0}, Select: exprs(&form.Expr{Op: form.Column, Column: 1, Via: -4})},
		"keep":    {Keep: 12, Tables: []int{0}, Select: exprs(countOf(star))},
		"join":    {Keep: form.NoTable, Tables: []int{0}, Joins: []form.Join{{Left: 0, Right: 55}}, Select: exprs(countOf(star))},
		"operand": {Keep: form.NoTable, Tables: []int{0}, Select: exprs(op(form.Div, countOf(star)))},
		"value":   {Keep: form.NoTable, Tables: []int{0}, Select: exprs(&form.Expr{Op: form.Literal})},
		"left":    {Keep: form.NoTable, Tables: []int{0}, Select: exprs(countOf(star)), Where: &form.Cond{Op: form.IsNull}},
		"nothing": {Keep: form.NoTable, Tables: []int{0}},
	} {
		if text, _, err := render.Render(ix, render.SQLite, q, today); err == nil {
			t.Errorf("%s: rendered %s", name, text)
		}
		_ = render.Words(ix, q) // says something, or nothing, but does not fail
	}
}

func TestMinimal(t *testing.T) {
	ix := drawn("a id name", "b id name", "ab a.id b.id", "x a.id b.id")
	column := func(table, name string) *form.Expr {
		return &form.Expr{Op: form.Column, Column: ix.Column("", table, name)}
	}
	for _, c := range []struct {
		name   string
		q      form.Query
		tables []int
	}{
		{"bridges are left out", form.Query{Tables: []int{0, 1, 2}, Select: exprs(column("a", "name"), column("b", "name"))}, []int{0, 1}},
		{"but not the less likely one", form.Query{Tables: []int{0, 1, 3}, Select: exprs(column("a", "name"), column("b", "name"))}, []int{0, 1, 3}},
		{"a table without columns stays", form.Query{Tables: []int{0, 2}, Select: exprs(column("a", "name"))}, []int{0, 2}},
		{"something must be counted", form.Query{Tables: []int{2}, Select: exprs(countOf(star))}, []int{2}},
	} {
		c.q.Keep = form.NoTable
		got := render.Minimal(ix, &c.q)
		if !slices.Equal(got, c.tables) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.tables)
		}
		smaller := c.q
		smaller.Tables = got
		if a, b := planned(t, ix, &c.q), planned(t, ix, &smaller); strings.TrimSuffix(strings.TrimSuffix(b, " +ab"), " +x") != a {
			t.Errorf("%s: %q is not restored, but %q", c.name, a, b)
		}
	}
}
