// Command prepare writes training data for the parser.
//
//	prepare -eval FOLDER -gold FOLDER -out FOLDER [-worlds 600] [-each 120]
//
// eval holds spider/, business/ and nvbench/; gold is what goldcheck wrote for
// them. Only databases of the train splits are learnt from; the valid ones give
// sets that are measured. To these come questions that train/ask writes, over
// invented databases (train/world) and over the real ones of the train splits.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/train/ask"
	"github.com/plumbdata/plumb/train/corpus"
	"github.com/plumbdata/plumb/train/world"
)

func main() {
	sqlite.RunWorkerIfAsked()
	log.SetFlags(0)
	var p preparer
	flag.StringVar(&p.eval, "eval", "", "folder with spider, business and nvbench")
	flag.StringVar(&p.gold, "gold", "", "folder with what goldcheck wrote")
	flag.StringVar(&p.written, "written", "", "folder that train/cmd/written made")
	flag.StringVar(&p.out, "out", "", "folder to write")
	flag.IntVar(&p.worlds, "worlds", 600, "invented databases")
	flag.IntVar(&p.each, "each", 120, "questions written for each of them")
	flag.IntVar(&p.real, "real", 100, "questions written for each real database")
	flag.IntVar(&p.limit, "limit", 0, "only so many questions of each set, for a try")
	flag.Uint64Var(&p.seed, "seed", 1, "of everything that is chosen")
	flag.StringVar(&p.hold, "hold", "", "databases of the train splits, with commas between, to measure instead of learning from")
	verbose := flag.Bool("v", false, "print what is left out")
	flag.Parse()
	p.verbose = *verbose
	if err := p.run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

type preparer struct {
	written                   string
	hold                      string
	eval, gold, out           string
	worlds, each, real, limit int
	seed                      uint64
	verbose                   bool
	w                         *corpus.Writer
	cut                       *neural.Tokenizer
	databases                 map[string]*corpus.Database
	renamed                   map[string][]*corpus.Database
	flat                      map[string]*corpus.Database
	trained                   map[string]bool
	rng                       *rand.Rand
}

func (p *preparer) run(ctx context.Context) error {
	var err error
	if p.cut, err = neural.NewTokenizer(); err != nil {
		return err
	}
	if p.w, err = corpus.NewWriter(p.out); err != nil {
		return err
	}
	if p.verbose {
		p.w.Log = os.Stdout
	}
	p.databases, p.renamed, p.flat, p.trained = map[string]*corpus.Database{}, map[string][]*corpus.Database{}, map[string]*corpus.Database{}, map[string]bool{}
	p.rng = rand.New(rand.NewPCG(p.seed, 0))
	for _, dir := range []string{filepath.Join(p.eval, "spider"), filepath.Join(p.eval, "business"), p.written} {
		if err := p.open(ctx, dir); err != nil {
			return err
		}
	}
	business := asker{filepath.Join(p.eval, "business"), "business", "dialogues", "biz", "dlg"}
	own := asker{p.written, "written", "writtendialogues", "own", "owndlg"}
	for _, step := range []func() error{p.spider, p.nvbench,
		func() error { return p.questions(business) }, func() error { return p.dialogues(business) },
		func() error { return p.questions(own) }, func() error { return p.dialogues(own) }} {
		if err := step(); err != nil {
			return err
		}
	}
	if err := p.invented(ctx); err != nil {
		return err
	}
	if err := p.overReal(); err != nil {
		return err
	}
	return p.w.Close(map[string]float64{"spider": 15, "para": 9, "renamed": 8, "nv": 6, "nvseries": 2, "biz": 6, "bizrenamed": 3, "dlg": 1.5, "decline": 1.5,
		"own": 26, "ownrenamed": 9, "owndlg": 7, "worlds": 24, "real": 6,
		"flat": 3, "bizflat": 1, "ownflat": 2.5, "worldsflat": 5, "realflat": 2},
		[]string{"valid_spider", "valid_para", "valid_biz", "valid_dlg", "valid_own", "valid_owndlg"})
}

// asker is a folder of questions as business is laid out, with the names of
// its gold files and of the sets it gives.
type asker struct{ dir, gold, goldDialogues, set, dialogues string }

func (p *preparer) open(ctx context.Context, dir string) error {
	if dir == "" {
		return nil
	}
	split, err := corpus.ReadSplit(dir)
	if err != nil {
		return err
	}
	for i, name := range slices.Concat(split.Train, split.Valid) {
		if p.databases[name] != nil {
			return fmt.Errorf("%s is the name of two databases", name)
		}
		p.trained[name] = i < len(split.Train) && !slices.Contains(strings.Split(p.hold, ","), name)
		var dice *rand.Rand
		if p.trained[name] {
			dice = p.rng
		}
		d, renamed, flat, err := corpus.Open(ctx, filepath.Join(dir, "database"), name, p.cut, dice, 2)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		p.databases[name] = d
		if err := p.w.Add(d); err != nil {
			return err
		}
		p.renamed[name] = renamed
		if flat != nil {
			p.flat[name] = flat
			if err := p.w.Add(flat); err != nil {
				return err
			}
		}
		for _, r := range renamed {
			if err := p.w.Add(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// converted is a line of goldcheck.
type converted struct {
	ID       string      `json:"id"`
	Turn     int         `json:"turn"`
	Database string      `json:"db"`
	Question string      `json:"question"`
	Now      string      `json:"now"`
	Form     *form.Query `json:"form"`
	OK       bool        `json:"ok"`
}

// golds reads the forms whose results were equal to the gold query's.
func (p *preparer) golds(name string) (map[string]converted, error) {
	m := map[string]converted{}
	err := lines(filepath.Join(p.gold, name+".jsonl"), func(c converted) error {
		if c.OK && c.Form != nil {
			m[fmt.Sprintf("%s/%d", c.ID, c.Turn)] = c
		}
		return nil
	})
	return m, err
}

func lines[T any](path string, each func(T) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := each(v); err != nil {
			return err
		}
	}
	return s.Err()
}

type question struct {
	ID         string  `json:"id"`
	Database   string  `json:"db_id"`
	Question   string  `json:"question"`
	Paraphrase string  `json:"paraphrase"`
	SQL        *string `json:"sql"`
	Now        string  `json:"now"`
	Tags       []string
	Turns      []struct {
		Question string  `json:"question"`
		SQL      *string `json:"sql"`
	} `json:"turns"`
}

// clock is what a question without a date of its own is read by.
var clock = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

func at(now string) time.Time {
	if t, err := time.Parse(time.DateOnly, now); err == nil {
		return t
	}
	return clock
}

func (p *preparer) set(name, database string) string {
	if p.trained[database] {
		return name
	}
	return "valid_" + name
}

func (p *preparer) spider() error {
	golds, err := p.golds("spider")
	if err != nil {
		return err
	}
	n := 0
	return lines(filepath.Join(p.eval, "spider", "questions.jsonl"), func(q question) error {
		g, ok := golds[q.ID+"/0"]
		if n++; !ok || p.limit > 0 && n > p.limit {
			return nil
		}
		d := p.databases[q.Database]
		if d == nil { // in no split
			return nil
		}
		a := corpus.Asked{ID: q.ID, Question: q.Question, Now: clock, Query: g.Form}
		if err := p.w.Write(p.set("spider", q.Database), d, a); err != nil {
			return err
		}
		for _, other := range p.renamed[q.Database] {
			if err := p.w.Write("renamed", other, a); err != nil {
				return err
			}
		}
		if err := p.writeFlat("flat", p.flat[q.Database], a); err != nil {
			return err
		}
		if q.Paraphrase == "" || q.Paraphrase == q.Question {
			return nil
		}
		return p.w.Write(p.set("para", q.Database), d, corpus.Asked{ID: q.ID, Question: q.Paraphrase, Now: clock, Query: g.Form})
	})
}

// writeFlat asks a question of the flat table that a database was made into, if
// that can answer.
func (p *preparer) writeFlat(set string, d *corpus.Database, a corpus.Asked) error {
	if d == nil || a.Query == nil || a.Before != nil {
		return nil
	}
	q, ok := d.Query(a.Query)
	if !ok {
		p.w.Skipped[set+": not in a flat table"]++
		return nil
	}
	a.Query = q
	return p.w.Write(set, d, a)
}

func (p *preparer) nvbench() error {
	n := 0
	err := lines(filepath.Join(p.gold, "nvbench.jsonl"), func(c converted) error {
		if n++; !c.OK || c.Form == nil || !p.trained[c.Database] || p.limit > 0 && n > p.limit {
			return nil
		}
		set := "nv"
		if len(c.Form.Group) > 1 {
			set = "nvseries"
		}
		return p.w.Write(set, p.databases[c.Database], corpus.Asked{ID: c.ID, Question: c.Question, Now: clock, Query: c.Form})
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (p *preparer) questions(from asker) error {
	if from.dir == "" {
		return nil
	}
	golds, err := p.golds(from.gold)
	if err != nil {
		return err
	}
	return lines(filepath.Join(from.dir, "questions.jsonl"), func(q question) error {
		a := corpus.Asked{ID: q.ID, Question: q.Question, Now: at(q.Now)}
		if len(q.Tags) > 0 {
			a.Group = q.Tags[0]
		}
		set := from.set
		if q.SQL == nil {
			if p.trained[q.Database] {
				set = "decline"
			}
		} else if g, ok := golds[q.ID+"/0"]; ok {
			a.Query = g.Form
		} else {
			return nil
		}
		if set == from.set {
			set = p.set(set, q.Database)
		}
		for _, other := range p.renamed[q.Database] {
			if set != from.set || a.Query == nil {
				break
			}
			if err := p.w.Write(from.set+"renamed", other, a); err != nil {
				return err
			}
		}
		if set == from.set {
			if err := p.writeFlat(from.set+"flat", p.flat[q.Database], a); err != nil {
				return err
			}
		}
		return p.w.Write(set, p.databases[q.Database], a)
	})
}

func (p *preparer) dialogues(from asker) error {
	if from.dir == "" {
		return nil
	}
	golds, err := p.golds(from.goldDialogues)
	if err != nil {
		return err
	}
	return lines(filepath.Join(from.dir, "dialogues.jsonl"), func(q question) error {
		d := p.databases[q.Database]
		var before *form.Query
		for i, t := range q.Turns {
			g, ok := golds[fmt.Sprintf("%s/%d", q.ID, i+1)]
			a := corpus.Asked{ID: fmt.Sprintf("%s/%d", q.ID, i), Question: t.Question, Now: at(q.Now), Query: g.Form}
			if ok && (i == 0 || before != nil) {
				if before != nil {
					a.Before = p.previous(d, before)
				}
				if err := p.w.Write(p.set(from.dialogues, q.Database), d, a); err != nil {
					return err
				}
			}
			before = g.Form
		}
		return nil
	})
}

func (p *preparer) previous(d *corpus.Database, q *form.Query) *link.Previous {
	return &link.Previous{Query: q, Reading: render.Sentence(d.Index, q)}
}

// invented writes questions over databases that exist only here.
func (p *preparer) invented(ctx context.Context) error {
	domains := world.Domains()
	for i := range p.worlds {
		w := world.Make(p.rng, domains[i%len(domains)])
		d, err := corpus.FromSnapshot(ctx, w.Domain, w.Snapshot, w, p.cut)
		if err != nil {
			return err
		}
		if err := p.w.Add(d); err != nil {
			return err
		}
		flat, err := corpus.FlatFrom(ctx, p.rng, w.Domain, w.Snapshot, d.Index, w, p.cut)
		if err != nil {
			return err
		}
		if flat != nil {
			if err := p.w.Add(flat); err != nil {
				return err
			}
		}
		if err := p.ask("worlds", d, flat, w, p.each); err != nil {
			return err
		}
	}
	return nil
}

// overReal writes questions over the real databases of the train splits.
func (p *preparer) overReal() error {
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for n := range p.databases {
			if !yield(n) {
				return
			}
		}
	}) {
		if d := p.databases[name]; p.trained[name] {
			if err := p.ask("real", d, p.flat[name], world.FromIndex(d.Index), p.real); err != nil {
				return err
			}
		}
	}
	return nil
}

// generate writes one question. A shape that trips over an odd database costs
// that question only, and is reported.
func (p *preparer) generate(w *world.World) (e ask.Example, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			log.Printf("a question over %s could not be written: %v", w.Domain, r)
			ok = false
		}
	}()
	return ask.Generate(p.rng, w)
}

// ask writes questions over a database, and over the flat table that it was made
// into.
func (p *preparer) ask(set string, d, flat *corpus.Database, w *world.World, n int) error {
	for range n {
		e, ok := p.generate(w)
		if !ok {
			p.w.Skipped[set+": nothing to ask"]++
			continue
		}
		a := corpus.Asked{Question: e.Question, Now: e.Now, Query: e.Query}
		if e.Decline {
			a.Query = nil
		}
		if e.Context != nil {
			a.Before = p.previous(d, e.Context)
		}
		if err := p.w.Write(set, d, a); err != nil {
			return err
		}
		if err := p.writeFlat(set+"flat", flat, a); err != nil {
			return err
		}
	}
	return nil
}
