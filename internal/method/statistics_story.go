package method

import (
	"fmt"
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
)

// comparison is where the findings of a test of groups stand.
type comparison struct {
	test   stats.Test
	from   int // the statistic, the p-value and the effect
	means  int // the mean or the share of each group, and its number of rows
	groups int
	share  string // what the shares are called; "" where means are compared
}

// tell says what was found: tests of groups in a sentence each, other findings one by
// one, as many as a person reads.
func (s *statistician) tell(w *story.Writer) {
	const most = 8
	told := 0
	for i := 0; i < len(s.findings) && told < most; {
		if c := s.comparisonAt(i); c != nil {
			s.tellComparison(w, c)
			i, told = c.means+2*c.groups, told+2
			continue
		}
		if end := s.sameFigure(i); end-i >= 3 {
			s.tellExtremes(w, i, end)
			i, told = end, told+1
			continue
		}
		s.tellOne(w, i)
		i, told = i+1, told+1
	}
}

// sameFigure is where the findings end that are the same figure of other groups.
func (s *statistician) sameFigure(from int) int {
	first := s.findings[from]
	at := from
	for at < len(s.findings) && first.group != "" && s.findings[at].what == first.what && s.findings[at].of == first.of && !math.IsNaN(s.findings[at].value) && s.findings[at].verdict == "" {
		at++
	}
	return at
}

// tellExtremes names the groups with the most and the least of a figure.
func (s *statistician) tellExtremes(w *story.Writer, from, end int) {
	high, low := s.extremes(from, end, 1)
	what := s.findings[from].what
	if of := s.findings[from].of; of != "" {
		what += " of " + of
	}
	w.Say("%s has the highest %s, %s, and %s the lowest, %s.", fault.Begin(s.findings[high].group), what, s.cited(high), s.findings[low].group, s.cited(low))
}

// extremes are the findings with the most and the least, of every so many.
func (s *statistician) extremes(from, end, step int) (high, low int) {
	high, low = from, from
	for i := from; i < end; i += step {
		if s.findings[i].value > s.findings[high].value {
			high = i
		}
		if s.findings[i].value < s.findings[low].value {
			low = i
		}
	}
	return high, low
}

func (s *statistician) comparisonAt(i int) *comparison {
	for n := range s.compared {
		if s.compared[n].from == i {
			return &s.compared[n]
		}
	}
	return nil
}

func (s *statistician) tellOne(w *story.Writer, i int) {
	f := s.findings[i]
	if f.what == pValue && hidesP(f) {
		return // the verdict of the test says that it is small
	}
	what := "the " + f.what
	if f.of != "" {
		what += " of " + f.of
	}
	if f.group != "" {
		what += " for " + f.group
	}
	switch value := s.cited(i); {
	case math.IsNaN(f.value) && f.verdict != "":
		w.Say("%s: %s.", fault.Begin(what), f.verdict)
	case f.verdict != "":
		w.Say("%s is %s: %s.", fault.Begin(what), value, f.verdict)
	default:
		w.Say("%s is %s.", fault.Begin(what), value)
	}
}

func (s *statistician) cited(i int) story.Piece {
	f := s.findings[i]
	return story.Cite(number(f.value, f.decimals), story.Value, "value", i)
}

const pValue = "p-value"

// hidesP is true for a probability that its decimals show as nothing.
func hidesP(f finding) bool { return f.value < 0.5*math.Pow10(-f.decimals) }

// smallDecimals are those that show two digits of a small number, as far as that says
// anything.
func smallDecimals(x float64) int {
	const most = 15
	if x <= 0 {
		return 0
	}
	return min(most, int(math.Ceil(-math.Log10(x)))+1)
}

// tellComparison says whether groups differ, by how much, and how many rows say so.
func (s *statistician) tellComparison(w *story.Writer, c *comparison) {
	first, name := s.findings[c.from], c.test.Name
	if !strings.Contains(name, "'s ") {
		name = "the " + name
	}
	p := story.Prose{} // where it is too small for its decimals, the verdict says so
	if !hidesP(s.findings[c.from+1]) {
		p = story.Compose(", the p-value is %s", s.cited(c.from+1))
	}
	effect := story.Prose{}
	if c.test.EffectName != "" {
		effect = story.Compose(", %s is %s%s", c.test.EffectName, s.cited(c.from+2), effectSize(c.test))
	}
	w.Say("%s: %s. The statistic of %s is %s%s%s.", fault.Begin(first.of), first.verdict, name, s.cited(c.from), p, effect)
	what := "mean"
	if c.share != "" {
		what = c.share + " in percent"
	}
	if c.groups == 2 {
		w.Say("The %s is %s for %s (%s rows) and %s for %s (%s rows).", what,
			s.cited(c.means), s.findings[c.means].group, s.cited(c.means+1), s.cited(c.means+2), s.findings[c.means+2].group, s.cited(c.means+3))
		return
	}
	high, low := s.extremes(c.means, c.means+2*c.groups, 2)
	w.Say("%s has the highest %s, %s (%s rows), and %s the lowest, %s (%s rows).", fault.Begin(s.findings[high].group), what,
		s.cited(high), s.cited(high+1), s.findings[low].group, s.cited(low), s.cited(low+1))
}

// effectSize is what an effect is called by Cohen's limits; "" where there are none.
func effectSize(t stats.Test) string {
	limits := map[string][3]float64{"Cohen's d": {0.2, 0.5, 0.8}, "eta squared": {0.01, 0.06, 0.14}, "rank-biserial correlation": {0.1, 0.3, 0.5}}
	limit, ok := limits[t.EffectName]
	switch size := math.Abs(t.Effect); {
	case !ok:
		return ""
	case size < limit[0]:
		return ", a negligible effect"
	case size < limit[1]:
		return ", a small effect"
	case size < limit[2]:
		return ", a medium effect"
	}
	return ", a large effect"
}

// significant says what a p-value means at the level.
func (s *statistician) significant(p float64, yes, no string) string {
	if p < s.Alpha {
		return fmt.Sprintf("%s at the level %s (p %s)", yes, plainNumber(s.Alpha), probability(p))
	}
	return fmt.Sprintf("%s at the level %s (p %s)", no, plainNumber(s.Alpha), probability(p))
}

func probability(p float64) string {
	if p < 0.0001 {
		return "below 0.0001"
	}
	return "= " + number(p, 4)
}
