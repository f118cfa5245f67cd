// Command critic makes the corpus that internal/critic is fitted to and measured on.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/plumbdata/plumb/internal/source/sqlite"
)

func main() {
	sqlite.RunWorkerIfAsked()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	steps := map[string]func(context.Context, []string) error{"answers": answers, "pairs": pairs, "fit": fit, "measure": measure}
	do := steps[os.Args[1]]
	if err := do(ctx, os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "critic:", err)
		os.Exit(1)
	}
}
