package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/critic"
	"github.com/plumbdata/plumb/train/journal"
)

// sample is a pair as numbers.
type sample struct {
	*pair
	evidence []float64
	wrong    float64
	weight   float64
}

func readPairs(paths []string) ([]sample, error) {
	var list []sample
	for _, path := range paths {
		if err := eachLine(path, func(line []byte) error {
			p := &pair{}
			if err := json.Unmarshal(line, p); err != nil {
				return err
			}
			s := sample{pair: p, evidence: critic.Evidence(p.Review)}
			if p.Sort != isRight {
				s.wrong = 1
			}
			list = append(list, s)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// task is what one regression is fitted to.
type task struct {
	name    string
	sorts   []string // of wrong readings
	suites  []string // whose pairs count; nil is all
	refused float64  // part of the right readings that it may refuse, in databases that the parser has not learnt from
}

// fit fits the regressions to pairs, and says how well they do on databases that each part
// of the fit has not seen.
//
// The parser knows the questions by heart that it has learnt from: how sure it is of a reading
// of them says nothing about others. What doubts a reading is therefore fitted to the suites
// of -unseen alone, and what a right reading may reach is found in these.
func fit(_ context.Context, args []string) error {
	f := flag.NewFlagSet("fit", flag.ExitOnError)
	out := f.String("out", "", "file to write; empty only measures")
	penalty := f.Float64("l2", 5, "penalty on large weights")
	folds := f.Int("folds", 5, "parts that the databases are divided into")
	unseen := f.String("unseen", "held", "suites that the parser has not learnt from, separated by commas")
	reading := f.Float64("reading", 0.01, "part of the right readings that may be refused as other ones")
	things := f.Float64("things", 0.02, "part of them that may be refused as being about something else")
	if err := f.Parse(args); err != nil {
		return err
	}
	all, err := readPairs(f.Args())
	if err != nil {
		return err
	}
	suites := strings.Split(*unseen, ",")
	var made critic.Regressions
	made.Reading = fitTask(all, task{"reading", []string{spoilt, otherRole}, suites, *reading}, suites, *folds, *penalty)
	made.Things = fitTask(all, task{"things", []string{otherNoun, otherData, unanswerable}, nil, *things}, suites, *folds, *penalty)
	if *out == "" {
		return nil
	}
	text, err := json.MarshalIndent(made, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(*out, append(text, '\n'), 0o644)
}

// fitTask fits one regression, whose bias puts the threshold at a half.
func fitTask(all []sample, t task, unseen []string, folds int, penalty float64) critic.Regression {
	all = slices.DeleteFunc(slices.Clone(all), func(s sample) bool {
		return t.suites != nil && !slices.Contains(t.suites, s.Suite) || s.wrong == 1 && !slices.Contains(t.sorts, s.Sort)
	})
	weigh(all)
	doubts := make([]float64, len(all))
	for fold := range folds {
		var others []sample
		for _, s := range all {
			if journal.Fold(s.Database, folds) != fold {
				others = append(others, s)
			}
		}
		r := regress(others, penalty)
		for i, s := range all {
			if journal.Fold(s.Database, folds) == fold {
				doubts[i] = r.Probability(s.evidence)
			}
		}
	}
	threshold := thresholdOf(all, doubts, unseen, t.refused)
	fmt.Printf("\n%s: databases that the fit has not seen, threshold %.3f\n", t.name, threshold)
	reportDoubts(all, doubts, threshold)
	r := regress(all, penalty)
	r.Bias = round(r.Bias - math.Log(threshold/(1-threshold)))
	var names []string
	for _, s := range all {
		if s.wrong == 0 {
			r.Right++
		} else {
			r.Wrong++
		}
		if !slices.Contains(names, s.Suite) {
			names = append(names, s.Suite)
		}
	}
	for _, w := range r.Weights {
		fmt.Printf("%-20s %8.3f\n", w.Name, w.Weight)
	}
	r.Fitted = "pairs of " + strings.Join(names, ", ") + " (docs/evaluation.md, The critic)"
	return *r
}

// weigh makes right and wrong pairs count the same, and each sort of wrong ones.
func weigh(all []sample) {
	count := map[string]float64{}
	for _, s := range all {
		count[s.Sort]++
	}
	for i, s := range all {
		n := float64(len(all)) / 2 / count[s.Sort]
		if s.Sort != isRight {
			n /= float64(len(count) - 1)
		}
		all[i].weight = n
	}
}

// thresholdOf is the doubt that so many of the right readings reach, in suites that the
// parser has not learnt from.
func thresholdOf(all []sample, doubts []float64, unseen []string, refused float64) float64 {
	var right []float64
	for i, s := range all {
		if s.wrong == 0 && slices.Contains(unseen, s.Suite) {
			right = append(right, doubts[i])
		}
	}
	slices.Sort(right)
	return right[min(len(right)-1, int(float64(len(right))*(1-refused)))]
}

// reportDoubts prints which part of each sort reaches the threshold.
func reportDoubts(all []sample, doubts []float64, threshold float64) {
	over, count := map[string]int{}, map[string]int{}
	for i, s := range all {
		for _, name := range []string{s.Sort, s.Sort + " / " + s.Suite, s.Sort + " / " + kindOf(s.pair)} {
			count[name]++
			if doubts[i] >= threshold {
				over[name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		fmt.Printf("%-45s %5d of %5d  %5.1f%%\n", name, over[name], count[name], 100*float64(over[name])/float64(count[name]))
	}
}

// kindOf is what pairs of a sort are counted by.
func kindOf(p *pair) string {
	switch p.Sort {
	case spoilt, otherRole:
		return p.Kind
	case isRight, isWrong, otherData, unanswerable:
		return string(p.Outcome)
	}
	return "all"
}

// regress finds the weights under which what is wrong, and what is not, is most probable,
// less what large weights cost.
func regress(all []sample, penalty float64) *critic.Regression {
	names := critic.Features()
	n := len(names)
	scale := make([]float64, n)
	for k := range n {
		sum, squares, total := 0.0, 0.0, 0.0
		for _, s := range all {
			total += s.weight
			sum += s.weight * s.evidence[k]
			squares += s.weight * s.evidence[k] * s.evidence[k]
		}
		scale[k] = math.Sqrt(max(0, squares/total-sum*sum/total/total))
		if scale[k] < 1e-3 {
			scale[k] = 1
		}
	}
	beta := make([]float64, n+1) // the last is the bias
	row := make([]float64, n+1)
	row[n] = 1
	for range 40 {
		gradient, hessian := make([]float64, n+1), make([][]float64, n+1)
		for i := range hessian {
			hessian[i] = make([]float64, n+1)
			if hessian[i][i] = penalty; i == n {
				hessian[i][i] = 1e-9
			}
		}
		for i := range n {
			gradient[i] = -penalty * beta[i]
		}
		for _, s := range all {
			z := beta[n]
			for k := range n {
				row[k] = s.evidence[k] / scale[k]
				z += beta[k] * row[k]
			}
			p := 1 / (1 + math.Exp(-z))
			for i, v := range row {
				gradient[i] += s.weight * (s.wrong - p) * v
				for j, w := range row {
					hessian[i][j] += s.weight * p * (1 - p) * v * w
				}
			}
		}
		for i, d := range solve(hessian, gradient) {
			beta[i] += d
		}
	}
	r := &critic.Regression{Bias: round(beta[n])}
	for k, name := range names {
		r.Weights = append(r.Weights, critic.Weighed{Name: name, Scale: round(scale[k]), Weight: round(beta[k])})
	}
	return r
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// solve is a x = b. Both are used up.
func solve(a [][]float64, b []float64) []float64 {
	for i := range b {
		best := i
		for r := i + 1; r < len(b); r++ {
			if math.Abs(a[r][i]) > math.Abs(a[best][i]) {
				best = r
			}
		}
		a[i], a[best], b[i], b[best] = a[best], a[i], b[best], b[i]
		for r := range b {
			if r == i {
				continue
			}
			f := a[r][i] / a[i][i]
			for k := i; k < len(b); k++ {
				a[r][k] -= f * a[i][k]
			}
			b[r] -= f * b[i]
		}
	}
	for i := range b {
		b[i] /= a[i][i]
	}
	return b
}
