package corpus

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Renamed is a database under other names: the same tables, columns and
// values, called what a hurried administrator would have called them. Numbers
// of tables and columns stay, so forms over one are forms over the other.
func Renamed(rng *rand.Rand, s *schema.Snapshot, ix *index.Index, values index.Values) (*schema.Snapshot, index.Values) {
	n := namer{rng: rng, short: map[string]string{}, shape: rng.IntN(shapes), rate: []float64{0.3, 0.6, 0.9}[rng.IntN(3)]}
	old := &oldNames{values: values, tables: map[string]*schema.Table{}, columns: map[string]string{}}
	c := *s
	c.Tables = make([]schema.Table, len(s.Tables))
	tables := map[string]string{}
	taken := map[string]bool{}
	for i := range s.Tables {
		t := s.Tables[i]
		if i < len(ix.Tables) {
			t.Name = unique(taken, n.name(ix.Tables[i].Words))
		}
		tables[strings.ToLower(s.Tables[i].Name)] = t.Name
		old.tables[t.Name] = &s.Tables[i]
		c.Tables[i] = t
	}
	columns := map[string]string{} // table.column, both old
	for i := range c.Tables {
		t := &c.Tables[i]
		was := &s.Tables[i]
		t.Columns = append([]schema.Column(nil), was.Columns...)
		taken := map[string]bool{}
		for j := range t.Columns {
			name := t.Columns[j].Name
			if i < len(ix.Tables) && j < len(ix.Tables[i].Columns) {
				name = unique(taken, n.name(ix.Columns[ix.Tables[i].Columns[j]].Words))
			}
			columns[strings.ToLower(was.Name+"."+t.Columns[j].Name)] = name
			old.columns[t.Name+"."+name] = t.Columns[j].Name
			t.Columns[j].Name = name
		}
	}
	rename := func(tableName string, list []string) []string {
		out := make([]string, len(list))
		for i, name := range list {
			out[i] = columns[strings.ToLower(tableName+"."+name)]
		}
		return out
	}
	for i := range c.Tables {
		t, was := &c.Tables[i], &s.Tables[i]
		t.PrimaryKey = rename(was.Name, was.PrimaryKey)
		t.Unique = nil
		for _, u := range was.Unique {
			t.Unique = append(t.Unique, rename(was.Name, u))
		}
		t.ForeignKeys = nil
		for _, f := range was.ForeignKeys {
			f.Columns, f.RefColumns = rename(was.Name, f.Columns), rename(f.RefTable, f.RefColumns)
			f.RefTable = tables[strings.ToLower(f.RefTable)]
			t.ForeignKeys = append(t.ForeignKeys, f)
		}
	}
	return &c, old
}

func unique(taken map[string]bool, name string) string {
	for taken[strings.ToLower(name)] {
		name += "2"
	}
	taken[strings.ToLower(name)] = true
	return name
}

// oldNames reads the values under the names that the database has.
type oldNames struct {
	values  index.Values
	tables  map[string]*schema.Table
	columns map[string]string
}

func (o *oldNames) Distinct(ctx context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	return o.values.Distinct(ctx, o.tables[t.Name], o.columns[t.Name+"."+column], limit)
}

func (o *oldNames) Pairs(ctx context.Context, t *schema.Table, first, second string, limit int) ([][2]table.Value, error) {
	return o.values.Pairs(ctx, o.tables[t.Name], o.columns[t.Name+"."+first], o.columns[t.Name+"."+second], limit)
}

// namer shortens each word in one way throughout a database.
type namer struct {
	rng   *rand.Rand
	short map[string]string
	shape int
	rate  float64 // of words that are shortened
}

var usual = map[string][]string{
	"number": {"no", "num", "nbr"}, "date": {"dt"}, "name": {"nm", "name"}, "code": {"cd"}, "amount": {"amt"}, "quantity": {"qty"},
	"description": {"desc", "descr"}, "type": {"typ"}, "address": {"addr"}, "customer": {"cust"}, "department": {"dept"}, "percent": {"pct"},
	"average": {"avg"}, "total": {"tot"}, "account": {"acct"}, "employee": {"emp"}, "manager": {"mgr"}, "status": {"stat", "sts"}, "price": {"prc"},
	"category": {"cat", "catg"}, "country": {"ctry"}, "product": {"prod"}, "order": {"ord"}, "organization": {"org"}, "first": {"fst", "f"},
	"last": {"lst", "l"}, "telephone": {"tel"}, "phone": {"ph"}, "message": {"msg"}, "document": {"doc"}, "reference": {"ref"}, "identifier": {"id"},
	"transaction": {"txn", "trx"}, "student": {"stu", "stud"}, "teacher": {"tchr"}, "course": {"crs"}, "year": {"yr"}, "month": {"mth", "mon"},
	"minimum": {"min"}, "maximum": {"max"}, "weight": {"wt"}, "height": {"ht"}, "length": {"len"}, "city": {"cty"}, "state": {"st"},
	"invoice": {"inv"}, "payment": {"pmt", "pymt"}, "service": {"svc"}, "location": {"loc"}, "building": {"bldg"}, "apartment": {"apt"}, "group": {"grp"},
}

func (n *namer) word(w string) string {
	if s, ok := n.short[w]; ok {
		return s
	}
	s := w
	if len(w) > 3 && n.rng.Float64() < n.rate {
		list := usual[w]
		switch {
		case len(list) > 0:
			s = list[n.rng.IntN(len(list))]
		case len(w) > 5 && n.rng.IntN(2) == 0:
			s = skeleton(w)
		case len(w) > 5:
			s = w[:3+n.rng.IntN(2)]
		}
	}
	n.short[w] = s
	return s
}

// skeleton is a word without its inner vowels, cut.
func skeleton(w string) string {
	s := w[:1]
	for _, r := range w[1:] {
		if !strings.ContainsRune("aeiou", r) && len(s) < 5 {
			s += string(r)
		}
	}
	return s
}

// shapes is how many ways there are to write the words of a name.
const shapes = 6

func (n *namer) name(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = n.word(strings.ToLower(w))
	}
	between := "_"
	switch n.shape {
	case 0:
		return strings.ToUpper(strings.Join(list, "_"))
	case 1, 2:
		for i, w := range list {
			if w != "" {
				list[i] = strings.ToUpper(w[:1]) + w[1:]
			}
		}
		between = map[int]string{1: "", 2: " "}[n.shape]
	case 3:
		between = " "
	}
	return strings.Join(list, between)
}
