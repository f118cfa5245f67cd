package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// opposites are words for the other value of columns that say yes or no, by the stem of
// a word in the column's name.
var opposites = func() map[string]english.Set {
	m := map[string]english.Set{}
	for names, words := range map[string]string{
		"survived survivor survival alive": "died dead death deaths die dies perished mortality fatal fatality fatalities drowned killed",
		"active":                           "former left quit gone dormant",
		"paid":                             "outstanding owed owing overdue open",
		"approved accepted":                "rejected denied refused declined",
		"passed":                           "failed failing failure",
		"won":                              "lost losing",
		"delivered":                        "lost",
		"present attended":                 "absent missed",
		"finished completed":               "abandoned dropped dnf",
	} {
		for n := range strings.FieldsSeq(names) {
			m[english.Stem(n)] = english.NewSet(words)
		}
	}
	return m
}()

// saysOpposite is true for a question that says the opposite of what a column is called,
// and not the name itself: who died, of a column survived.
func saysOpposite(k *index.Column, asked *link.Question) bool {
	found := false
	for _, w := range asked.Words[asked.Context:] {
		said := strings.ToLower(w.Text)
		for _, name := range k.Words {
			stem := english.Stem(name)
			if len(stem) > 2 && english.Stem(said) == stem {
				return false
			}
			for _, not := range []string{"un", "in", "non", "dis", "im", "ir"} {
				rest, cut := strings.CutPrefix(said, not)
				found = found || cut && len(rest) > 3 && english.Stem(rest) == stem
			}
			found = found || opposites[stem][said]
		}
	}
	return found
}

// isFlag is true for a column that says yes or no.
func isFlag(k *index.Column) bool {
	return k.Kind == index.Boolean || len(k.Enum) == 2 && slices.ContainsFunc(k.Enum, func(v index.Value) bool {
		return english.Among(strings.ToLower(v.Text), "yes no y n ja nein si sí oui non sim não true false t f 1 0")
	})
}

// wrongSides are the conditions on flags that hold where the question says the
// opposite of them, and sums of such flags.
func wrongSides(c *Case) (conds []*form.Cond, sums []*form.Expr) {
	flag := func(e *form.Expr) bool {
		return e != nil && e.Op == form.Column && e.Column > 0 && isFlag(&c.Index.Columns[e.Column]) && saysOpposite(&c.Index.Columns[e.Column], c.Asked)
	}
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			if (e.Op == form.Sum || e.Op == form.Avg) && len(e.Args) == 1 && flag(e.Args[0]) {
				sums = append(sums, e)
			}
		}, func(k *form.Cond) {
			if k.Op == form.Equal && flag(k.Left) && k.Right != nil && k.Right.Op == form.Literal && isYes(k.Right.Value.Text) {
				conds = append(conds, k)
			}
		})
	})
	return conds, sums
}

// closedOnes are the conditions that keep what is closed where the question is about what is
// open, such as 'Closed Won' for open deals.
func closedOnes(c *Case) []*form.Cond {
	says := func(word string) bool {
		return slices.ContainsFunc(c.Asked.Words[c.Asked.Context:], func(w span.Word) bool { return strings.EqualFold(w.Text, word) })
	}
	if !says("open") || says("closed") {
		return nil
	}
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			var values []*form.Value
			switch {
			case k.Op == form.AnyOf:
				values = k.Values
			case k.Op == form.Equal && literalOf(k.Right) != nil:
				values = []*form.Value{k.Right.Value}
			}
			if len(values) > 0 && k.Left.Op == form.Column && k.Left.Column > 0 && !slices.ContainsFunc(values, func(v *form.Value) bool { return !strings.HasPrefix(strings.ToLower(v.Text), "closed") }) {
				list = append(list, k)
			}
		})
	})
	return list
}

func keepOpenOnes(c *Case) {
	for _, k := range closedOnes(c) {
		*k = form.Cond{Op: form.NotContains, Left: k.Left, Values: []*form.Value{{Kind: form.Text, Text: "Closed"}}}
	}
}

// unusedCurrency is the one currency that the question names, where the form adds up or
// counts rows of several.
func unusedCurrency(c *Case) *link.Item {
	var found *link.Item
	for i := range c.Asked.Items {
		item := &c.Asked.Items[i]
		if item.Column <= 0 || item.First < c.Asked.Context || item.Kind == link.Listed || !english.Among("currency", strings.Join(c.Index.Columns[item.Column].Words, " ")) {
			continue
		}
		if found != nil {
			return nil
		}
		found = item
	}
	if found == nil || !slices.Contains(c.Query.Tables, c.Index.Columns[found.Column].Table) || c.Query.Set != form.NoSet {
		return nil
	}
	used := false
	c.Query.Visit(func(e *form.Expr) { used = used || e.Op == form.Column && e.Column == found.Column }, nil)
	if used {
		return nil
	}
	return found
}

func useCurrency(c *Case) {
	item := unusedCurrency(c)
	only := &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: item.Column}, Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: item.Text, Stored: true}}}
	c.Query.Where = form.AllOf(append(slices.Clone(c.Query.Where.Conjuncts()), only))
}

func isYes(text string) bool {
	return english.Among(strings.ToLower(text), "yes y ja si sí oui sim true t 1")
}

// turnSides tests for the other value, and counts the rows that have it instead of
// adding up the flags.
func turnSides(c *Case) {
	conds, sums := wrongSides(c)
	for _, k := range conds {
		k.Op = form.NotEqual
	}
	for _, e := range sums {
		flag := e.Args[0]
		other := &form.Cond{Op: form.NotEqual, Left: flag, Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: "1"}}}
		if e.Op == form.Avg {
			*e = form.Expr{Op: form.Sub, Args: []*form.Expr{{Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: "1"}}, {Op: form.Avg, Args: []*form.Expr{flag}}}}
			continue
		}
		*e = form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.If, Args: []*form.Expr{{Op: form.Column}}, If: other}}}
	}
}
