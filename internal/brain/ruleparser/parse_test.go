package ruleparser

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// sequence writes a form with the names of the database, "" for none.
func sequence(ix *index.Index, q *link.Question, query *form.Query) string {
	if query == nil {
		return ""
	}
	tokens, err := form.Write(query, q)
	if err != nil {
		return err.Error()
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
	return strings.Join(words, " ")
}

func TestParse(t *testing.T) {
	ix, l := kenneltest.Kennel(t)
	for question, want := range map[string]string{
		"How many dogs are there?":                                 "from dog select count *",
		"How many different breeds are there?":                     "from dog select count distinct breed",
		"What is the average weight of Beagle dogs?":               "from dog select avg weight where breed = <Beagle>",
		"names of owners in Oslo":                                  "from owner select name where city = <Oslo>",
		"Which owners are not from Rome?":                          "from owner select name where city != <Rome>",
		"number of dogs per breed":                                 "from dog select count * breed group breed",
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
		got := Parse(ix, q)
		if s := sequence(ix, q, got); s != want {
			t.Errorf("%s: %q, want %q", question, s, want)
			continue
		}
		if sql := kenneltest.Render(t, ix, []*form.Query{got})[0]; !strings.HasPrefix(sql, "SELECT") && !strings.HasPrefix(sql, "WITH") {
			t.Errorf("%s does not render: %s", question, sql)
		}
	}
}

func TestParseIsAlwaysTheSame(t *testing.T) {
	ix, l := kenneltest.Kennel(t)
	q := l.Read("names of owners in Oslo with more than 2 Beagle dogs since 2023, sorted by name", kenneltest.Today, nil)
	want := sequence(ix, q, Parse(ix, q))
	for range 20 {
		if got := sequence(ix, q, Parse(ix, q)); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, question := range []string{"", "?", "most", "by", "between", "more than", "average", "how many", "top 5", "not", "per month", "'", "dog dog dog by dog per dog",
		"or more 3 or less", "the most least highest first", "with with with: :", "dogs with 'x' in the", "how much fee, id, name",
		"both Poodle or Collie dogs in Oslo or Rome", "both Poodle and Collie older than 3 in Oslo and Rome since 2020 or 2022", "dogs in Oslo or not Poodle", strings.Repeat("dogs by breed ", 20)} {
		f.Add(question)
	}
	ix, l := kenneltest.Kennel(f)
	f.Fuzz(func(t *testing.T, question string) {
		q := l.Read(question, kenneltest.Today, nil)
		if parsed := Parse(ix, q); parsed != nil && q.Writer().Write(parsed) == nil {
			t.Errorf("the form of %q cannot be written", question)
		}
	})
}
