package search

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// stored are values by table and column.
type stored map[string][]string

func (s stored) Distinct(_ context.Context, t *schema.Table, column string, _ int) ([]table.Value, error) {
	var list []table.Value
	for _, v := range s[t.Name+"."+column] {
		list = append(list, table.NewText(v))
	}
	return list, nil
}

func (s stored) Pairs(context.Context, *schema.Table, string, string, int) ([][2]table.Value, error) {
	return nil, nil
}

// pieces cuts words as they are: rules do not look at pieces.
type pieces struct{}

func (pieces) Pieces(text string) []int32 { return make([]int32, len(strings.Fields(text))) }

var today = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// kennel is an invented database: dogs belong to owners and visit.
func kennel(t testing.TB) (*index.Index, *link.Linker) {
	t.Helper()
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{
		{Name: "owner", Rows: 40, PrimaryKey: []string{"owner_id"}, Columns: []schema.Column{
			{Name: "owner_id", Kind: table.Int}, {Name: "name", Kind: table.Text}, {Name: "city", Kind: table.Text}, {Name: "phone", Kind: table.Text, Nullable: true}}},
		{Name: "dog", Rows: 90, PrimaryKey: []string{"dog_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"owner_id"}, RefTable: "owner", RefColumns: []string{"owner_id"}}},
			Columns: []schema.Column{{Name: "dog_id", Kind: table.Int}, {Name: "owner_id", Kind: table.Int}, {Name: "dog_name", Kind: table.Text},
				{Name: "breed", Kind: table.Text}, {Name: "weight", Kind: table.Float}, {Name: "age", Kind: table.Int}}},
		{Name: "visit", Rows: 800, PrimaryKey: []string{"visit_id"},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"dog_id"}, RefTable: "dog", RefColumns: []string{"dog_id"}}},
			Columns: []schema.Column{{Name: "visit_id", Kind: table.Int}, {Name: "dog_id", Kind: table.Int}, {Name: "visit_date", Kind: table.Date},
				{Name: "fee", Kind: table.Decimal}, {Name: "paid_date", Kind: table.Date, Nullable: true}}},
	}}
	ix, err := index.Build(t.Context(), s, stored{"owner.city": {"Oslo", "Rome", "Bergen"}, "dog.breed": {"Beagle", "Poodle", "Collie"},
		"owner.name": {"Ada Falk", "Bo Lind"}, "dog.dog_name": {"Rex", "Fido", "Luna"}})
	if err != nil {
		t.Fatal(err)
	}
	return ix, link.New(ix, pieces{})
}

// rendered writes forms as SQL, for reading.
func rendered(t *testing.T, ix *index.Index, list []*form.Query) []string {
	t.Helper()
	var out []string
	for _, q := range list {
		sql, _, err := render.Render(ix, render.SQLite, q, today)
		if err != nil {
			sql = err.Error()
		}
		out = append(out, sql)
	}
	return out
}

// sequences writes forms with the names of the database.
func sequences(ix *index.Index, q *link.Question, list []*form.Query) []string {
	var out []string
	for _, query := range list {
		tokens, err := form.Write(query, q)
		if err != nil {
			out = append(out, err.Error())
			continue
		}
		var words []string
		for _, tok := range tokens {
			switch {
			case tok.Kind == form.ColumnToken:
				words = append(words, ix.Columns[tok.N].Name)
			case tok.Kind == form.TableToken:
				words = append(words, ix.Tables[tok.N].Name)
			case tok.Kind == form.ItemToken:
				words = append(words, "<"+q.Items[tok.N].Text+">")
			case tok.Kind == form.QuestionWord:
				if text := q.Words[tok.N].Text; len(words) == 0 || words[len(words)-1] != text {
					words = append(words, text)
				}
			default:
				words = append(words, tok.String())
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func TestPropose(t *testing.T) {
	ix, l := kennel(t)
	for question, want := range map[string]string{
		"How many dogs are there?":                                 "from dog select count *",
		"How many different breeds are there?":                     "from dog select count distinct breed",
		"What is the average weight of Beagle dogs?":               "from dog select avg weight where breed = <Beagle>",
		"names of owners in Oslo":                                  "from owner select name where city = <Oslo>",
		"Which owners are not from Rome?":                          "from owner select name where city != <Rome>",
		"number of dogs per breed":                                 "from dog select breed count * group breed",
		"total fee by month in 2024":                               "from visit select month visit_date sum fee where visit_date during <year 2024> group month visit_date order month visit_date asc",
		"Which owner has the most dogs?":                           "from owner dog select name group owner_id name order count * desc limit1",
		"the 3 heaviest dogs":                                      "from dog select dog_name order weight desc limit 3",
		"dogs older than 9":                                        "from dog select dog_name where age > 9",
		"owners with more than 2 dogs":                             "from owner dog select name group owner_id name having count * > 2",
		"Which owners have no dogs?":                               "from owner select name where owner_id notin ( from dog select owner_id )",
		"How many visits have no paid date?":                       "from visit select count * where paid_date isnull",
		"breed and weight of dogs sorted by weight descending":     "from dog select breed weight order weight desc",
		"List the minimum, maximum and average age of dogs":        "from dog select min age max age avg age",
		"dogs with a weight between 10 and 20":                     "from dog select dog_name where weight between 10 20",
		"dogs heavier than the average weight":                     "from dog select dog_name where weight > ( from dog select avg weight )",
		"share of visits by breed":                                 "from dog visit select breed share count * group breed",
		"Dogs that are Poodle or Collie: dog name and age":         "from dog select dog_name age where breed = <Poodle> or breed = <Collie>",
		"Which owners' names start with 'Bo'?":                     "from owner select name where name startswith Bo",
		"total visit fee since 2023, Collie dogs excluded":         "from dog visit select sum fee where visit_date during <year since 2023> and breed != <Collie>",
		"Which breed has the highest average weight?":              "from dog select breed group breed order avg weight desc limit1",
		"Show the most common breed of dogs":                       "from dog select breed group breed order count * desc limit1",
		"Which cities have both Beagle and Poodle dogs?":           "from owner dog select city where breed = <Beagle> intersect from owner dog select city where breed = <Poodle>",
		"Show all breeds and the corresponding number of dogs":     "from dog select breed count * group breed",
		"How many visits were there last month?":                   "from visit select count * where visit_date during <month last month>",
		"What is the name and city of the owner with the most dog": "from owner dog select name city group owner_id name city order count * desc limit1",
	} {
		q := l.Read(question, today, nil)
		got := Propose(ix, q)
		if s := sequences(ix, q, got); !slices.Contains(s, want) {
			t.Errorf("%s: no %q among\n%s", question, want, strings.Join(s, "\n"))
		}
		if len(got) > most {
			t.Errorf("%s: %d forms", question, len(got))
		}
		for i, sql := range rendered(t, ix, got) {
			if !strings.HasPrefix(sql, "SELECT") && !strings.HasPrefix(sql, "WITH") {
				t.Errorf("%s: form %d does not render: %s", question, i, sql)
			}
		}
	}
}

func TestProposeIsAlwaysTheSame(t *testing.T) {
	ix, l := kennel(t)
	q := l.Read("names of owners in Oslo with more than 2 Beagle dogs since 2023, sorted by name", today, nil)
	want := sequences(ix, q, Propose(ix, q))
	for range 20 {
		if got := sequences(ix, q, Propose(ix, q)); !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func FuzzPropose(f *testing.F) {
	for _, question := range []string{"", "?", "most", "by", "between", "more than", "average", "how many", "top 5", "not", "per month", "'", "dog dog dog by dog per dog",
		"or more 3 or less", "the most least highest first", "with with with: :", "dogs with 'x' in the", "how much fee, id, name",
		"both Poodle or Collie dogs in Oslo or Rome", "both Poodle and Collie older than 3 in Oslo and Rome since 2020 or 2022", "dogs in Oslo or not Poodle", strings.Repeat("dogs by breed ", 20)} {
		f.Add(question)
	}
	ix, l := kennel(f)
	f.Fuzz(func(t *testing.T, question string) {
		q := l.Read(question, today, nil)
		list := Propose(ix, q)
		for _, query := range list {
			list = append(list, Neighbours(ix, q, query)...)
		}
		for i, tokens := range Written(q, list) {
			if tokens == nil {
				t.Errorf("form %d of %q cannot be written", i, question)
			}
		}
	})
}

func TestWritten(t *testing.T) {
	ix, l := kennel(t)
	q := l.Read("How many dogs are there?", today, nil)
	good := Propose(ix, q)[0]
	bad := &form.Query{Tables: []int{0}, Keep: form.NoTable, Select: []*form.Expr{column(ix.Column("", "dog", "age"))}}
	g := q.Grammar()
	got := Written(q, []*form.Query{good, bad})
	want := []int{g.Number(form.W("from")), g.Number(form.Token{Kind: form.TableToken, N: 1}), g.Number(form.W("select")), g.Number(form.W("count")),
		g.Number(form.Token{Kind: form.ColumnToken}), form.End()}
	if len(got) != 2 || !slices.Equal(got[0], want) || got[1] != nil {
		t.Errorf("got %v, want %v and nothing for a column of another table", got, want)
	}
}
