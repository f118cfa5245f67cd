package story

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// maker invents tables and sentences about them. What it says is computed
// here, apart from the check, so that the two can disagree.
type maker struct {
	r      *rand.Rand
	names  []string
	months []time.Time
	value  map[[2]int]int // by name and month
	noun   string         // of the names
	what   string         // the measure
	table  *table.Table
}

var vocabularies = []struct{ noun, what, names string }{
	{"region", "revenue", "North South East West Central Coast"},
	{"product", "units", "Anchor Beacon Cinder Dynamo Ember Falcon"},
	{"team", "tickets", "Alpha Bravo Delta Gamma Omega Sigma"},
	{"country", "visitors", "Austria Belgium Chile Denmark Estonia France"},
	{"store", "orders", "Hamburg Krakow Leeds Malaga Nantes Odense"},
	{"segment", "profit", "Enterprise Government Education Retail Startup Nonprofit"},
}

// newMaker makes a table of names, of months, or of both. Its numbers are far
// enough apart that one cannot be taken for another.
func newMaker(seed uint64, shape int) *maker {
	m := &maker{r: rand.New(rand.NewPCG(seed, uint64(shape))), value: map[[2]int]int{}}
	v := vocabularies[seed%uint64(len(vocabularies))]
	m.noun, m.what = v.noun, v.what
	m.names, m.months = []string{""}, []time.Time{{}}
	if shape != 1 {
		m.names = strings.Fields(v.names)
		m.r.Shuffle(len(m.names), func(i, j int) { m.names[i], m.names[j] = m.names[j], m.names[i] })
		m.names = m.names[:4+m.r.IntN(2)]
	}
	if shape != 0 {
		m.months = nil
		for i := range 6 + m.r.IntN(3) {
			m.months = append(m.months, time.Date(2025, time.Month(2+i), 1, 0, 0, 0, 0, time.UTC))
		}
	}
	m.table = &table.Table{}
	if shape != 1 {
		m.table.Columns = append(m.table.Columns, table.Column{Name: m.noun, Kind: table.Text})
	}
	if shape != 0 {
		m.table.Columns = append(m.table.Columns, table.Column{Name: "month", Kind: table.Date})
	}
	m.table.Columns = append(m.table.Columns, table.Column{Name: m.what, Kind: table.Int})
	var taken []int
	for i, n := range m.names {
		for j, at := range m.months {
			x := 0
			for x == 0 || slices.ContainsFunc(taken, func(t int) bool { return math.Abs(float64(t-x)) < 0.011*float64(x) }) {
				x = 1000 + m.r.IntN(90000)
			}
			taken = append(taken, x)
			m.value[[2]int{i, j}] = x
			var row table.Row
			if shape != 1 {
				row = append(row, table.NewText(n))
			}
			if shape != 0 {
				row = append(row, table.NewDate(at.Unix()/86400))
			}
			m.table.Rows = append(m.table.Rows, append(row, table.NewInt(int64(x))))
		}
	}
	return m
}

func commas(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// off is a number that is clearly another one, and none of the table's own.
func (m *maker) off(n int) int {
	for {
		x := int(float64(n) * (0.6 + 0.8*m.r.Float64()))
		wrong := math.Abs(float64(x-n)) > 0.06*math.Abs(float64(n))
		for _, v := range m.value {
			wrong = wrong && math.Abs(float64(x-v)) > 0.011*float64(v)
		}
		if wrong {
			return x
		}
	}
}

func (m *maker) pair(n int) (a, b int) {
	a = m.r.IntN(n)
	return a, (a + 1 + m.r.IntN(n-1)) % n
}

// sentences are true ones, and false ones that differ in one thing.
func (m *maker) sentences() (trues, falses []string) {
	say := func(right, wrong string) { trues, falses = append(trues, right), append(falses, wrong) }
	switch {
	case len(m.months) == 1:
		m.aboutNames(say)
	case len(m.names) == 1:
		m.aboutMonths(say)
	default:
		m.aboutBoth(say)
	}
	return trues, falses
}

func (m *maker) aboutNames(say func(right, wrong string)) {
	v := func(i int) int { return m.value[[2]int{i, 0}] }
	order := make([]int, len(m.names))
	total := 0
	for i := range order {
		order[i] = i
		total += v(i)
	}
	slices.SortFunc(order, func(a, b int) int { return v(b) - v(a) })
	name := func(place int) string { return m.names[order[place]] }
	last := len(order) - 1
	a, b := m.pair(len(m.names))
	A, B := m.names[a], m.names[b]
	share := func(n int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(total)) }
	say(fmt.Sprintf("%s has %s of %s.", A, m.what, commas(v(a))), fmt.Sprintf("%s has %s of %s.", A, m.what, commas(v(b))))
	say(fmt.Sprintf("%s recorded %s %s.", A, commas(v(a)), m.what), fmt.Sprintf("%s recorded %s %s.", A, commas(m.off(v(a))), m.what))
	say(fmt.Sprintf("%s has the highest %s with %s.", name(0), m.what, commas(v(order[0]))), fmt.Sprintf("%s has the highest %s.", name(1), m.what))
	say(fmt.Sprintf("%s is last with %s.", name(last), commas(v(order[last]))), fmt.Sprintf("The lowest %s is that of %s.", m.what, name(last-1)))
	say(fmt.Sprintf("In total, %s came to %s.", m.what, commas(total)), fmt.Sprintf("In total, %s came to %s.", m.what, commas(m.off(total))))
	say(fmt.Sprintf("%s accounts for %s of %s.", A, share(v(a)), m.what), fmt.Sprintf("%s accounts for %s of %s.", A, share(m.off(v(a))), m.what))
	say(fmt.Sprintf("%s leads %s by %s.", name(0), name(1), commas(v(order[0])-v(order[1]))), fmt.Sprintf("%s leads %s by %s.", name(0), name(1), commas(v(order[0])-v(order[2]))))
	say(fmt.Sprintf("%s is ahead of %s.", name(1), name(2)), fmt.Sprintf("%s is ahead of %s.", name(3), name(2)))
	say(fmt.Sprintf("%s comes second, with %s.", name(1), commas(v(order[1]))), fmt.Sprintf("%s ranks second.", name(2)))
	say(fmt.Sprintf("On average a %s has %s of %.0f.", m.noun, m.what, float64(total)/float64(len(order))), fmt.Sprintf("The average is %.0f.", float64(m.off(total))/float64(len(order))))
	say(fmt.Sprintf("%s leads with %s, followed by %s at %s.", name(0), commas(v(order[0])), name(1), commas(v(order[1]))),
		fmt.Sprintf("%s leads with %s, followed by %s at %s.", name(0), commas(v(order[1])), name(1), commas(v(order[0]))))
	say(fmt.Sprintf("%s (%s) and %s (%s) differ by %s.", A, commas(v(a)), B, commas(v(b)), commas(max(v(a)-v(b), v(b)-v(a)))),
		fmt.Sprintf("%s (%s) and %s (%s) are compared.", A, commas(v(b)), B, commas(v(a))))
	say(fmt.Sprintf("There are %d %s.", len(order), plural(m.noun)), fmt.Sprintf("There are %d %s.", len(order)+1, plural(m.noun)))
	say(fmt.Sprintf("The top two %s, %s and %s, make up %s.", plural(m.noun), name(0), name(1), share(v(order[0])+v(order[1]))),
		fmt.Sprintf("The top two %s, %s and %s, make up most of it.", plural(m.noun), name(0), name(2)))
}

func plural(s string) string {
	if strings.HasSuffix(s, "y") {
		return s[:len(s)-1] + "ies"
	}
	return s + "s"
}

func (m *maker) aboutMonths(say func(right, wrong string)) {
	v := func(i int) int { return m.value[[2]int{0, i}] }
	month := func(i int) string {
		return m.months[i].Format([]string{"January", "January 2006", "2006-01", "Jan 2006"}[m.r.IntN(4)])
	}
	n := len(m.months)
	total, top, low := 0, 0, 0
	for i := range n {
		total += v(i)
		if v(i) > v(top) {
			top = i
		}
		if v(i) < v(low) {
			low = i
		}
	}
	a, b := m.pair(n)
	step := 1 + m.r.IntN(n-1)
	moved := func(from, to int) (verb, wrong, size string) {
		d := 100 * float64(v(to)-v(from)) / float64(v(from))
		if d < 0 {
			return "fell", "rose", fmt.Sprintf("%.1f%%", -d)
		}
		return "rose", "fell", fmt.Sprintf("%.1f%%", d)
	}
	M := strings.ToUpper(m.what[:1]) + m.what[1:]
	say(fmt.Sprintf("%s was %s in %s.", M, commas(v(a)), month(a)), fmt.Sprintf("%s was %s in %s.", M, commas(v(a)), month(b)))
	say(fmt.Sprintf("In %s, %s reached %s.", month(a), m.what, commas(v(a))), fmt.Sprintf("In %s, %s reached %s.", month(a), m.what, commas(m.off(v(a)))))
	verb, wrong, size := moved(step-1, step)
	say(fmt.Sprintf("%s %s %s in %s.", M, verb, size, month(step)), fmt.Sprintf("%s %s %s in %s.", M, wrong, size, month(step)))
	verb, wrong, size = moved(0, n-1)
	say(fmt.Sprintf("%s %s %s from %s to %s.", M, verb, size, month(0), month(n-1)), fmt.Sprintf("%s %s from %s to %s.", M, wrong, month(0), month(n-1)))
	say(fmt.Sprintf("Overall %s %s, from %s to %s.", m.what, verb, commas(v(0)), commas(v(n-1))), fmt.Sprintf("Overall %s %s.", m.what, wrong))
	say(fmt.Sprintf("%s peaked in %s at %s.", M, month(top), commas(v(top))), fmt.Sprintf("%s peaked in %s.", M, month(low)))
	say(fmt.Sprintf("The weakest month was %s with %s.", month(low), commas(v(low))), fmt.Sprintf("The weakest month was %s.", month(top)))
	say(fmt.Sprintf("All %d months together bring %s.", n, commas(total)), fmt.Sprintf("All %d months together bring %s.", n, commas(m.off(total))))
	if lo, hi := min(a, b), max(a, b); v(lo) < v(hi) {
		say(fmt.Sprintf("%s was higher than %s.", month(hi), month(lo)), fmt.Sprintf("%s was higher than %s.", month(lo), month(hi)))
		say(fmt.Sprintf("Between %s and %s, %s rose by %s.", month(lo), month(hi), m.what, commas(v(hi)-v(lo))),
			fmt.Sprintf("Between %s and %s, %s rose by %s.", month(lo), month(hi), m.what, commas(m.off(v(hi)-v(lo)))))
	}
}

func (m *maker) aboutBoth(say func(right, wrong string)) {
	v := func(i, j int) int { return m.value[[2]int{i, j}] }
	a, b := m.pair(len(m.names))
	p, q := m.pair(len(m.months))
	A, B := m.names[a], m.names[b]
	P, Q := m.months[p].Format("January"), m.months[q].Format("January")
	sum := func(i int) (n int) {
		for j := range m.months {
			n += v(i, j)
		}
		return n
	}
	say(fmt.Sprintf("%s made %s in %s.", A, commas(v(a, p)), P), fmt.Sprintf("%s made %s in %s.", A, commas(v(a, q)), P))
	say(fmt.Sprintf("In %s, %s stood at %s and %s at %s.", P, A, commas(v(a, p)), B, commas(v(b, p))), fmt.Sprintf("In %s, %s stood at %s.", P, A, commas(v(b, p))))
	say(fmt.Sprintf("%s totalled %s.", A, commas(sum(a))), fmt.Sprintf("%s totalled %s.", A, commas(sum(b))))
	more, less, x := A, B, p
	if v(a, p) < v(b, p) {
		more, less = B, A
	}
	say(fmt.Sprintf("%s beat %s in %s.", more, less, m.months[x].Format("January")), fmt.Sprintf("%s beat %s in %s.", less, more, m.months[x].Format("January")))
	verb, wrong := "rose", "fell"
	if v(a, q) < v(a, p) != (q < p) {
		verb, wrong = wrong, verb
	}
	from, to := P, Q
	if q < p {
		from, to = Q, P
	}
	say(fmt.Sprintf("From %s to %s, %s %s.", from, to, A, verb), fmt.Sprintf("From %s to %s, %s %s.", from, to, A, wrong))
}

// generate gives narratives over tables of all shapes.
func generate(seeds []uint64, belief bool) []narrative {
	var list []narrative
	for _, seed := range seeds {
		for shape := range 3 {
			m := newMaker(seed, shape)
			trues, falses := m.sentences()
			ctx := Context{Question: fmt.Sprintf("Show %s by %s", m.what, m.noun)}
			for i := range trues {
				file := fmt.Sprintf("generated %d/%d", seed, shape)
				list = append(list, narrative{file: file, text: trues[i], table: m.table, context: ctx, belief: belief},
					narrative{file: file, text: falses[i], false: []place{{0, len(falses[i])}}, table: m.table, context: ctx, belief: belief})
			}
		}
	}
	return list
}

func TestGenerated(t *testing.T) {
	holdAll(t, append(generate([]uint64{0, 1, 2, 6, 7, 8}, false), generate([]uint64{3, 4, 5, 9, 10, 11}, true)...))
}
