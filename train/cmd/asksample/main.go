// Asksample prints questions that package ask writes, for reading: the
// question, and what answers it in words of the form. With -point it counts
// instead which of them the parser could answer so.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/train/ask"
	"github.com/plumbdata/plumb/train/corpus"
	"github.com/plumbdata/plumb/train/world"
)

func main() {
	sqlite.RunWorkerIfAsked()
	log.SetFlags(0)
	n := flag.Int("n", 20, "how many questions")
	seed := flag.Uint64("seed", 1, "of the dice")
	each := flag.Int("each", 20, "attempts in each world")
	tag := flag.String("tag", "", "only questions with this tag")
	brief := flag.Bool("brief", false, "no forms")
	speed := flag.Bool("speed", false, "only measure how fast questions are written")
	file := flag.String("database", "", "a SQLite file to ask about instead of invented worlds")
	point := flag.Bool("point", false, "print those that the parser could not point at, and count them by shape")
	flag.Parse()
	if err := run(*n, *seed, *each, *tag, *file, *brief, *speed, *point); err != nil {
		log.Fatal(err)
	}
}

func run(n int, seed uint64, each int, tag, file string, brief, speed, point bool) error {
	r := rand.New(rand.NewPCG(seed, 7))
	domains := world.Domains()
	var p *pointing
	if point || file != "" {
		var err error
		if p, err = newPointing(); err != nil {
			return err
		}
	}
	begin := time.Now()
	made, tried := 0, 0
	for made < n {
		var w *world.World
		var d *corpus.Database
		var err error
		switch {
		case file != "":
			d, _, _, err = corpus.Open(context.Background(), filepath.Dir(file), strings.TrimSuffix(filepath.Base(file), ".sqlite"), p.cut, nil, 0)
			if err != nil {
				return err
			}
			w, each = world.FromIndex(d.Index), 100*n
		default:
			w = world.Make(r, domains[r.IntN(len(domains))])
			if p != nil {
				if d, err = p.database(w); err != nil {
					return err
				}
			}
		}
		for i := 0; i < each && made < n; i++ {
			tried++
			x, ok := ask.Generate(r, w)
			if !ok || tag != "" && !slices.Contains(x.Tags, tag) {
				continue
			}
			made++
			switch {
			case speed:
			case point:
				if why := p.try(d, x); why != "" && !brief {
					fmt.Printf("%s\n    %s\n    %s\n", x.Question, why, ask.Show(w, x.Query))
				}
			default:
				show(w, x, brief)
			}
		}
	}
	if point {
		p.report()
	}
	if speed {
		fmt.Printf("%d questions of %d attempts in %s\n", made, tried, time.Since(begin).Round(time.Millisecond))
	}
	return nil
}

func show(w *world.World, x ask.Example, brief bool) {
	fmt.Println(x.Question)
	if brief {
		return
	}
	if x.Context != nil {
		fmt.Printf("    after %s\n", ask.Show(w, x.Context))
	}
	fmt.Printf("    [%s] %s\n", strings.Join(x.Tags, " "), ask.Show(w, x.Query))
}
