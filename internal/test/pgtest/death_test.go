package pgtest

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/jackc/pgx/v5"
)

// victimVar makes the test below the process that gets killed: it starts a
// server, says where, and waits.
const victimVar = "PGTEST_VICTIM"

type victimReport struct{ DSN, Dir string }

func beVictim(t *testing.T) {
	s := Start(t)
	if err := json.NewEncoder(os.Stdout).Encode(victimReport{s.Superuser(), s.dir}); err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, os.Stdin)
}

func TestServerEndsWithAKilledProcess(t *testing.T) {
	if os.Getenv(victimVar) != "" {
		beVictim(t)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("needs Linux, which can signal a child when its parent dies")
	}
	find(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestServerEndsWithAKilledProcess$")
	cmd.Env = append(os.Environ(), victimVar+"=1")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var victim victimReport
	if err := json.Unmarshal(line, &victim); err != nil {
		t.Fatalf("%v in %s", err, line)
	}

	conn := connect(t, victim.DSN)
	broken := make(chan error)
	go func() {
		_, err := conn.Exec(t.Context(), "SELECT pg_sleep(600)")
		broken <- err
	}()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if err := <-broken; err == nil {
		t.Error("a statement outlived the killed process")
	}
	for {
		conn, err := pgx.Connect(t.Context(), victim.DSN)
		if err != nil {
			break
		}
		conn.Close(t.Context())
	}

	// What the killed process could not remove goes with the next start.
	if _, err := os.Stat(victim.Dir); err != nil {
		t.Fatal(err)
	}
	s := Start(t)
	if _, err := os.Stat(victim.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the killed process's folder is still there: %v", err)
	}
	if _, err := os.Stat(s.dir); err != nil {
		t.Errorf("the sweep took a folder in use: %v", err)
	}
	sweep()
	if _, err := os.Stat(s.dir); err != nil {
		t.Errorf("the sweep took a folder in use: %v", err)
	}
}
