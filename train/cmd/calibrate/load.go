package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/eval"
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

// fold is the part of the databases that a name falls into, of n.
func fold(database string, n int) int {
	h := fnv.New32a()
	h.Write([]byte(database))
	return int(h.Sum32()>>8) % n
}

// load reads a journal, and what was asked from the folder it is about.
func load(path string) ([]sample, builtin.Fitted, error) {
	var settings struct {
		Dir   string         `json:"dir"`
		Brain string         `json:"brain"`
		Part  eval.Selection `json:"part"`
	}
	about := builtin.Fitted{}
	text, err := os.ReadFile(path + ".run")
	if err == nil {
		err = json.Unmarshal(text, &settings)
	}
	if err != nil {
		return nil, about, fmt.Errorf("%s has no settings beside it: %w", path, err)
	}
	suite, err := eval.Load(settings.Dir, settings.Part)
	if err != nil {
		return nil, about, err
	}
	journal, err := eval.ReadJournal(path)
	if err != nil {
		return nil, about, err
	}
	about.Suite = filepath.Base(settings.Dir) + " " + settings.Part.Field
	if settings.Part.Set == "dialogues" {
		about.Suite = filepath.Base(settings.Dir) + " dialogues"
	}
	about.Split = settings.Part.Split
	about.Brain = settings.Brain
	if kind, file, ok := strings.Cut(settings.Brain, ":"); ok {
		about.Brain = kind + ":" + filepath.Base(file)
	}
	var list []sample
	databases := map[string]bool{}
	for _, c := range suite.Cases {
		for n, t := range c.Turns {
			r, ok := journal.Get(c.ID, n)
			if !ok || !t.Known || r.Class == eval.GoldBroken {
				continue
			}
			s := sample{suite: about.Suite, database: c.Database, evidence: r.Evidence, raw: r.Confidence,
				answered: r.Status == eval.Answered, answerable: !t.Unanswerable(), right: r.Class == eval.Right}
			if s.answered && len(s.evidence) != len(builtin.Features()) {
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
		if s.answered {
			all[i].weight = answers / float64(len(count)) / count[folder(s)]
		}
	}
}
