package statistics

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/session"
)

// Report is how well questions were answered.
type Report struct {
	At       time.Time  `json:"at"`
	Days     int        `json:"days" doc:"Of how many days, back from now; 0 is all that is recorded."`
	Answers  int        `json:"answers"`
	Sessions int        `json:"sessions" doc:"Conversations that they were given in."`
	Bounded  bool       `json:"bounded" doc:"There are more than the 50,000 answers that are counted, which are the newest."`
	Paths    []Path     `json:"paths" doc:"The ways in which answers were found: data, analysis, documents, both, general."`
	Verdicts []Verdicts `json:"verdicts" doc:"How often the critic decided what, about which path, for which reason."`
	Memory   Memory     `json:"memory"`
	Usage    Usage      `json:"usage" doc:"What language models took."`
	ByDay    []Day      `json:"by_day" doc:"The last 30 days on which anything was answered."`
}

// Path is how the answers did that were found in one way.
type Path struct {
	Path     string  `json:"path"`
	Answers  int     `json:"answers"`
	Judged   int     `json:"judged" doc:"Answers that the critic read."`
	Accepted int     `json:"accepted"`
	Rejected int     `json:"rejected"`
	Retried  int     `json:"retried" doc:"Answers that were tried more than once."`
	MedianMS float64 `json:"median_ms" doc:"How long half of them took at most."`
	P95MS    float64 `json:"p95_ms" doc:"How long 95 of 100 took at most."`
}

// Verdicts is how often the critic made a decision for a reason.
type Verdicts struct {
	Path     string `json:"path"`
	Decision string `json:"decision"`
	Reason   string `json:"reason,omitempty" doc:"What was found first; empty of what was accepted."`
	Answers  int    `json:"answers"`
}

// Memory is what memories did.
type Memory struct {
	Kept       int     `json:"kept" doc:"Memories that count."`
	Recalled   int     `json:"recalled" doc:"Answers for which at least one came to mind."`
	Followed   int     `json:"followed" doc:"Answers that followed something which was known before."`
	Used       int     `json:"used" doc:"Memories that answers showed or followed at least once."`
	Helped     int     `json:"helped" doc:"How often people said that one was right."`
	Wrong      int     `json:"wrong" doc:"Memories that people said to be wrong."`
	PerSession float64 `json:"per_session" doc:"Memories for each conversation that any came from."`
	// AcceptedWith and AcceptedWithout tell whether memories help.
	AcceptedWith    float64            `json:"accepted_with" doc:"The share of judged answers with memories that were accepted."`
	AcceptedWithout float64            `json:"accepted_without" doc:"The same of answers without."`
	ByType          []TypeCount        `json:"by_type"`
	Growth          []memory.DayGrowth `json:"growth" doc:"Memories that were added, by day, of the last 30."`
}

// TypeCount is how many memories of a type count.
type TypeCount struct {
	Type     string `json:"type"`
	Memories int    `json:"memories"`
}

// Usage is what language models took.
type Usage struct {
	Calls    int     `json:"calls"`
	Input    int     `json:"input_tokens"`
	Output   int     `json:"output_tokens"`
	CostUSD  float64 `json:"cost_usd"`
	Unpriced int     `json:"unpriced" doc:"Calls whose price is not known."`
}

// Day is how many answers a day had.
type Day struct {
	Day     string `json:"day" example:"2026-02-14"`
	Answers int    `json:"answers"`
}

const recentDays = 30

func summarize(list []answer) *Report {
	r := &Report{Answers: len(list), Paths: []Path{}, Verdicts: []Verdicts{}, ByDay: []Day{}}
	sessions, days := map[string]bool{}, map[string]int{}
	verdicts := map[Verdicts]int{}
	paths, times := map[string]*Path{}, map[string][]float64{}
	var with, without share
	for _, a := range list {
		sessions[a.session] = true
		days[a.at.UTC().Format(time.DateOnly)]++
		p := paths[a.path]
		if p == nil {
			p = &Path{Path: a.path}
			paths[a.path] = p
		}
		p.Answers++
		times[a.path] = append(times[a.path], a.ms)
		if a.retried {
			p.Retried++
		}
		if a.recalled > 0 {
			r.Memory.Recalled++
		}
		if a.applied > 0 {
			r.Memory.Followed++
		}
		if a.decision == "" {
			continue
		}
		p.Judged++
		verdicts[Verdicts{Path: a.path, Decision: a.decision, Reason: a.reason}]++
		accepted := a.decision == session.Accept
		switch a.decision {
		case session.Accept:
			p.Accepted++
		case session.Reject:
			p.Rejected++
		}
		if a.recalled+a.applied > 0 {
			with.add(accepted)
		} else {
			without.add(accepted)
		}
	}
	r.Sessions = len(sessions)
	r.Memory.AcceptedWith, r.Memory.AcceptedWithout = with.value(), without.value()
	for name, p := range paths {
		slices.Sort(times[name])
		p.MedianMS, p.P95MS = rank(times[name], 0.5), rank(times[name], 0.95)
		r.Paths = append(r.Paths, *p)
	}
	order := Paths()
	slices.SortFunc(r.Paths, func(x, y Path) int {
		return cmp.Or(cmp.Compare(placeIn(order, x.Path), placeIn(order, y.Path)), strings.Compare(x.Path, y.Path))
	})
	for v, n := range verdicts {
		v.Answers = n
		r.Verdicts = append(r.Verdicts, v)
	}
	slices.SortFunc(r.Verdicts, func(x, y Verdicts) int {
		return cmp.Or(cmp.Compare(placeIn(order, x.Path), placeIn(order, y.Path)), strings.Compare(x.Path, y.Path), strings.Compare(x.Decision, y.Decision), strings.Compare(x.Reason, y.Reason))
	})
	names := slices.Sorted(maps.Keys(days))
	for _, d := range names[max(0, len(names)-recentDays):] {
		r.ByDay = append(r.ByDay, Day{d, days[d]})
	}
	return r
}

func placeIn(order []string, path string) int {
	if i := slices.Index(order, path); i >= 0 {
		return i
	}
	return len(order)
}

type share struct{ all, some int }

func (s *share) add(is bool) {
	s.all++
	if is {
		s.some++
	}
}

func (s share) value() float64 {
	if s.all == 0 {
		return 0
	}
	return math.Round(float64(s.some)/float64(s.all)*1e4) / 1e4
}

// rank is the value below which a share of sorted values lies, by the nearest rank.
func rank(sorted []float64, of float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return math.Round(sorted[max(0, int(math.Ceil(of*float64(len(sorted))))-1)]*1000) / 1000
}

// addUsage adds what language models took.
func (c *Collector) addUsage(ctx context.Context, r *Report, since, until time.Time) error {
	lines, err := c.source.Store.Usage(ctx, since, until)
	for _, l := range lines {
		r.Usage.Calls += l.Calls
		r.Usage.Input += l.Tokens.Input
		r.Usage.Output += l.Tokens.Output
		r.Usage.CostUSD += l.CostUSD
		r.Usage.Unpriced += l.Unpriced
	}
	return err
}

// addMemories adds what is kept.
func (c *Collector) addMemories(ctx context.Context, r *Report) error {
	r.Memory.ByType, r.Memory.Growth = []TypeCount{}, []memory.DayGrowth{}
	if c.source.Memory == nil {
		return nil
	}
	book := c.source.Memory()
	if book == nil {
		return nil
	}
	s, err := book.Stats(ctx, c.source.Owner)
	if err != nil {
		return err
	}
	m := &r.Memory
	m.Kept, m.Used, m.Helped, m.Wrong, m.PerSession = s.Active, s.Used, s.Helped, s.Wrong, s.PerSession
	m.Growth = append(m.Growth, s.Days...)
	for _, t := range memory.Types() {
		if s.ByType[t] > 0 {
			m.ByType = append(m.ByType, TypeCount{string(t), s.ByType[t]})
		}
	}
	return nil
}
