// Goldcheck turns the gold queries of a folder into forms, renders these again,
// and runs both on the databases. It prints how many give the same rows, by tag,
// and why the others do not, and writes the forms as lines of JSON.
//
//	goldcheck -out forms.jsonl DIR
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

func main() {
	sqlite.RunWorkerIfAsked()
	var o options
	flag.StringVar(&o.split, "split", "train", "databases of this part of splits.json")
	flag.StringVar(&o.set, "set", "questions", "questions, dialogues or charts")
	flag.StringVar(&o.databases, "databases", "", "folder of the databases, if not database in DIR")
	flag.BoolVar(&o.ordered, "ordered", false, "the order of rows counts where the gold query ends with one")
	flag.BoolVar(&o.link, "link", false, "see whether the questions point at what the forms need")
	flag.StringVar(&o.show, "show", "", "print queries that end like this: a class of failure, or all")
	flag.IntVar(&o.limit, "limit", 0, "queries at most")
	flag.StringVar(&o.only, "only", "", "the query with this number alone")
	flag.StringVar(&o.out, "out", "", "file for the forms")
	flag.IntVar(&o.parallel, "parallel", 2, "databases at a time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Arg(0), o); err != nil {
		fmt.Fprintln(os.Stderr, "goldcheck:", err)
		os.Exit(1)
	}
}

type options struct {
	split, set, databases, show, only, out string
	ordered, link                          bool
	limit, parallel                        int
}

// outcome is what became of a query.
type outcome struct {
	ID       string      `json:"id"`
	Turn     int         `json:"turn,omitempty"`
	Database string      `json:"db"`
	Question string      `json:"question"`
	Form     *form.Query `json:"form,omitempty"`
	OK       bool        `json:"ok"`
	Reason   string      `json:"reason,omitempty"`
	gold     string
	sql      string
	detail   string
	// unwritten says why the parser could not write the form.
	unwritten string
	repaired  bool // the form was changed so that it could be
	empty     bool // no row shows that the form is right
	tags      []string
}

func run(ctx context.Context, dir string, o options) error {
	all, err := checkAll(ctx, dir, o)
	if err != nil {
		return err
	}
	report(all, o)
	return write(all, o.out)
}

// checkAll turns the queries of a folder, several databases at a time.
func checkAll(ctx context.Context, dir string, o options) ([]*outcome, error) {
	list, err := load(dir, o)
	if err != nil {
		return nil, err
	}
	byDatabase := map[string][]*task{}
	for _, t := range list {
		byDatabase[t.database] = append(byDatabase[t.database], t)
	}
	names := slices.Sorted(maps.Keys(byDatabase))
	results := map[string][]*outcome{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan struct{}, o.parallel)
	for _, name := range names {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			r := check(ctx, o.root(dir), name, byDatabase[name], o)
			mu.Lock()
			defer mu.Unlock()
			results[name] = r
		}()
	}
	wg.Wait()
	var all []*outcome
	for _, name := range names {
		all = append(all, results[name]...)
	}
	return all, nil
}

// report prints rates and reasons.
func report(all []*outcome, o options) {
	right, empty, byTag, ofTag, reasons := 0, 0, map[string]int{}, map[string]int{}, map[string]int{}
	for _, r := range all {
		for _, t := range r.tags {
			ofTag[t]++
		}
		if r.OK {
			right++
			if r.empty {
				empty++
			}
			for _, t := range r.tags {
				byTag[t]++
			}
		} else {
			reasons[r.Reason]++
		}
		if o.show == "changed" && r.repaired || o.show == "empty" && r.empty || o.show == "all" || o.show != "" && o.show == r.Reason || o.only != "" {
			text, _ := json.Marshal(r.Form)
			fmt.Printf("%s [%s] %s\n  %s\n  gold: %s\n  said: %s\n  form: %s\n", r.ID, r.Reason, r.detail, r.Question, r.gold, r.sql, text)
		}
	}
	fmt.Printf("%d of %d give the same rows: %.1f%% (%d of them none)\n", right, len(all), 100*float64(right)/float64(max(len(all), 1)), empty)
	for _, t := range slices.Sorted(maps.Keys(ofTag)) {
		fmt.Printf("  %-22s %4d of %4d  %5.1f%%\n", t, byTag[t], ofTag[t], 100*float64(byTag[t])/float64(ofTag[t]))
	}
	if o.link {
		reportUnwritten(all, o)
	}
	keys := slices.Collect(maps.Keys(reasons))
	slices.SortFunc(keys, func(a, b string) int { return reasons[b] - reasons[a] })
	for _, k := range keys {
		fmt.Printf("  %4d %s\n", reasons[k], k)
	}
}

// reportUnwritten prints which right forms the parser could not write.
func reportUnwritten(all []*outcome, o options) {
	asked, written, repaired := 0, 0, 0
	for _, r := range all {
		if !r.OK || r.Turn > 1 {
			continue
		}
		asked++
		if r.repaired {
			repaired++
		}
		if r.unwritten == "" {
			written++
		} else if o.show == "unwritten" {
			fmt.Printf("%s unwritten: %s\n  %s\n  %s\n", r.ID, r.unwritten, r.Question, r.sql)
		}
	}
	fmt.Printf("%d of %d right forms can be written for their questions: %.1f%%; %d were changed for it\n",
		written, asked, 100*float64(written)/float64(max(asked, 1)), repaired)
}

func write(all []*outcome, path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, r := range all {
		if err := e.Encode(r); err != nil {
			f.Close()
			return err
		}
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
