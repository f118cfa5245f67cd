// Command searchcheck measures how often the rules of package search propose
// the gold form of a question, and how long they take.
//
//	searchcheck -databases FOLDER -gold FILE [-show N]
//
// The gold file is what goldcheck wrote; only the databases that it names are
// opened.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/search"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/train/corpus"
)

// now is the day that the questions were asked on.
var now = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)

// asked is a line of the gold file.
type asked struct {
	ID       string
	DB       string
	Question string
	Form     *form.Query
	OK       bool
}

func main() {
	sqlite.RunWorkerIfAsked()
	log.SetFlags(0)
	databases := flag.String("databases", "", "folder of the databases")
	gold := flag.String("gold", "", "file of goldcheck")
	every := flag.Int("every", 1, "take one question of so many")
	show := flag.Int("show", 0, "print so many misses")
	hits := flag.Bool("hits", false, "print hits instead")
	flag.Parse()
	list, err := load(*gold)
	if err != nil {
		log.Fatal(err)
	}
	var t tally
	t.show, t.hits = *show, *hits
	var d *corpus.Database
	for i, a := range list {
		if i%*every != 0 {
			continue
		}
		if d == nil || d.Name != a.DB {
			if d, _, err = corpus.Open(context.Background(), *databases, a.DB, pieces{}, nil, 0); err != nil {
				log.Fatal(err)
			}
		}
		t.ask(d, a)
	}
	t.report()
}

// pieces stands for the encoder's tokenizer: what is proposed does not depend
// on how words are cut.
type pieces struct{}

func (pieces) Pieces(text string) []int32 { return make([]int32, len(strings.Fields(text))) }

func load(path string) ([]asked, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []asked
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<22)
	for s.Scan() {
		var a asked
		if err := json.Unmarshal(s.Bytes(), &a); err != nil {
			return nil, err
		}
		if a.OK {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b asked) int { return strings.Compare(a.DB, b.DB) })
	return list, s.Err()
}

// tally counts what was found.
type tally struct {
	asked, unwritten, found, first, loosely, proposed int
	repairs, repaired, spoilt, undone                 int
	times                                             []time.Duration
	show                                              int
	hits                                              bool
}

func (t *tally) ask(d *corpus.Database, a asked) {
	q := d.Linker.Read(a.Question, now, nil)
	t.asked++
	want := sequence(q, a.Form)
	if want == "" {
		t.unwritten++
	}
	begin := time.Now()
	got := search.Propose(d.Index, q)
	t.times = append(t.times, time.Since(begin))
	t.proposed += len(got)
	at, loose := -1, false
	for i, p := range got {
		if want != "" && sequence(q, p) == want && at < 0 {
			at = i
		}
		loose = loose || want != "" && sequence(q, unordered(p)) == sequence(q, unordered(a.Form))
	}
	if at >= 0 {
		t.found++
	}
	if at == 0 {
		t.first++
	}
	if loose {
		t.loosely++
	}
	t.neighbours(d, q, got, at, want)
	t.undo(d, q, a.Form, want)
	if t.hits && at >= 0 && t.show > 0 || !t.hits && !loose && t.show > 0 && want != "" {
		t.show--
		fmt.Printf("%s %s\n  gold %s\n", a.ID, a.Question, want)
		for _, p := range got[:min(len(got), 3)] {
			fmt.Printf("       %s\n", sequence(q, p))
		}
	}
}

// neighbours counts how often an edit of the first proposal is right where it
// is not.
func (t *tally) neighbours(d *corpus.Database, q *link.Question, got []*form.Query, at int, want string) {
	if at == 0 || len(got) == 0 || want == "" {
		return
	}
	t.repairs++
	for _, n := range search.Neighbours(d.Index, q, got[0]) {
		if sequence(q, n) == want {
			t.repaired++
			return
		}
	}
}

// undo spoils the gold form by each edit, and counts how often another edit
// makes it right again.
func (t *tally) undo(d *corpus.Database, q *link.Question, gold *form.Query, want string) {
	if want == "" {
		return
	}
	for _, spoilt := range search.Neighbours(d.Index, q, gold) {
		t.spoilt++
		if slices.ContainsFunc(search.Neighbours(d.Index, q, spoilt), func(n *form.Query) bool { return sequence(q, n) == want }) {
			t.undone++
		}
	}
}

// unordered leaves out an order that picks nothing.
func unordered(q *form.Query) *form.Query {
	c := *q
	if c.Limit == nil && c.Place == nil {
		c.Order = nil
	}
	return &c
}

func sequence(q *link.Question, query *form.Query) string {
	tokens, err := form.Write(query, q)
	if err != nil {
		return ""
	}
	return form.Sequence(tokens)
}

func (t *tally) report() {
	rate := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Printf("%d questions, %d whose form cannot be written\n", t.asked, t.unwritten)
	fmt.Printf("%d proposed exactly: %.1f%% (%.1f%% first, %.1f%% but for an order without a limit)\n",
		t.found, rate(t.found, t.asked), rate(t.first, t.asked), rate(t.loosely, t.asked))
	fmt.Printf("%.1f forms each; an edit repairs %d of %d first ones that are wrong: %.1f%%\n",
		float64(t.proposed)/float64(max(t.asked, 1)), t.repaired, t.repairs, rate(t.repaired, t.repairs))
	fmt.Printf("an edit undoes %d of %d edits of gold forms: %.1f%%\n", t.undone, t.spoilt, rate(t.undone, t.spoilt))
	slices.Sort(t.times)
	if n := len(t.times); n > 0 {
		fmt.Printf("time: median %v, 99th percentile %v\n", t.times[n/2], t.times[n*99/100])
	}
}
