package world

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

func (b *builder) fillStates(p *columnPlan) {
	c := &b.world.Columns[p.number]
	full, short := pools["state"], pools["usps"]
	for _, i := range b.rng.Perm(len(full))[:6+b.rng.IntN(10)] {
		v := Value{Text: full[i], Words: []string{full[i]}}
		if b.isoCountry || b.codeForm == "codes" {
			v.Text, v.Words = short[i], []string{full[i], short[i]}
		}
		c.Values = append(c.Values, v)
	}
	b.put(p, literals(c.Values, table.Text))
}

// fillTexts invents names, places, addresses and remarks.
func (b *builder) fillTexts(p *columnPlan) {
	c := &b.world.Columns[p.number]
	n := min(p.table.rows, mostValues)
	var texts []string
	switch p.kind {
	case Country:
		b.fillCountries(p)
		return
	case City:
		texts = inventMany(b.rng, "city", min(n, 8+b.rng.IntN(20)))
	case FirstName:
		texts = inventMany(b.rng, "first", min(n, 60))
	case LastName:
		texts = inventMany(b.rng, "last", min(n, 60))
	case Email:
		for range n {
			texts = append(texts, fmt.Sprintf("%s.%s%d@%s.example", strings.ToLower(invent(b.rng, "first")),
				plainWord(invent(b.rng, "last")), b.rng.IntN(90), strings.ToLower(invent(b.rng, "coin"))))
		}
	case Phone:
		for range n {
			texts = append(texts, fmt.Sprintf("+%d %03d %06d", 1+b.rng.IntN(60), b.rng.IntN(1000), b.rng.IntN(1000000)))
		}
	case Code:
		texts = b.codes(p, n)
	case Text:
		texts = inventMany(b.rng, "note", min(n, 30))
	default:
		sort := p.spec.pool
		if sort == "" && p.spec.kind == "person" {
			sort = "person"
		}
		if sort == "" {
			sort = "product"
		}
		if sort == "person" && p.table.spec.kind != Entity {
			n = min(n, 30)
		}
		texts = inventMany(b.rng, sort, n)
	}
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	b.rng.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	const told = 40
	for _, s := range texts[:min(told, len(texts))] {
		if p.kind == Text {
			break
		}
		c.Values = append(c.Values, Value{Text: s, Words: spoken(s)})
	}
	var l []table.Value
	for _, s := range texts {
		l = append(l, table.NewText(s))
	}
	b.put(p, l)
}

// spoken are the ways to write a name: companies often without their legal form.
func spoken(s string) []string {
	words := []string{s}
	i := strings.LastIndexByte(s, ' ')
	if i > 0 && slices.Contains(pools["suffix"], s[i+1:]) {
		words = append(words, s[:i])
	}
	return words
}

func (b *builder) fillCountries(p *columnPlan) {
	c := &b.world.Columns[p.number]
	full, short := pools["country"], pools["iso"]
	for _, i := range b.rng.Perm(len(full))[:min(len(full), p.table.rows, 5+b.rng.IntN(16))] {
		v := Value{Text: full[i], Words: []string{full[i]}}
		if b.isoCountry {
			v.Text, v.Words = short[i], []string{full[i], short[i]}
		}
		c.Values = append(c.Values, v)
	}
	b.put(p, literals(c.Values, table.Text))
}

// codes follow the column's pattern: A is a letter, 9 a digit.
func (b *builder) codes(p *columnPlan, n int) []string {
	if len(p.spec.values) > 0 {
		return codesOf(p.spec.values, b.codeLength)
	}
	like := p.spec.like
	if like == "" {
		like = pick(b.rng, "AA999", "A-9999", "AAA-99", "99-9999", "AAA")
	}
	var l []string
	for range n {
		l = append(l, strings.Map(func(r rune) rune {
			switch r {
			case 'A':
				return 'A' + rune(b.rng.IntN(26))
			case '9':
				return '0' + rune(b.rng.IntN(10))
			}
			return r
		}, like))
	}
	return l
}
