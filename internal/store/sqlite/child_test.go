//go:build linux

package sqlite

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/store"
)

// Some tests run this same binary again as another process, in a role that
// the environment names.
const (
	roleVariable = "PLUMB_TEST_ROLE"
	pathVariable = "PLUMB_TEST_PATH"
	tagVariable  = "PLUMB_TEST_TAG"
)

var roles = map[string]func(ctx context.Context, path, tag string) error{
	"write":        writeForever,
	"limited":      writeUpToALimit,
	"limited open": openUnderALimit,
	"small disk":   fillADisk,
	"unprivileged": openAsNobody,
}

func TestMain(m *testing.M) {
	role, ok := roles[os.Getenv(roleVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := role(context.Background(), os.Getenv(pathVariable), os.Getenv(tagVariable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child is this binary in a role.
func child(role, path, tag string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	// A race detector would otherwise keep each child for a second at its end.
	c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", roleVariable+"="+role, pathVariable+"="+path, tagVariable+"="+tag)
	return c
}

// numbered is the n-th batch of a writer. Its contents follow from its name,
// so that whoever knows the name can tell whether they came back right.
func numbered(tag string, n int) store.Batch {
	b := store.Batch{Sessions: []store.Session{{ID: tag, CreatedAt: noon}}}
	parts := 1 + n%3
	padding := n * 7919 % 3000
	if n%16 == 15 {
		padding = 50_000 // several pages of the log
	}
	for part := range parts {
		payload, _ := json.Marshal(map[string]any{
			"tag": tag, "batch": n, "part": part, "padding": strings.Repeat(string(rune('a'+n%26)), padding),
		})
		b.Events = append(b.Events, store.Event{Session: tag, Kind: "note", At: noon, Payload: payload})
	}
	audited(&b, tag, n)
	return b
}

// audited adds the audit of a question that takes three batches: it is asked,
// tried in vain, and then tried and settled.
func audited(b *store.Batch, tag string, n int) {
	q := store.Query{ID: fmt.Sprintf("%s-%d", tag, n/3), Session: tag, Question: "how many?", Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon}
	if n%3 == 2 {
		q.Status, q.FinalSQL = store.StatusSuccess, "SELECT 2"
	}
	b.Queries = []store.Query{q}
	if n%3 > 0 {
		b.Attempts = []store.Attempt{{QueryID: q.ID, Number: n % 3, SQL: fmt.Sprint("SELECT ", n%3), ExecutionOK: n%3 == 2, CreatedAt: noon}}
	}
}

// checkAudit finds what audited made of the first batches, and nothing beyond.
func checkAudit(ctx context.Context, s *Store, tag string, batches int) error {
	seen := 0
	for after := ""; ; {
		page, err := s.Audit(ctx, store.Filter{Session: tag, After: after})
		if err != nil {
			return fmt.Errorf("%s: %w", tag, err)
		}
		if len(page) == 0 {
			break
		}
		for _, a := range page {
			steps := min(3, batches-3*seen)
			settled := a.Status == store.StatusSuccess && a.FinalSQL != ""
			if a.ID != fmt.Sprintf("%s-%d", tag, seen) || steps < 1 || len(a.Attempts) != steps-1 || a.AttemptCount != steps-1 || settled != (steps == 3) {
				return fmt.Errorf("%s: after %d batches question %d is %+v", tag, batches, seen, a)
			}
			after, seen = a.ID, seen+1
		}
	}
	if want := (batches + 2) / 3; seen != want {
		return fmt.Errorf("%s: %d questions after %d batches, want %d", tag, seen, batches, want)
	}
	return nil
}

// acknowledge tells the parent, in one system call, that a batch was written.
func acknowledge(n int, ids []int64) error {
	line := fmt.Sprint(n)
	for _, id := range ids {
		line += fmt.Sprint(" ", id)
	}
	_, err := os.Stdout.WriteString(line + "\n")
	return err
}

// acknowledged reads what acknowledge wrote, up to the end of the stream or a
// line that is none.
func acknowledged(r io.Reader, each func()) (map[int][]int64, error) {
	batches := map[int][]int64{}
	for lines := bufio.NewScanner(r); ; {
		if !lines.Scan() {
			return batches, lines.Err()
		}
		var n int
		fields := strings.Fields(lines.Text())
		if _, err := fmt.Sscan(fields[0], &n); err != nil {
			return batches, fmt.Errorf("the child said %q", lines.Text())
		}
		ids := make([]int64, len(fields)-1)
		for i := range ids {
			if _, err := fmt.Sscan(fields[i+1], &ids[i]); err != nil {
				return batches, fmt.Errorf("the child said %q", lines.Text())
			}
		}
		batches[n] = ids
		each()
	}
}

// checkWriter finds every acknowledged batch of a writer as it was written,
// and beside them at most the one that was under way at the end, whole.
func checkWriter(ctx context.Context, s *Store, tag string, acks map[int][]int64) error {
	type found struct {
		ids   []int64
		parts []string
	}
	batches := map[int]found{}
	for after := int64(0); ; {
		page, err := s.Events(ctx, tag, after, store.MaxLimit)
		if err != nil {
			return fmt.Errorf("%s: %w", tag, err)
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			var name struct{ Batch int }
			if err := json.Unmarshal(e.Payload, &name); err != nil {
				return fmt.Errorf("%s: event %d: %w", tag, e.ID, err)
			}
			f := batches[name.Batch]
			batches[name.Batch] = found{append(f.ids, e.ID), append(f.parts, string(e.Payload))}
			after = e.ID
		}
	}
	if err := checkAudit(ctx, s, tag, len(batches)); err != nil {
		return err
	}
	for n, f := range batches {
		want := numbered(tag, n).Events
		if len(f.parts) != len(want) {
			return fmt.Errorf("%s: batch %d has %d of %d events", tag, n, len(f.parts), len(want))
		}
		for i := range want {
			if f.parts[i] != string(want[i].Payload) {
				return fmt.Errorf("%s: batch %d, event %d came back wrong", tag, n, f.ids[i])
			}
		}
	}
	for n, ids := range acks {
		if !slices.Equal(batches[n].ids, ids) {
			return fmt.Errorf("%s: batch %d was acknowledged with ids %v, found %v", tag, n, ids, batches[n].ids)
		}
		delete(batches, n)
	}
	delete(batches, len(acks))
	if len(batches) > 0 {
		return fmt.Errorf("%s: after %d acknowledged batches there are also %d others", tag, len(acks), len(batches))
	}
	return nil
}

// writeForever writes until it is killed. It folds the log into the file
// often, so that kills meet that too. It waits for its turn as long as it takes:
// SQLite does not promise that one of two busy writers is ever served.
func writeForever(ctx context.Context, path, tag string) error {
	s, err := Open(ctx, path, Options{LockWait: time.Hour})
	if err != nil {
		return err
	}
	if _, err := s.writer.ExecContext(ctx, "PRAGMA wal_autocheckpoint = 20"); err != nil {
		return err
	}
	for n := 0; ; n++ {
		ids, err := s.Write(ctx, numbered(tag, n))
		if err != nil {
			return err
		}
		if err := acknowledge(n, ids); err != nil {
			return err
		}
	}
}
