package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/train/journal"
)

// sample is one question with what became of it.
type sample struct {
	suite      string
	database   string
	evidence   []float64
	raw        float64 // the confidence that the journal holds
	answered   bool
	answerable bool
	right      bool
	weight     float64
}

// load reads a journal, and what was asked from the folder it is about. In loose folders
// an answer is right whose rows are, with columns more or fewer.
func load(path string, loose []string) ([]sample, builtin.Fitted, error) {
	about := builtin.Fitted{}
	run, err := journal.Read(path)
	if err != nil {
		return nil, about, err
	}
	about.Suite = filepath.Base(run.Dir) + " " + run.Part.Field
	if run.Part.Set == "dialogues" {
		about.Suite = filepath.Base(run.Dir) + " dialogues"
	}
	about.Split = run.Part.Split
	about.Brain = run.Brain
	if kind, file, ok := strings.Cut(run.Brain, ":"); ok {
		about.Brain = kind + ":" + filepath.Base(file)
	}
	var list []sample
	databases := map[string]bool{}
	for _, c := range run.Cases {
		for n, t := range c.Turns {
			r, ok := run.Records.Get(c.ID, n)
			if !ok || !t.Known || r.Class == eval.GoldBroken || r.Status == eval.Answered && len(r.Evidence) == 0 { // the last was not judged
				continue
			}
			s := sample{suite: about.Suite, database: c.Database, evidence: r.Evidence, raw: r.Confidence,
				answered: r.Status == eval.Answered, answerable: !t.Unanswerable(), right: r.Class == eval.Right || slices.Contains(loose, filepath.Base(run.Dir)) && (r.Class == eval.MissingColumns || r.Class == eval.ExtraColumns)}
			if len(s.evidence) > 0 && len(s.evidence) != len(builtin.Features()) {
				return nil, about, fmt.Errorf("%s: %s has %d features, and the brain now %d: ask again", path, c.ID, len(s.evidence), len(builtin.Features()))
			}
			list = append(list, s)
			databases[c.Database] = true
			if s.answered {
				about.Answers++
			}
			if s.answered && s.right {
				about.Right++
			}
		}
	}
	about.Databases = len(databases)
	return list, about, nil
}

// balance lets every folder count the same, however many questions it has.
func balance(all []sample) {
	folder := func(s sample) string { return strings.Fields(s.suite)[0] }
	count, answers := map[string]float64{}, 0.0
	for _, s := range all {
		if s.answered {
			count[folder(s)]++
			answers++
		}
	}
	for i, s := range all {
		if n := count[folder(s)]; n > 0 {
			all[i].weight = answers / float64(len(count)) / n
		}
	}
}
