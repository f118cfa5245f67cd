// Command opinioncheck measures second opinions: how often they alarm people
// about right SQL, and how often they catch SQL that was spoilt on purpose.
//
//	opinioncheck [-split train] [-limit N] [-verdict] [-show CODE] FOLDER
//
// The folder has questions.jsonl with gold SQL of SQLite, databases in
// database/, and splits.json. With -verdict the built-in brain reads every
// question too; use the databases that it has not learnt from.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

type options struct {
	split, show string
	limit       int
	verdict     bool
}

func main() {
	sqlite.RunWorkerIfAsked()
	var o options
	flag.StringVar(&o.split, "split", "train", "databases of this split")
	flag.StringVar(&o.show, "show", "", "print statements with this: a code of a false alarm, a kind of spoilt statement that was not caught, a verdict")
	flag.IntVar(&o.limit, "limit", 0, "questions at most")
	flag.BoolVar(&o.verdict, "verdict", false, "compare with the built-in brain's readings")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	t, err := measure(ctx, flag.Arg(0), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "opinioncheck:", err)
		os.Exit(1)
	}
	t.report()
}

// tally is what was counted.
type tally struct {
	show     string
	right    int            // gold statements
	read     int            // of them, with a form
	alarms   map[string]int // gold statements with a finding of this code
	any      int            // gold statements with any
	spoilt   map[string]int // by kind
	caught   map[string]int
	verdicts map[string]int // of gold, then of spoilt statements
	took     time.Duration
	longest  time.Duration
}

func newTally(show string) *tally {
	return &tally{show: show, alarms: map[string]int{}, spoilt: map[string]int{}, caught: map[string]int{}, verdicts: map[string]int{}}
}

// gold counts an opinion on a right statement.
func (t *tally) gold(a *task, o opinion.Opinion, took time.Duration) {
	t.right++
	t.took, t.longest = t.took+took, max(t.longest, took)
	if o.Reading != "" {
		t.read++
	}
	codes := map[string]bool{}
	for _, d := range o.Findings {
		codes[string(d.Code)] = true
		if t.show == string(d.Code) {
			fmt.Printf("%s %s\n  %s\n  %s (%s)\n", a.ID, a.Question, a.SQL, d.Message, d.Hint)
		}
	}
	for c := range codes {
		t.alarms[c]++
	}
	if len(codes) > 0 {
		t.any++
	}
}

// bad counts an opinion on a spoilt statement.
func (t *tally) bad(a *task, s spoilt, o opinion.Opinion) {
	t.spoilt[s.kind]++
	if slices.ContainsFunc(o.Findings, func(d diagnostic) bool { return d.Code == s.code }) {
		t.caught[s.kind]++
	} else if t.show == s.kind {
		fmt.Printf("%s %s\n  %s\n  %s\n", a.ID, a.Question, a.SQL, s.sql)
	}
}

func (t *tally) verdict(a *task, kind string, o opinion.Opinion) {
	t.verdicts[kind+" "+string(o.Verdict)]++
	if t.show == string(o.Verdict) && kind == "gold" {
		fmt.Printf("%s %s\n  %s\n  %s\n  %q %s\n", a.ID, a.Question, a.SQL, o.Reading, o.Differences, o.Why)
	}
}

func (t *tally) report() {
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Printf("%d right statements, %.1f%% read back, %s each, %s at most\n", t.right, share(t.read, t.right),
		(t.took / time.Duration(max(t.right, 1))).Round(10*time.Microsecond), t.longest.Round(10*time.Microsecond))
	fmt.Printf("false alarms: %d, %.2f%%\n", t.any, share(t.any, t.right))
	for _, c := range slices.Sorted(maps.Keys(t.alarms)) {
		fmt.Printf("  %-22s %4d  %.2f%%\n", c, t.alarms[c], share(t.alarms[c], t.right))
	}
	fmt.Println("caught of what was spoilt:")
	for _, k := range slices.Sorted(maps.Keys(t.spoilt)) {
		fmt.Printf("  %-22s %4d of %4d  %.1f%%\n", k, t.caught[k], t.spoilt[k], share(t.caught[k], t.spoilt[k]))
	}
	for _, k := range slices.Sorted(maps.Keys(t.verdicts)) {
		fmt.Printf("  %-30s %4d\n", k, t.verdicts[k])
	}
}
