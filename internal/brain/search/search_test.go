package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

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
	ix, l := kenneltest.Kennel(t)
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
		q := l.Read(question, kenneltest.Today, nil)
		got := Propose(ix, q)
		if s := sequences(ix, q, got); !slices.Contains(s, want) {
			t.Errorf("%s: no %q among\n%s", question, want, strings.Join(s, "\n"))
		}
		if len(got) > most {
			t.Errorf("%s: %d forms", question, len(got))
		}
		for i, sql := range kenneltest.Render(t, ix, got) {
			if !strings.HasPrefix(sql, "SELECT") && !strings.HasPrefix(sql, "WITH") {
				t.Errorf("%s: form %d does not render: %s", question, i, sql)
			}
		}
	}
}

func TestProposeIsAlwaysTheSame(t *testing.T) {
	ix, l := kenneltest.Kennel(t)
	q := l.Read("names of owners in Oslo with more than 2 Beagle dogs since 2023, sorted by name", kenneltest.Today, nil)
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
	ix, l := kenneltest.Kennel(f)
	f.Fuzz(func(t *testing.T, question string) {
		q := l.Read(question, kenneltest.Today, nil)
		list := Propose(ix, q)
		for _, query := range list {
			list = append(list, Neighbours(ix, q, query)...)
		}
		w := q.Writer()
		for i, query := range list {
			if w.Write(query) == nil {
				t.Errorf("form %d of %q cannot be written", i, question)
			}
		}
	})
}
