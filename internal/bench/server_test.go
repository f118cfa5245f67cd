//go:build bench

package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// serverFigures drives the real program as pages and programs do.
func serverFigures(t *testing.T) []figure {
	if _, err := weights.Parser(); err != nil {
		t.Skipf("the server is not measured: %v", err)
	}
	dir := t.TempDir()
	if _, err := demo.Build(t.Context(), filepath.Join(dir, "warehouse"), nil); err != nil {
		t.Fatal(err)
	}
	plumb := build(t, dir, "plumb", "github.com/plumbdata/plumb/cmd/plumb")
	questions := demoQuestions(t)
	b := openBrain(t, filepath.Join(dir, "warehouse"))
	first := startPage(t, plumb, dir)
	first.stop() // what is read from the disk for the first time does not count
	p := startPage(t, plumb, dir)
	alone, through := answerRates(t, b, p, questions)
	few := p.crowd(t, 20, questions)
	crowded := p.crowd(t, 200, questions)
	one := p.streams(t, 1, questions)
	many := p.streams(t, 1000, questions)
	memory := resident(strconv.Itoa(p.process.Process.Pid))
	p.stop()
	lost := "none"
	if many.lost > 0 {
		lost = fmt.Sprint(many.lost)
	}
	return append([]figure{
		{"plumb start, until it answers", short(p.ready), short(first.ready) + " when it was started before", "500 ms", p.ready < 500*time.Millisecond},
		{"questions through HTTP, answers a second", fmt.Sprintf("%.1f", through), fmt.Sprintf("%.1f by the brain alone", alone), "75% of that", through >= 0.75*alone},
		{fmt.Sprintf("1,000 open streams with questions running, events lost of %d", many.seen), lost, fmt.Sprintf("%d of %d with one stream", one.lost, one.seen), "none", many.lost == 0},
		{"1,000 open streams, from an event to its arrival, 99th percentile", short(place(many.times, .99)), short(place(one.times, .99)) + " with one stream", "100 ms more",
			place(many.times, .99)-place(one.times, .99) < 100*time.Millisecond},
		{"1,000 open streams, memory of the server", fmt.Sprintf("%d MB", memory>>20), fmt.Sprintf("%d MB with one stream", one.memory>>20), "1 GB", memory < 1<<30},
	}, peopleFigures(few, crowded)...)
}

func openBrain(t *testing.T, dir string) *builtin.Brain {
	t.Helper()
	warehouse := connect(t, duckdb.Driver, filepath.Join(dir, demo.FileName), dir)
	if _, err := warehouse.Schema(t.Context(), connection.Full); err != nil {
		t.Fatal(err)
	}
	b, err := builtin.Open(t.Context(), warehouse, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// answerRates are how many questions a second the brain reads, and how many are
// answered through HTTP, whole: read, run, drawn, told and recorded. They take
// turns, so that a machine that is busy for a while is busy for both; the first
// round warms up.
func answerRates(t *testing.T, b *builtin.Brain, p *served, questions []string) (alone, through float64) {
	t.Helper()
	const rounds, each = 4, 24
	now := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	people := 2 * runtime.GOMAXPROCS(0) // so that nobody's waiting leaves a core idle
	books := make([]string, people)
	for i := range books {
		books[i] = p.notebook(t)
	}
	var brainTook, httpTook time.Duration
	for round := range rounds {
		some := make([]string, each)
		for i := range some {
			some[i] = questions[(round*each+i)%len(questions)]
		}
		read := allOf(t, people, some, func(_ int, q string) error {
			_, err := b.Read(t.Context(), brain.Question{Text: q, Now: now})
			return err
		})
		asked := allOf(t, people, some, func(person int, q string) error {
			p.call(t, "POST", "/analysis/ask", map[string]any{"question": q, "notebook": books[person]})
			return nil
		})
		if round > 0 {
			brainTook, httpTook = brainTook+read, httpTook+asked
		}
	}
	const counted = (rounds - 1) * each
	return counted / brainTook.Seconds(), counted / httpTook.Seconds()
}

// allOf lets people share the questions, and takes the time until all are
// answered.
func allOf(t *testing.T, people int, questions []string, ask func(person int, question string) error) time.Duration {
	t.Helper()
	var next atomic.Int64
	return together(t, people, func(person int) error {
		for i := next.Add(1) - 1; int(i) < len(questions); i = next.Add(1) - 1 {
			if err := ask(person, questions[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// served is the program as plumb start.
type served struct {
	process *exec.Cmd
	url     string
	host    string
	ready   time.Duration
}

func startPage(t *testing.T, plumb, dir string) *served {
	t.Helper()
	c := exec.CommandContext(t.Context(), plumb, "start", "--addr", "127.0.0.1:0", "--model", "builtin", "--json")
	c.Dir = dir
	c.Env = append(os.Environ(), "PLUMB_HOME="+filepath.Join(dir, "home"))
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var said struct {
		URL string `json:"url"`
	}
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatal(err)
	}
	p := &served{process: c, url: said.URL, host: strings.TrimPrefix(said.URL, "http://")}
	p.call(t, "GET", "/api/health", nil)
	p.ready = time.Since(began)
	return p
}

func (p *served) stop() {
	_ = p.process.Process.Signal(os.Interrupt)
	_ = p.process.Wait()
}

// call sends a request and reads the answer. Who is told to wait does.
func (p *served) call(t *testing.T, method, path string, body any) (answer map[string]any) {
	t.Helper()
	var sent []byte
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	for {
		r, err := http.NewRequestWithContext(t.Context(), method, p.url+path, bytes.NewReader(sent))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		err = json.NewDecoder(got.Body).Decode(&answer)
		got.Body.Close()
		switch {
		case got.StatusCode == http.StatusTooManyRequests:
			time.Sleep(50 * time.Millisecond)
		case err != nil || got.StatusCode >= 300:
			t.Fatalf("%s %s: %d %v %v", method, path, got.StatusCode, answer, err)
		default:
			return answer
		}
	}
}

func (p *served) notebook(t *testing.T) string {
	t.Helper()
	return p.call(t, "POST", "/api/notebooks", map[string]any{})["id"].(string)
}

// delivery is what came of events over streams.
type delivery struct {
	times      []time.Duration // from an event to its arrival, at every stream
	seen, lost int
	memory     int64
}

// streams opens streams over a few notebooks, lets questions run in them, and
// holds what each stream saw against the log.
func (p *served) streams(t *testing.T, count int, questions []string) delivery {
	t.Helper()
	const notebooks, asked = 20, 40
	books := make([]string, min(count, notebooks))
	for i := range books {
		books[i] = p.notebook(t)
	}
	open := make([]*listener, count)
	for i := range open {
		open[i] = p.listen(t, i, books[i%len(books)])
	}
	var wait sync.WaitGroup
	for _, l := range open {
		wait.Go(l.read)
	}
	for i := range asked {
		p.call(t, "POST", "/analysis/ask", map[string]any{"question": questions[i%len(questions)], "notebook": books[i%len(books)]})
	}
	last := map[string]int64{}
	for _, b := range books {
		last[b] = int64(p.call(t, "GET", "/api/notebooks/"+b, nil)["last_event"].(float64))
	}
	for _, l := range open {
		l.until(last[l.notebook])
	}
	d := delivery{memory: resident(strconv.Itoa(p.process.Process.Pid))}
	for _, l := range open {
		_ = l.conn.Close()
	}
	wait.Wait()
	for i, b := range books {
		whole := p.listen(t, 0, b)
		done := make(chan struct{})
		go func() { whole.read(); close(done) }()
		whole.until(last[b])
		_ = whole.conn.Close()
		<-done
		for j := i; j < count; j += len(books) {
			d.seen += len(whole.ids)
			if !slices.Equal(open[j].ids, whole.ids) {
				d.lost += max(1, len(whole.ids)-len(open[j].ids))
			}
			d.times = append(d.times, open[j].times...)
		}
	}
	slices.Sort(d.times)
	return d
}

// listener is one open stream, read as cheaply as can be: the client's work
// must not count as the server's.
type listener struct {
	notebook string
	conn     net.Conn
	lines    *bufio.Reader
	opened   time.Time
	ids      []int64
	times    []time.Duration
	last     atomic.Int64
}

// listen opens a stream. Numbers far apart are other people's.
func (p *served) listen(t *testing.T, number int, notebook string) *listener {
	t.Helper()
	const each = 50 // streams from one address
	for {
		conn, err := (&net.Dialer{LocalAddr: addressOf(number / each)}).Dial("tcp", p.host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET /api/notebooks/%s/events HTTP/1.1\r\nHost: %s\r\n\r\n", url.PathEscape(notebook), p.host)
		l := &listener{notebook: notebook, conn: conn, lines: bufio.NewReaderSize(conn, 64<<10), opened: time.Now()}
		status, err := l.lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(status, " 200 ") {
			return l
		}
		_ = conn.Close()
		if !strings.Contains(status, " 429 ") {
			t.Fatal(status)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (l *listener) read() {
	var id int64
	for {
		line, err := l.lines.ReadSlice('\n')
		arrived := time.Now()
		if err != nil && err != bufio.ErrBufferFull {
			return
		}
		if text, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
			id, _ = strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
			continue
		}
		text, ok := bytes.CutPrefix(line, []byte("data: "))
		if !ok {
			continue
		}
		if _, at, found := bytes.Cut(text[:min(len(text), 300)], []byte(`"at":"`)); found {
			when, _, _ := bytes.Cut(at, []byte(`"`))
			if happened, err := time.Parse(time.RFC3339Nano, string(when)); err == nil && happened.After(l.opened) {
				l.times = append(l.times, arrived.Sub(happened))
			}
		}
		l.ids = append(l.ids, id)
		l.last.Store(id)
	}
}

// until waits for an event.
func (l *listener) until(id int64) {
	for l.last.Load() < id {
		time.Sleep(time.Millisecond)
	}
}
