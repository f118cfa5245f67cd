// Command rank fits which of several statements the built-in brain answers with.
//
//	rank [-out internal/brain/builtin/ranking.json] [-l2 N] [-folds N] [-verified DIR,DIR] JOURNAL …
//
// A journal is what plumb eval sql --out wrote, over databases that the parser was
// not trained on. For each question it holds the statements that were tried, whether
// each was right, and its merits. They are weighed so that the right ones are the most
// probable. Every figure that is printed is of databases that the weights behind it
// were not fitted to, as train/cmd/calibrate does it; the file is fitted to all. With
// -verified, what the verifier thinks of the statements is taken from the folders that
// train/model/verify.py wrote: of verifiers that had not seen the databases.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/train/journal"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "", "file to write the fit to all databases to; none: only report")
	penalty := flag.Float64("l2", 10, "how much large weights cost")
	folds := flag.Int("folds", 10, "parts that the databases are divided into")
	verified := flag.String("verified", "", "folders with scores of verifiers, with commas between")
	flag.Parse()
	if err := run(os.Stdout, *out, *penalty, *folds, strings.FieldsFunc(*verified, func(r rune) bool { return r == ',' }), flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer, out string, penalty float64, folds int, verified, journals []string) error {
	if len(journals) == 0 {
		return errors.New("give the journals that plumb eval sql --out wrote")
	}
	var all []choice
	for _, path := range journals {
		part, err := load(path, verified)
		if err != nil {
			return err
		}
		report(w, path, part, folds, penalty)
		all = append(all, part...)
	}
	if len(journals) > 1 {
		report(w, "all", all, folds, penalty)
	}
	if out == "" {
		return nil
	}
	r := fit(all, penalty)
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetIndent("", "  ")
	if err := lines.Encode(r); err != nil {
		return err
	}
	return os.WriteFile(out, text.Bytes(), 0o644)
}

// choice is a question with the statements that were tried.
type choice struct {
	database string
	tried    []eval.Tried
}

// place is a turn of a case.
type place struct {
	id   string
	turn int
}

// scores reads what verifiers gave the statements of a journal, by turn; nil where there
// are no folders.
func scores(path string, folders []string) (map[place][]float64, error) {
	if len(folders) == 0 {
		return nil, nil
	}
	all := map[place][]float64{}
	for _, dir := range folders {
		file, err := os.Open(filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".jsonl")+".scores"))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		lines := json.NewDecoder(file)
		for {
			var line struct {
				ID     string    `json:"i"`
				Turn   int       `json:"n"`
				Scores []float64 `json:"z"`
			}
			if err := lines.Decode(&line); err == io.EOF {
				break
			} else if err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name(), err)
			}
			all[place{line.ID, line.Turn}] = line.Scores
		}
	}
	return all, nil
}

func load(path string, verified []string) ([]choice, error) {
	run, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	given, err := scores(path, verified)
	if err != nil {
		return nil, err
	}
	at := slices.Index(builtin.Merits(), "verifier")
	var list []choice
	for _, c := range run.Cases {
		for n := range c.Turns {
			r, ok := run.Records.Get(c.ID, n)
			if !ok || len(r.Tried) < 2 {
				continue
			}
			if got, want := len(r.Tried[0].Merits), len(builtin.Merits()); got != want {
				return nil, fmt.Errorf("%s: %s has %d merits, and the brain now %d: ask again", path, c.ID, got, want)
			}
			z := given[place{c.ID, n}]
			if given != nil && len(z) != len(r.Tried) {
				continue // it was left out
			}
			for i, s := range z {
				r.Tried[i].Merits[at] = s
			}
			list = append(list, choice{c.Database, r.Tried})
		}
	}
	return list, nil
}

// fit finds the weights under which the right statements are most probable.
func fit(all []choice, penalty float64) *builtin.Ranking {
	names := builtin.Merits()
	scale := spread(all, len(names))
	weights := make([]float64, len(names))
	first, second := make([]float64, len(names)), make([]float64, len(names))
	const rounds, rate = 400, 0.03
	for round := 1; round <= rounds; round++ {
		gradient := make([]float64, len(names))
		for i, w := range weights {
			gradient[i] = -penalty * w
		}
		for _, c := range all {
			addGradient(gradient, c, weights, scale)
		}
		for i, g := range gradient { // Adam
			first[i] = 0.9*first[i] + 0.1*g
			second[i] = 0.999*second[i] + 0.001*g*g
			weights[i] += rate * first[i] / (1 - math.Pow(0.9, float64(round))) / (math.Sqrt(second[i]/(1-math.Pow(0.999, float64(round)))) + 1e-9)
		}
	}
	r := &builtin.Ranking{Questions: len(all)}
	for i, name := range names {
		r.Merits = append(r.Merits, builtin.Weighed{Name: name, Scale: round(scale[i]), Weight: round(weights[i])})
	}
	return r
}

// spread is how far the statements of one question differ in each merit.
func spread(all []choice, n int) []float64 {
	sums, count := make([]float64, n), 0.0
	for _, c := range all {
		mean := make([]float64, n)
		for _, t := range c.tried {
			for i, v := range t.Merits {
				mean[i] += v / float64(len(c.tried))
			}
		}
		for _, t := range c.tried {
			count++
			for i, v := range t.Merits {
				sums[i] += (v - mean[i]) * (v - mean[i])
			}
		}
	}
	for i := range sums {
		if sums[i] = math.Sqrt(sums[i] / count); sums[i] < 1e-3 {
			sums[i] = 1 // it never varies
		}
	}
	return sums
}

// addGradient adds that of the logarithm of the probability of the right statements.
func addGradient(gradient []float64, c choice, weights, scale []float64) {
	p, right := probabilities(c, weights, scale), 0.0
	for i, t := range c.tried {
		if t.Right {
			right += p[i]
		}
	}
	if right == 0 || right > 1-1e-9 {
		return
	}
	for i, t := range c.tried {
		g := -p[i]
		if t.Right {
			g += p[i] / right
		}
		for k, v := range t.Merits {
			gradient[k] += g * v / scale[k]
		}
	}
}

func probabilities(c choice, weights, scale []float64) []float64 {
	z := make([]float64, len(c.tried))
	for i, t := range c.tried {
		for k, v := range t.Merits {
			z[i] += weights[k] * v / scale[k]
		}
	}
	most, total := slices.Max(z), 0.0
	for i := range z {
		z[i] = math.Exp(z[i] - most)
		total += z[i]
	}
	for i := range z {
		z[i] /= total
	}
	return z
}

// report prints how often the first statement is right, as it was and as it is with
// weights that were fitted to other databases.
func report(w io.Writer, name string, all []choice, folds int, penalty float64) {
	could, before, after, changed := 0, 0, 0, 0
	for f := range folds {
		var others, own []choice
		for _, c := range all {
			if journal.Fold(c.database, folds) == f {
				own = append(own, c)
			} else {
				others = append(others, c)
			}
		}
		if len(own) == 0 || len(others) == 0 {
			continue
		}
		r := fit(others, penalty)
		for _, c := range own {
			best, most := 0, math.Inf(-1)
			for i, t := range c.tried {
				if z := r.Score(t.Merits); z > most {
					best, most = i, z
				}
			}
			if slices.ContainsFunc(c.tried, func(t eval.Tried) bool { return t.Right }) {
				could++
			}
			if c.tried[0].Right {
				before++
			}
			if c.tried[best].Right {
				after++
			}
			if best > 0 {
				changed++
			}
		}
	}
	fmt.Fprintf(w, "%s: %d questions with several statements, %d have a right one; first right %d before, %d ranked (%d changed)\n", name, len(all), could, before, after, changed)
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
