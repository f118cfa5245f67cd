// Asksample prints questions that package ask writes, for reading: the
// question, and what answers it in words of the form.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/plumbdata/plumb/train/ask"
	"github.com/plumbdata/plumb/train/world"
)

func main() {
	n := flag.Int("n", 20, "how many questions")
	seed := flag.Uint64("seed", 1, "of the dice")
	tag := flag.String("tag", "", "only questions with this tag")
	brief := flag.Bool("brief", false, "no forms")
	speed := flag.Bool("speed", false, "only measure how fast questions are written")
	flag.Parse()
	r := rand.New(rand.NewPCG(*seed, 7))
	domains := world.Domains()
	if len(domains) == 0 {
		fmt.Fprintln(os.Stderr, "no domains")
		os.Exit(1)
	}
	begin := time.Now()
	made, tried := 0, 0
	for made < *n {
		w := world.Make(r, domains[r.IntN(len(domains))])
		for i := 0; i < 20 && made < *n; i++ {
			tried++
			x, ok := ask.Generate(r, w)
			if !ok || *tag != "" && !has(x.Tags, *tag) {
				continue
			}
			made++
			if *speed {
				continue
			}
			fmt.Printf("%s\n", x.Question)
			if !*brief {
				if x.Context != nil {
					fmt.Printf("    after %s\n", ask.Show(w, x.Context))
				}
				fmt.Printf("    [%s] %s\n", strings.Join(x.Tags, " "), ask.Show(w, x.Query))
			}
		}
	}
	if *speed {
		fmt.Printf("%d questions of %d attempts in %s\n", made, tried, time.Since(begin).Round(time.Millisecond))
	}
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
