package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

var (
	asksBasket = lazyregexp.New(`(?i)\b(?:bought|purchased|sold|ordered|rented|borrowed|booked|used|appear|go|come|sell|occur|found|listed|taken|played|chosen)(?: most| most often| often| frequently| usually)? (?:well )?together\b|\b(?:market[- ])?basket analysis\b|\bmarket[- ]basket\b|\bassociation (?:rules?|analysis)\b|\bfrequently bought (?:together|with)\b|\bcross[- ]sell(?:ing)?\b|\b(?:affinity|co-?occurrence|co-?purchase) (?:analysis|of|between)|\bbought in the same (?:order|basket|purchase)\b|\balso (?:buy|bought|order|ordered|purchased?)\b`)
	// otherTogether is a total of several, or the like.
	otherTogether = lazyregexp.New(`(?i)\b(?:all|taken|put|added|altogether|both) together\b|\bbasket (?:size|value|total|price)\b|\bcross-?selling (?:team|revenue|rate|budget)\b|\bhow many\b|\btotal\b|\bsum\b|\bhow much\b`)
	// basketWords say no more than what is asked.
	basketWords = english.NewSet("bought purchased sold ordered rented borrowed booked used appear go come sell occur found listed taken played chosen together market basket analysis association rule cross sell selling frequently often usually most well affinity occurrence co same also buy order people customer do what kind pairs pair combination combinations combined typically tend")
	// basketNouns are nouns for what is bought at once.
	basketNouns = english.NewSet("order invoice transaction receipt basket cart purchase sale visit ticket bill bon playlist session prescription booking rental")
)

// readBasket is true for a message that asks what is bought together.
func readBasket(text string) bool {
	return asksBasket.MatchString(text) && !otherTogether.MatchString(text)
}

// lines are rows that each put an item into a basket.
type lines struct {
	table        int
	basket, item int // columns
	name         int // the column that names an item; 0 where the item itself does
	noun, plural string
	baskets      string // several of them
}

// basket plans which items come together more often than chance explains.
func (a *Analyst) basket(_ context.Context, q brain.Question) (*brain.Analysis, error) {
	if !readBasket(q.Text) {
		return nil, nil
	}
	l, ok := a.linesNamed(q.Text)
	if ok && l.table < 0 {
		return declined(fmt.Sprintf("Plumb finds no rows that put %s into baskets, such as the lines of orders. Ask for something that lines have, such as products.", l.plural)), nil
	}
	if !ok {
		return declined("What is bought together needs rows that put things into baskets, such as the lines of orders with a product each. Plumb finds no table with such two keys here."), nil
	}
	var at *form.Expr
	if c := a.whenOf(l.table); c > 0 {
		at = edit.Column(c)
	}
	only := a.scopeOf(q.Text, l.table, at, basketWords, q.Now)
	p, err := a.planBasket(l, only.where, q.Now)
	if err != nil {
		return nil, err
	}
	p.Question = q.Text
	return only.analysis(p, 0.9), nil
}

// linesNamed finds the table of lines: that of an item which the message names, else of
// goods. The table is -1 where the message names things that no lines hold.
func (a *Analyst) linesNamed(text string) (lines, bool) {
	for _, w := range span.Words(text) {
		noun := english.Singular(strings.ToLower(w.Text))
		if basketNouns[noun] || people[noun] {
			continue
		}
		if l, ok := a.linesOf(noun); ok {
			return l, true
		}
		if s, ok := a.tableSubject(noun); ok {
			return lines{table: -1, plural: s.plural}, true
		}
	}
	// What baskets usually hold.
	for _, noun := range []string{"product", "item", "article", "good", "sku", "film", "movie", "track", "song", "book", "dish", "part", "service", "description", "course", "category"} {
		if l, ok := a.linesOf(noun); ok {
			return l, true
		}
	}
	return lines{}, false
}

// linesOf finds the lines that hold such items.
func (a *Analyst) linesOf(noun string) (lines, bool) {
	if s, ok := a.tableSubject(noun); ok {
		best, near := lines{}, 1<<10
		for t := range a.Index.Tables {
			far := a.hops(t, s.table)
			if a.Index.Tables[t].View || t == s.table || far >= near {
				continue
			}
			item := s.key // of what the line's item belongs to
			if foreign, key, has := edit.KeyTo(a.Index, t, s.table); has && key == s.key {
				item = foreign
			}
			if l, ok := a.basketIn(t, item); ok {
				l.noun, l.plural = s.noun, s.plural
				if d := a.Index.Tables[s.table].Display; len(d) > 0 {
					l.name = d[0]
				}
				best, near = l, far
			}
		}
		return best, near < 1<<10
	}
	for c := range a.Index.Columns {
		if c == 0 || !a.tellsApart(c, noun) && !a.tellsApart(c, noun+" name") {
			continue
		}
		if l, ok := a.basketIn(a.Index.Columns[c].Table, c); ok {
			l.noun, l.plural = noun, english.Plural(noun)
			return l, true
		}
	}
	return lines{}, false
}

// basketIn finds the other key of a line: what is bought at once.
func (a *Analyst) basketIn(t, item int) (lines, bool) {
	l := lines{table: t, item: item}
	own := a.Index.Tables[t].RowNoun()
	var others []index.Key
	for _, k := range a.Index.KeysFrom(t) {
		to := a.Index.Columns[k.To[0]].Table
		if len(k.From) != 1 || k.From[0] == item || a.Index.Columns[k.From[0]].Unique {
			continue
		}
		others = append(others, k)
		if head := a.Index.Tables[to].RowNoun(); basketNouns[lastWord(head)] {
			l.basket, l.baskets = k.From[0], english.Plural(head)
			return l, true
		}
	}
	if len(others) == 1 && len(a.Index.Tables[t].Columns) <= 4 && a.Index.Columns[item].Foreign {
		// A table of two keys and little else puts one into the other.
		l.basket, l.baskets = others[0].From[0], english.Plural(a.Index.Tables[a.Index.Columns[others[0].To[0]].Table].RowNoun())
		return l, true
	}
	for _, c := range a.Index.Tables[t].Columns {
		for _, noun := range slices.Sorted(maps.Keys(basketNouns)) {
			if c != item && noun != own && a.tellsApart(c, noun) {
				l.basket, l.baskets = c, english.Plural(noun)
				return l, true
			}
		}
	}
	return l, false
}

func lastWord(noun string) string { return noun[strings.LastIndexByte(noun, ' ')+1:] }

const (
	leastTogether = 5     // baskets that have both
	largestBasket = 100   // items; larger ones are left out
	mostPairs     = 20000 // that are tested
)

func (a *Analyst) planBasket(l lines, where []*form.Cond, now time.Time) (*plan.Plan, error) {
	basket, item := edit.Column(l.basket), edit.Column(l.item)
	name := item
	if l.name > 0 {
		name = edit.Column(l.name)
	}
	q := &form.Query{Keep: form.NoTable, Distinct: true, Select: []*form.Expr{basket, item, name}}
	q.Where = form.AllOf(append([]*form.Cond{{Op: form.NotNull, Left: basket}, {Op: form.NotNull, Left: item}}, where...))
	q.Tables = tablesOf(a.Index, q, l.table)
	if len(q.Tables) > 1 {
		q.Keep = l.table
	}
	rows, err := a.render(q, now)
	if err != nil {
		return nil, err
	}
	head := "WITH plumb_all(basket, item, name) AS (\n" + rows + "\n), plumb_sizes AS (\nSELECT basket, COUNT(*) AS items FROM plumb_all GROUP BY basket\n), plumb_lines AS (\n" +
		fmt.Sprintf("SELECT l.basket, l.item, l.name, s.items FROM plumb_all AS l JOIN plumb_sizes AS s ON s.basket = l.basket WHERE s.items <= %d\n)\n", largestBasket)
	args := method.BasketArguments{Noun: l.noun, Plural: l.plural, Baskets: l.baskets, Least: leastTogether, Largest: largestBasket}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	step := func(output, goal, sql string) plan.Step {
		return plan.Step{Language: plan.Read, Source: a.Source, Output: output, Goal: goal, Code: head + sql}
	}
	p := &plan.Plan{Title: fmt.Sprintf("%s that are together in %s more often than by chance", l.plural, l.baskets), Method: method.Basket.Name, By: By,
		Assumptions: []string{fmt.Sprintf("the %s of %s are the baskets; each holds a %s once, whatever its quantity", l.baskets, render.Table(a.Index, l.table, true), l.noun)}}
	p.Steps = numbered([]plan.Step{
		step("baskets", fmt.Sprintf("Count the %s, and those with several %s", l.baskets, l.plural), "SELECT COUNT(DISTINCT basket) AS baskets, COUNT(DISTINCT CASE WHEN items > 1 THEN basket END) AS several, COUNT(*) AS line_count, SUM(items - 1) AS others FROM plumb_lines"),
		step("items", fmt.Sprintf("Count the %s that each %s is in", l.baskets, l.noun),
			fmt.Sprintf("SELECT item, MIN(name) AS name, COUNT(*) AS baskets FROM plumb_lines GROUP BY item HAVING COUNT(*) >= %d ORDER BY COUNT(*) DESC, item", leastTogether)),
		step("pairs", fmt.Sprintf("Count the %s that each two of them are in, from %d on", l.baskets, leastTogether),
			fmt.Sprintf("SELECT x.item AS item, y.item AS other, COUNT(*) AS together FROM plumb_lines AS x JOIN plumb_lines AS y ON y.basket = x.basket AND y.item > x.item WHERE x.items > 1\nGROUP BY x.item, y.item HAVING COUNT(*) >= %d ORDER BY COUNT(*) DESC, x.item, y.item LIMIT %d", leastTogether, mostPairs)),
		{Language: plan.Compute, Method: method.Basket.Name, Arguments: encoded, Inputs: []string{"baskets", "items", "pairs"}, Output: "together",
			Goal: "Find the pairs that are together more often than chance explains, with support, confidence and lift"}})
	return p, nil
}
