package main

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
	"testing"
)

func TestWhatWasIgnoredStaysIgnored(t *testing.T) {
	if !slices.Contains(endings(), os.Signal(syscall.SIGTERM)) {
		t.Errorf("%v", endings())
	}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	for _, s := range endings() {
		if s == syscall.SIGHUP {
			t.Error("a Plumb that was started with nohup ends with its terminal")
		}
	}
}
