package config

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestUpdateMakesFolderFileAndSchema(t *testing.T) {
	in := Input{Home: t.TempDir(), Dir: t.TempDir()}
	if err := Update(t.Context(), in, Activate("shop"), Put("shop", Connection{DSN: "a.db"})); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(in.Home, ".plumb")
	want := "# yaml-language-server: $schema=./config.schema.json\nactive: shop\nconnections:\n  shop:\n    dsn: a.db\n"
	if got := read(t, filepath.Join(folder, "config.yaml")); got != want {
		t.Errorf("got\n%s", got)
	}
	if read(t, filepath.Join(folder, "config.schema.json")) != string(JSONSchema()) {
		t.Error("the schema is not there")
	}
	for path, mode := range map[string]os.FileMode{folder: 0o700 | os.ModeDir, filepath.Join(folder, "config.yaml"): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode {
			t.Errorf("%s has mode %v, %v", path, info.Mode(), err)
		}
	}
	c := load(t, in)
	if c.Active != "shop" || c.Connections["shop"].DSN != "a.db" || c.Origin("active") != "~/.plumb/config.yaml:2" {
		t.Errorf("got %+v from %s", c, c.Origin("active"))
	}
}

func TestUpdateFollowsLinks(t *testing.T) {
	elsewhere := folder(t, map[string]string{"dotfiles/plumb.yml": "memory: 2GiB\n"})
	target := filepath.Join(elsewhere, "dotfiles/plumb.yml")
	home := folder(t, map[string]string{".plumb/x": ""})
	if err := os.Symlink(target, filepath.Join(home, ".plumb/config.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := Update(t.Context(), Input{Home: home}, Activate("a")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, target); got != "memory: 2GiB\nactive: a\n" {
		t.Errorf("got %q", got)
	}
}

func TestUpdatesOfManyWritersAreAllKept(t *testing.T) {
	in := Input{Home: t.TempDir()}
	const writers, each = 4, 5
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := Update(t.Context(), in, Put(fmt.Sprintf("c%d-%d", w, i), Connection{DSN: "a.db"})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if c := load(t, in); len(c.Connections) != writers*each {
		t.Errorf("%d of %d connections are there", len(c.Connections), writers*each)
	}
}

func TestUpdateWaitsForTheOther(t *testing.T) {
	in := Input{Home: folder(t, map[string]string{".plumb/config.lock": ""})}
	path := filepath.Join(in.Home, ".plumb/config.lock")
	held, err := lock(t.Context(), path, path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(fault.New(fault.Config, "enough"))
	if err := Update(ctx, in, Activate("a")); fault.Of(err) == nil || fault.Of(err).Message != "enough" {
		t.Errorf("got %v", err)
	}
	held.Close()
	if err := Update(t.Context(), in, Activate("a")); err != nil {
		t.Error(err)
	}
}

func TestUpdateOfABrokenFileChangesNothing(t *testing.T) {
	in := Input{Home: folder(t, map[string]string{".plumb/config.yaml": "limit: 5\n"})}
	err := Update(t.Context(), in, Activate("a"))
	if f := fault.Of(err); f == nil || f.Message != "~/.plumb/config.yaml:1: unknown key limit" {
		t.Errorf("got %v", err)
	}
	if got := read(t, filepath.Join(in.Home, ".plumb/config.yaml")); got != "limit: 5\n" {
		t.Errorf("got %q", got)
	}
}

// A file size limit makes writes fail halfway, as a full disk does. It holds
// for a whole process, so the test runs itself in a second one.
func TestFullDiskLeavesTheOldFile(t *testing.T) {
	const variable = "PLUMB_TEST_FULL_DISK_HOME"
	if home := os.Getenv(variable); home != "" {
		if err := testbed.LimitFileSize(100); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := testbed.LimitFileSize(testbed.Unlimited); err != nil {
				t.Error(err)
			}
		}()
		err := Update(t.Context(), Input{Home: home}, Put("b", Connection{DSN: DSN(strings.Repeat("x", 200))}))
		f := fault.Of(err)
		if f == nil || f.Code != fault.StoreFull || !errors.Is(err, syscall.EFBIG) || f.Message != "~/.plumb/config.yaml cannot be written: file too large" {
			t.Fatalf("got %v", err)
		}
		return
	}
	const old = "connections:\n  a:\n    dsn: a.db\n"
	home := folder(t, map[string]string{".plumb/config.yaml": old})
	child := exec.Command(os.Args[0], "-test.run=^TestFullDiskLeavesTheOldFile$", "-test.v")
	child.Env = append(os.Environ(), variable+"="+home)
	if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := read(t, filepath.Join(home, ".plumb/config.yaml")); got != old {
		t.Errorf("got %q", got)
	}
	left, err := filepath.Glob(filepath.Join(home, ".plumb/.config*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
