package index

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// held is a database in memory: values by table and column.
type held map[string][]string

func (h held) Distinct(_ context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	var list []table.Value
	seen := map[string]bool{}
	for _, v := range h[t.Name+"."+column] {
		if !seen[v] && len(list) < limit {
			seen[v] = true
			list = append(list, h.value(t, column, v))
		}
	}
	return list, nil
}

func (h held) value(t *schema.Table, column, text string) table.Value {
	v, ok := table.Parse(t.Column(column).Kind, text)
	if !ok {
		return table.NewText(text)
	}
	return v
}

func (h held) Pairs(_ context.Context, t *schema.Table, first, second string, limit int) ([][2]table.Value, error) {
	var list [][2]table.Value
	for i, v := range h[t.Name+"."+first] {
		if i < limit {
			list = append(list, [2]table.Value{h.value(t, first, v), h.value(t, second, h[t.Name+"."+second][i])})
		}
	}
	return list, nil
}

// shop makes a snapshot from lines "table: column type, …"; a star marks the
// primary key, > a foreign key.
func shop(lines string) *schema.Snapshot {
	s := &schema.Snapshot{Dialect: "sqlite", Database: "shop"}
	for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		name, columns, _ := strings.Cut(strings.TrimSpace(line), ":")
		t := schema.Table{Name: name, Kind: schema.BaseTable, Rows: 100}
		for c := range strings.SplitSeq(columns, ",") {
			f := strings.Fields(c)
			kind, _ := table.ParseKind(f[1])
			column := schema.Column{Name: strings.TrimSuffix(f[0], "*"), Kind: kind, Nullable: true}
			if strings.HasSuffix(f[0], "*") {
				t.PrimaryKey = append(t.PrimaryKey, column.Name)
			}
			if len(f) > 2 {
				to, ref, _ := strings.Cut(strings.TrimPrefix(f[2], ">"), ".")
				t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{Columns: []string{column.Name}, RefTable: to, RefColumns: []string{ref}})
			}
			t.Columns = append(t.Columns, column)
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

func mustBuild(t testing.TB, s *schema.Snapshot, v Values) *Index {
	t.Helper()
	x, err := Build(t.Context(), s, v)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestNamesAreSpeltOut(t *testing.T) {
	x := mustBuild(t, shop(`
		tbl_cust: cust_no* integer, cust_nm text, dt_join date, is_vip integer, crdt_lim decimal
		tbl_ord: ord_no* integer, cust_no integer >tbl_cust.cust_no, dt_ord date, DLVRY_DT date, amt_cents integer, tot_amt decimal, start_hr integer
		tbl_ord_ln: ord_no* integer >tbl_ord.ord_no, ln_no* integer, qty integer, unit_prc decimal
		tbl_inspection: insp_id* integer, insp_type text, inspector text, insp_dt date
		tbl_author: authorid* integer, fullname text, birthdate date, feerate decimal, validto date
		tbl_user: uid* integer, uname text, term_dt date, term_name text, check_ins integer
		tbl_credit_note: note_id* integer, reason text`), held{})
	for name, want := range map[string]string{
		"tbl_cust.cust_no": "number", "tbl_cust.cust_nm": "name", "tbl_cust.dt_join": "join date", "tbl_cust.is_vip": "is vip",
		"tbl_ord.cust_no": "customer number", "tbl_ord.dt_ord": "date", "tbl_ord.DLVRY_DT": "delivery date", "tbl_ord.amt_cents": "amount cents",
		"tbl_ord.tot_amt": "total amount", "tbl_ord.start_hr": "start hour",
		"tbl_ord_ln.ord_no": "order number", "tbl_ord_ln.ln_no": "number", "tbl_ord_ln.unit_prc": "unit price",
		"tbl_inspection.insp_type": "type", "tbl_inspection.insp_dt": "date",
		"tbl_author.authorid": "id", "tbl_author.fullname": "full name", "tbl_author.birthdate": "birth date", "tbl_author.feerate": "fee rate", "tbl_author.validto": "valid to",
		"tbl_user.uid": "id", "tbl_user.uname": "name", "tbl_user.term_dt": "termination date", "tbl_user.term_name": "term name", "tbl_user.check_ins": "check ins",
	} {
		tableName, column, _ := strings.Cut(name, ".")
		c := x.Column("", tableName, column)
		if got := strings.Join(x.Columns[c].Words, " "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	for i, want := range []string{"customer", "order", "order line", "inspection", "author", "user", "credit note"} {
		if got := strings.Join(x.Tables[i].Words, " "); got != want {
			t.Errorf("%s: got %s, want %s", x.Tables[i].Name, got, want)
		}
	}
	if c := x.Columns[x.Column("", "tbl_cust", "cust_nm")]; len(c.Forms) < 2 || strings.Join(c.Forms[1], " ") != "customer name" {
		t.Errorf("the full form is missing: %v", c.Forms)
	}
}

func TestAbbreviationsAreLearnt(t *testing.T) {
	s := shop(`
		pgm: pgm_id* integer, pgm_nm text
		programme_history: id* integer, wdgt integer`)
	s.Tables[1].Columns[1].Comment = "number of widgets"
	x := mustBuild(t, s, held{})
	if got := strings.Join(x.Tables[0].Words, " "); got != "programme" {
		t.Errorf("pgm is %s", got)
	}
	if got := strings.Join(x.Columns[x.Column("", "programme_history", "wdgt")].Words, " "); got != "widget" {
		t.Errorf("wdgt is %s", got)
	}
	for _, c := range []struct {
		short, full string
		want        bool
	}{
		{"cust", "customer", true}, {"cnl", "cancelled", true}, {"dlv", "delivered", true}, {"qty", "quantity", true}, {"fwd", "forwarder", true},
		{"chk", "checking", true}, {"cat", "contact", false}, {"abc", "customer", false}, {"cu", "customer", false}, {"customer", "customer", false},
	} {
		if got := abbreviates(c.short, c.full); got != c.want {
			t.Errorf("%s for %s: %v", c.short, c.full, got)
		}
	}
}

// A word of the question that no name has is found by the one name that has lost
// its vowels.
func TestClippedNamesAreLinked(t *testing.T) {
	x := mustBuild(t, shop("clm: clm_no* integer, rsrv_amt integer, grphc text, grphn text"), held{})
	for question, want := range map[string]int{
		"the reserve of each": x.Column("", "clm", "rsrv_amt"),
		"every graphic":       x.Column("", "clm", "grphc"),
		"the reverse":         0,
		"graphing":            x.Column("", "clm", "grphn"),
	} {
		got := 0
		for _, l := range x.Names(span.Words(question)) {
			got = l.Column
		}
		if got != want {
			t.Errorf("%s: column %d, want %d", question, got, want)
		}
	}
}

// The same schema is always spelt in the same way.
func TestSpellingIsSettled(t *testing.T) {
	s := shop("prog: prog_id* integer, prg text, cst text\nprogrammes: id* integer, costs integer, customs text\nprograms: id* integer, crust text")
	first := mustBuild(t, s, held{})
	for range 20 {
		x := mustBuild(t, s, held{})
		for n := range x.Columns {
			if got, want := strings.Join(x.Columns[n].Words, " "), strings.Join(first.Columns[n].Words, " "); got != want {
				t.Fatalf("%s is %s, and then %s", x.Columns[n].Name, want, got)
			}
		}
	}
}

// Numbers tell names apart: m12 is no short form of m1020.
func TestNamesWithNumbersAreNotAbbreviations(t *testing.T) {
	ix, err := Build(t.Context(), shop("metrics: id* integer, m12_amount float, m1020_amount float, a1_rate float, a12_rate float"), held{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range ix.Columns[1:] {
		if want := strings.ReplaceAll(c.Name, "_", " "); strings.Join(c.Words, " ") != want {
			t.Errorf("%s is spelt out as %v", c.Name, c.Words)
		}
	}
}
