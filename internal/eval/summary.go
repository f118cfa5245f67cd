package eval

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Summary is what a run says about a brain.
type Summary struct {
	Asked      int   `json:"asked"`    // questions and turns
	Measured   int   `json:"measured"` // answerable ones whose gold query runs
	GoldBroken int   `json:"gold_broken"`
	Accuracy   Share `json:"accuracy"` // right answers among the measured
	Questions  Share `json:"questions"`
	Turns      Share `json:"turns"`     // of dialogues, each by itself
	Dialogues  Share `json:"dialogues"` // all of whose turns are right

	ByDifficulty []Group `json:"by_difficulty"`
	ByTag        []Group `json:"by_tag,omitempty"`
	ByTurn       []Group `json:"by_turn,omitempty"`
	ByDatabase   []Group `json:"by_database"`
	Classes      []Group `json:"classes"` // what the measured ones are, right ones included

	UnanswerableDeclined Share `json:"unanswerable_declined"`
	AnswerableDeclined   Share `json:"answerable_declined"`
	// Precision is how many of the answers given are right. An answer to what
	// cannot be answered is a wrong one.
	Precision Share `json:"precision"`
	Oracle    Share `json:"oracle"` // right query among the candidates

	Coverage      []Point `json:"coverage"`
	ConfidentHalf Share   `json:"confident_half"`
	Bins          []Bin   `json:"bins"`
	// CalibrationError is how far confidence is from the truth on average.
	CalibrationError float64 `json:"calibration_error"`

	Latency Latency `json:"latency_ms"`
	Cost    Cost    `json:"cost"` // of language models
}

// Share is a part of a whole.
type Share struct {
	N     int     `json:"n"`
	Of    int     `json:"of"`
	Value float64 `json:"value"` // 0 where there is nothing
}

func (s *Share) add(hit bool) {
	s.Of++
	if hit {
		s.N++
	}
	s.Value = float64(s.N) / float64(s.Of)
}

// Group is a share under a name.
type Group struct {
	Name string `json:"name"`
	Share
}

// Point is how many of the most confident answers are right.
type Point struct {
	Coverage   float64 `json:"coverage"`
	Confidence float64 `json:"confidence"` // of the least confident among them
	Share
}

// Bin is what came of answers of about one confidence.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Confidence float64 `json:"confidence"` // on average
	Share
}

// Latency is how long questions took.
type Latency struct {
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// measured is one answer that counts.
type measured struct {
	Record
	right bool
}

// Summarize puts the records of a suite together.
func Summarize(s *Suite, j *Journal) *Summary {
	sum := &Summary{}
	difficulties, tags, turns, databases, classes := tally{}, tally{}, tally{}, tally{}, tally{}
	var all []measured
	var times []float64
	for _, c := range s.Cases {
		whole, counts := true, false
		for n, t := range c.Turns {
			r, ok := j.Get(c.ID, n)
			if !ok {
				continue
			}
			sum.Asked++
			times = append(times, r.MS)
			if r.Cost != nil {
				sum.Cost.Add(*r.Cost)
			}
			if !t.Known {
				continue
			}
			if r.Class == GoldBroken {
				sum.GoldBroken++
				continue
			}
			right := r.Class == Right
			for _, tag := range c.Tags {
				tags.add(tag, right)
			}
			if r.Status == Answered {
				sum.Precision.add(right)
			}
			if t.Unanswerable() {
				sum.UnanswerableDeclined.add(right)
				continue
			}
			all = append(all, measured{r, right})
			whole, counts = whole && right, true
			sum.AnswerableDeclined.add(r.Status == Declined)
			sum.Accuracy.add(right)
			sum.Oracle.add(r.Oracle)
			if c.Dialogue {
				sum.Turns.add(right)
				turns.add(turnName(n), right)
			} else {
				sum.Questions.add(right)
			}
			difficulties.add(string(DifficultyOf(alternatives(t.Gold)[0])), right)
			databases.add(c.Database, right)
			classes.add(string(r.Class), right)
		}
		if c.Dialogue && counts {
			sum.Dialogues.add(whole)
		}
	}
	sum.Measured = len(all)
	sum.ByDifficulty = difficulties.list(func(a, b Group) int {
		return cmp.Compare(slices.Index(Difficulties, Difficulty(a.Name)), slices.Index(Difficulties, Difficulty(b.Name)))
	})
	sum.ByTag = tags.list(bySize)
	sum.ByTurn = turns.list(byName)
	sum.ByDatabase = databases.list(byName)
	sum.Classes = shares(classes.list(bySize), len(all))
	sum.confidence(all)
	sum.Latency = latency(times)
	return sum
}

func turnName(n int) string {
	const last = 4
	if n >= last {
		return "5 and later"
	}
	return string(rune('1' + n))
}

// shares turns groups into parts of the whole.
func shares(list []Group, whole int) []Group {
	for i := range list {
		list[i].N, list[i].Of = list[i].Of, whole
		list[i].Value = float64(list[i].N) / float64(whole)
	}
	return list
}

type tally map[string]*Share

func (g tally) add(name string, right bool) {
	if g[name] == nil {
		g[name] = &Share{}
	}
	g[name].add(right)
}

func (g tally) list(order func(a, b Group) int) []Group {
	var list []Group
	for name, s := range g {
		list = append(list, Group{name, *s})
	}
	slices.SortFunc(list, func(a, b Group) int { return cmp.Or(order(a, b), strings.Compare(a.Name, b.Name)) })
	return list
}

func byName(a, b Group) int { return strings.Compare(a.Name, b.Name) }

func bySize(a, b Group) int { return cmp.Compare(b.Of, a.Of) }

// confidence measures whether the brain knows what it knows. A question
// without an answer counts as one that nobody was confident about.
func (s *Summary) confidence(all []measured) {
	for i := range all {
		if all[i].Status != Answered {
			all[i].Confidence = 0
		}
	}
	slices.SortStableFunc(all, func(a, b measured) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), strings.Compare(a.ID, b.ID), cmp.Compare(a.Turn, b.Turn))
	})
	const steps = 10
	for i := 1; i <= steps && len(all) > 0; i++ {
		p := Point{Coverage: float64(i) / steps}
		for _, m := range all[:(len(all)*i+steps-1)/steps] {
			p.add(m.right)
			p.Confidence = m.Confidence
		}
		s.Coverage = append(s.Coverage, p)
		if 2*i == steps {
			s.ConfidentHalf = p.Share
		}
	}
	s.calibration(all)
}

func (s *Summary) calibration(all []measured) {
	const bins = 10
	var list [bins]Bin
	answered := 0
	for _, m := range all {
		if m.Status != Answered {
			continue
		}
		answered++
		b := &list[min(bins-1, max(0, int(m.Confidence*bins)))]
		b.add(m.right)
		b.Confidence += m.Confidence
	}
	for i, b := range list {
		if b.Of == 0 {
			continue
		}
		b.From, b.To = float64(i)/bins, float64(i+1)/bins
		b.Confidence /= float64(b.Of)
		s.CalibrationError += math.Abs(b.Confidence-b.Value) * float64(b.Of) / float64(answered)
		s.Bins = append(s.Bins, b)
	}
}

func latency(times []float64) Latency {
	if len(times) == 0 {
		return Latency{}
	}
	slices.Sort(times)
	at := func(q float64) float64 { return times[min(len(times)-1, int(math.Ceil(q*float64(len(times))))-1)] }
	return Latency{Median: at(0.5), P90: at(0.9), P99: at(0.99), Max: times[len(times)-1]}
}
