package line

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// person sits at a terminal.
type person struct {
	t      *testing.T
	master *os.File
	slave  *os.File
	came   chan []byte
	screen *emulator
	editor *Editor
	lines  chan result

	reading sync.WaitGroup
}

type result struct {
	text string
	err  error
}

func sit(t *testing.T, columns, height int, change func(*Options)) *person {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	p := watch(t, master, columns, height)
	p.slave = slave
	t.Cleanup(func() { // the context has ended, and so will the reading
		p.reading.Wait()
		master.Close()
		slave.Close()
	})
	p.size(columns, height)
	o := Options{In: slave, Out: slave, Prompt: "plumb> ", Continue: "  ...> "}
	if change != nil {
		change(&o)
	}
	p.editor = New(o)
	return p
}

// watch shows what comes from a terminal.
func watch(t *testing.T, master *os.File, columns, height int) *person {
	p := &person{t: t, master: master, came: make(chan []byte), screen: newEmulator(columns, height), lines: make(chan result, 1)}
	go func() {
		defer close(p.came)
		for {
			b := make([]byte, 4096)
			n, err := master.Read(b)
			if err != nil {
				return
			}
			select {
			case p.came <- b[:n]:
			case <-t.Context().Done():
				return
			}
		}
	}()
	return p
}

func (p *person) size(columns, height int) {
	if err := pty.Setsize(p.master, &pty.Winsize{Rows: uint16(height), Cols: uint16(columns)}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) read(ctx context.Context) *person {
	p.reading.Go(func() {
		text, err := p.editor.Read(ctx)
		p.lines <- result{text, err}
	})
	return p
}

// prompted reads a line, and waits until keys reach the editor and not the
// terminal's own handling of lines.
func (p *person) prompted() *person {
	p.t.Helper()
	p.read(p.t.Context())
	p.until(func() bool { return strings.HasSuffix(p.screen.text(), "plumb> ▌") }, "a prompt")
	return p
}

func (p *person) press(keys string) {
	p.t.Helper()
	if _, err := io.WriteString(p.master, keys); err != nil {
		p.t.Fatal(err)
	}
}

// sees waits until the window shows this; the mark is the cursor.
func (p *person) sees(want ...string) {
	p.t.Helper()
	p.until(func() bool { return p.screen.text() == strings.Join(want, "\n") }, strings.Join(want, "\n"))
}

// until waits as long as tests may run.
func (p *person) until(true func() bool, want string) {
	p.t.Helper()
	give := make(<-chan time.Time)
	if end, ok := p.t.Deadline(); ok {
		give = time.After(time.Until(end) - time.Second)
	}
	for !true() {
		select {
		case b, ok := <-p.came:
			if !ok {
				p.t.Fatalf("the terminal has gone; it shows\n%s\nnot\n%s", p.screen.text(), want)
			}
			_, _ = p.screen.Write(b)
		case <-give:
			p.t.Fatalf("it shows\n%s\nnot\n%s", p.screen.text(), want)
		}
	}
}

// gets waits for the line.
func (p *person) gets(want string, failure error) {
	p.t.Helper()
	for {
		select {
		case b := <-p.came:
			_, _ = p.screen.Write(b)
		case r := <-p.lines:
			if r.text != want || !errors.Is(r.err, failure) {
				p.t.Fatalf("got %q, %v, want %q, %v", r.text, r.err, want, failure)
			}
			return
		}
	}
}

// atEveryWidth runs a test in windows from narrow to wide.
func atEveryWidth(t *testing.T, test func(t *testing.T, columns int)) {
	for _, columns := range []int{40, 60, 80, 200} {
		t.Run(strconv.Itoa(columns), func(t *testing.T) { test(t, columns) })
	}
}
