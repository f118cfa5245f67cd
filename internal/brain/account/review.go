package account

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

var standing = [...]brain.Stands{
	Nothing: brain.StandsForNothing, Connecting: brain.Connecting, Name: brain.StandsForName, Value: brain.StandsForValue, Time: brain.StandsForTime,
	Operation: brain.StandsForFigure, Definition: brain.StandsForTerm, Requirement: brain.StandsForPart, Synonym: brain.StandsForSynonym,
}

// Review writes the account into a review: the words with what they stand for, and what
// of the form no word says.
func (a *Account) Review(ctx context.Context, ix *index.Index, near *Nearness, query *form.Query, v *brain.Review) {
	v.Reads = a.names
	query.EachQuery(func(q *form.Query) {
		for _, t := range q.Tables {
			if name := strings.Join(ix.Tables[t].Words, " "); !slices.Contains(v.Subject, name) {
				v.Subject = append(v.Subject, name)
			}
		}
	})
	everything := namesOf(ix)
	for i := a.asked.Context; i < len(a.Parts); i++ {
		at := a.asked.Words[i]
		w := brain.Word{Text: at.Text, Start: at.Start, End: at.End, Stands: standing[a.Parts[i]], Known: a.isKnown(i)}
		if a.Parts[i] == Nothing {
			w.Place = a.placeOf(i)
			nearest, ok := near.Of(ctx, a.word(i), a.names)
			anywhere, known := near.Of(ctx, a.word(i), everything)
			w.Near, w.Anywhere, w.Measured = nearest, anywhere, ok && known
			if a.isRow(ctx, near, i) { // what the rows of a file are, nothing in it says
				w.Near = max(w.Near, tuning.NearAskedFor)
				w.Anywhere = max(w.Anywhere, w.Near)
			}
		}
		v.Words = append(v.Words, w)
	}
	a.reviewNumbers(ix, query, v)
	a.reviewOperations(v)
}

// namesOf are the names of the tables of a database, and of its columns where they are
// not too many.
func namesOf(ix *index.Index) []string {
	var list []string
	add := func(words []string, synonyms []string) {
		for _, name := range append([]string{strings.Join(words, " ")}, synonyms...) {
			if len(list) < tuning.NamesOfTopic && name != "" && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	for i := range ix.Tables {
		add(ix.Tables[i].Words, ix.Tables[i].Synonyms)
	}
	for i := 1; i < len(ix.Columns); i++ {
		add(ix.Columns[i].Words, ix.Columns[i].Synonyms)
	}
	return list
}

func (a *Account) placeOf(i int) brain.Place {
	switch {
	case a.isAskedFor(i):
		return brain.AskedFor
	case a.isBeforeThings(i):
		return brain.Modifies
	case a.isInPhrase(i):
		return brain.InPhrase
	case a.isDone(i):
		return brain.Done
	case a.isNoun(i):
		return brain.Noun
	}
	return brain.NoPlace
}

// reviewNumbers finds what a form compares with the numbers of a question, and which of
// its numbers and periods the question does not say.
func (a *Account) reviewNumbers(ix *index.Index, query *form.Query, v *brain.Review) {
	periods := a.periodsSaid()
	query.EachValue(func(value *form.Value, column int) {
		switch value.Kind {
		case form.Number:
			n, err := strconv.ParseFloat(value.Text, 64)
			if err != nil {
				return
			}
			i := a.numberAt(n)
			switch {
			case i >= 0:
				v.Numbers = append(v.Numbers, a.numberOf(ix, i, value, column))
			case column > 0 && n != 0 && n != 1 || column == 0 && n > 1 && n != 100:
				v.UnsaidNumbers++
			}
		case form.Period:
			if !slices.ContainsFunc(periods, func(p span.Period) bool { return samePeriod(p, value.Period) }) {
				v.UnsaidPeriods++
			}
		}
	})
}

func samePeriod(a, b span.Period) bool {
	return a.Every == b.Every && a.Start.Equal(b.Start) && a.End.Equal(b.End)
}

// periodsSaid are those that words of the question, or of the turn before, say.
func (a *Account) periodsSaid() []span.Period {
	var list []span.Period
	for _, i := range a.asked.Items {
		if i.Kind == link.Period || i.Value != nil && i.Value.Kind == form.Period {
			list = append(list, i.Value.Period)
		}
	}
	return list
}

// numberAt is the place of a number in the question, as it is or in another unit; -1
// where it is not there.
func (a *Account) numberAt(n float64) int {
	for _, factor := range []float64{1, 100, 0.01, 1000, 0.001, 60, 1.0 / 60} {
		for _, s := range a.asked.Spans {
			said, err := strconv.ParseFloat(s.Number, 64)
			if s.Kind == span.Number && err == nil && said*factor == n {
				return s.First
			}
		}
	}
	for i, w := range a.asked.Words {
		if said, err := strconv.ParseFloat(strings.TrimPrefix(w.Text, "#"), 64); err == nil && said == n {
			return i
		}
	}
	return -1
}

func (a *Account) numberOf(ix *index.Index, i int, value *form.Value, column int) brain.Number {
	n := brain.Number{Text: value.Text, Of: a.nounBefore(i)}
	if column <= 0 {
		return n
	}
	c := &ix.Columns[column]
	n.Column, n.Key, n.Amount = strings.Join(c.Words, " "), c.Primary || c.Foreign || c.Unique, c.Measure
	n.Named = slices.ContainsFunc(a.asked.Names, func(m link.Name) bool { return m.Column && m.Number == column })
	if noun := english.Singular(n.Of); noun != "" {
		is := func(w string) bool { return english.Stem(english.Singular(w)) == english.Stem(noun) }
		n.Same = slices.ContainsFunc(c.Words, is) || n.Key && slices.ContainsFunc(ix.Tables[c.Table].Words, is)
	}
	return n
}

// nounBefore is the noun that a number stands right behind, with a sign for a number
// between them at most.
func (a *Account) nounBefore(i int) string {
	k := i - 1
	for k >= a.asked.Context && english.Among(a.word(k), "# no no. nr nr. number num id № . :") {
		k--
	}
	if k < a.asked.Context {
		return ""
	}
	w := a.word(k)
	if len(w) < 3 || !strings.ContainsFunc(w, unicode.IsLetter) || link.IsCommon(w) || isSuperlative(w) || english.IsParticiple(w) || notNouns[w] {
		return ""
	}
	if a.Parts[k] == Connecting && !isUnit(w) {
		return ""
	}
	for _, s := range a.asked.Spans {
		if s.Kind != span.Number && s.First <= k && k < s.End {
			return ""
		}
	}
	return w
}

// notNouns stand before numbers of their own: they compare, or count rows.
var notNouns = english.NewSet(`over under above below than least most exactly equal equals about around roughly top bottom first last next previous past
	between and are was were has have had is more less fewer greater higher lower larger smaller only with without least up until till through plus minus times
	same least half every each per version chapter part`)

// asking is words that ask for what a form computes, and whether it does.
type asking struct {
	operation brain.Operation
	asks      english.Set // words that ask for it
	allows    english.Set // words that may ask for it; nil where no words need to
	has       func(*contents) bool
}

var askings = []asking{
	{brain.Averages, english.NewSet("average avg mean averages"), english.NewSet("typical typically normally usual usually per median ratio rate expected each"),
		computes(form.Avg, form.Median, form.Div, form.Moving)},
	{brain.Sums, english.NewSet("sum summed"), english.NewSet("total totals overall altogether combined all much many revenue sales spend spent spending cost costs amount amounts value volume quantity number per by most least highest lowest top each share percent percentage growth"),
		computes(form.Sum, form.Running, form.Add)},
	{brain.Counts, english.NewSet(""), english.NewSet("many number count counts counted numbers most least fewest fewer common popular frequent frequently often more less times single only multiple several at both share percentage percent proportion rate ratio total volume who which quantity size per by each than repeat twice once"),
		computes(form.Count)},
	{brain.Highest, english.NewSet("maximum max"), nil, func(f *contents) bool { return f.ordered || f.ops[form.Max] || f.ops[form.Rank] }},
	{brain.Lowest, english.NewSet("minimum min"), nil, func(f *contents) bool { return f.ordered || f.ops[form.Min] || f.ops[form.Rank] }},
	{brain.Distinct, english.NewSet("distinct"), nil, func(f *contents) bool { return f.distinct || f.grouped || f.ops[form.Count] }},
	{brain.Shares, english.NewSet("percentage percent proportion fraction"), english.NewSet("share shares rate ratio part portion contribution % how much"),
		computes(form.Pct, form.Share, form.ShareIn, form.Div, form.Growth, form.Change, form.Mul)},
	{brain.Groups, english.NewSet(""), english.NewSet("by per each every for most least highest lowest top which split breakdown distribution across common popular fewest best all different their who frequent more than least any busiest"),
		func(f *contents) bool { return f.grouped }},
	{brain.Limits, english.NewSet(""), english.NewSet("top bottom first last most least highest lowest best worst maximum minimum only one common popular frequent fewest latest earliest newest which what"),
		func(f *contents) bool { return f.limited }},
}

// reviewOperations finds the words for operations that the form does not have, and the
// operations that no word asks for.
func (a *Account) reviewOperations(v *brain.Review) {
	said := func(set english.Set) bool {
		for i := range a.Parts {
			if w := a.word(i); set[w] || set[english.Singular(w)] || isSuperlative(w) && set["most"] {
				return true
			}
		}
		return false
	}
	named := func(set english.Set) bool { // it is part of a name that the form reads
		return slices.ContainsFunc(a.names, func(n string) bool {
			return slices.ContainsFunc(strings.Fields(n), func(w string) bool { return set[w] })
		})
	}
	for _, one := range askings {
		switch {
		case one.has(a.form):
			if one.allows != nil && !said(one.asks) && !said(one.allows) && !named(one.asks) {
				v.Unasked = append(v.Unasked, one.operation)
			}
		case said(one.asks) && !named(one.asks):
			v.Missing = append(v.Missing, one.operation)
		}
	}
}
