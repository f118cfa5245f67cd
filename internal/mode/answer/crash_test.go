package answer_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// The crash test runs this same binary again as a process that is killed while
// it answers. The environment says where, and at which event.
const (
	folderVariable = "PLUMB_TEST_FOLDER"
	haltVariable   = "PLUMB_TEST_HALT"
)

func TestMain(m *testing.M) {
	sqlite.RunWorkerIfAsked()
	folder := os.Getenv(folderVariable)
	if folder == "" {
		os.Exit(m.Run())
	}
	if err := answerUpTo(context.Background(), folder, os.Getenv(haltVariable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1) // it should not have lived this long
}

// answerUpTo answers a question with three attempts, says when an event has
// happened, and waits there to be killed.
func answerUpTo(ctx context.Context, folder, halt string) error {
	b, err := turntest.Open(ctx, folder)
	if err != nil {
		return err
	}
	d := deskOver(b)
	d.says(turntest.NoColumn, turntest.Overflow, turntest.ByChannel)
	n := 0
	d.Notice = func(session.Entry) {
		if n++; fmt.Sprint(n) == halt {
			fmt.Println(d.Session.ID())
			select {}
		}
	}
	_, err = d.mode.Ask(ctx, about("sales by channel?"))
	return err
}

// TestKilledWhileAnswering kills a process after each of the events of a
// question: what had happened is in the store, and the question stands open.
func TestKilledWhileAnswering(t *testing.T) {
	all := strings.Split(begins+"generate · "+refused+"fix_1 · "+failed+"fix_2 · validate · executing · execute · narrating", " · ")
	audited := map[string]int{"validate failed": 1, "execute failed": 2, "execute": 3} // attempts that are known by then
	for n := range all {
		// The events of one write happen together, so that the last of them
		// may be known when the first is told.
		t.Run(fmt.Sprint(n+1, " ", all[n]), func(t *testing.T) {
			folder := t.TempDir()
			turntest.MakeShop(t, folder, "")
			id := killedAt(t, folder, n+1)
			d := turntest.Resume(t, folder, id)
			got := d.Events()
			if len(got) <= n || len(got) > len(all) || strings.Join(got, " · ") != strings.Join(all[:len(got)], " · ") {
				t.Fatalf("killed after %q: %q", all[:n+1], got)
			}
			known := 0
			for _, e := range got {
				known = max(known, audited[e])
			}
			a := d.Audit()
			if a.Status != store.StatusOpen || a.AttemptCount != known || len(a.Attempts) != known || a.Question != "sales by channel?" || a.CellID != "" {
				t.Errorf("after %q: %+v", got, a)
			}
			if len(d.Cells()) != 0 {
				t.Error("there is a cell")
			}
		})
	}
}

// killedAt runs the child until its n-th event, kills it, and returns its
// session.
func killedAt(t *testing.T, folder string, n int) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	var complaints strings.Builder
	c.Env, c.Stderr = append(os.Environ(), "GORACE=atexit_sleep_ms=0", folderVariable+"="+folder, fmt.Sprintf("%s=%d", haltVariable, n)), &complaints
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	id, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = c.Wait()
		t.Fatalf("the child ended by itself: %v, %s", err, complaints.String())
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	return strings.TrimSpace(id)
}
