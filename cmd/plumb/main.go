// Plumb answers questions about your data, and shows why the answer is right.
package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	_ "github.com/plumbdata/plumb/cmd/plumb/confined"
	"github.com/plumbdata/plumb/internal/cli"
)

func main() {
	cli.RunWorkerIfAsked()
	signal.Ignore(syscall.SIGPIPE) // a write then fails, and what was begun is cleaned up
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop) // who asks a second time does not want to wait
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	os.Exit(cli.Main(ctx, cli.Process{
		Args: os.Args[1:], Environ: os.Environ(), Dir: dir, Home: home,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Now: time.Now,
	}))
}

// endings are the signals that end Plumb in order. One that it was told to ignore
// from the start, as nohup does, stays ignored.
func endings() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}
