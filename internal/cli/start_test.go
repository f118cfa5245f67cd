package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// startedPage is plumb start while it runs.
type startedPage struct {
	t    *testing.T
	said struct {
		URL      string `json:"url"`
		Token    string `json:"token"`
		Required bool   `json:"token_required"`
	}
	stop func() (status int)
}

// start runs plumb start until stop is called.
func (b *bench) start(args ...string) *startedPage {
	b.t.Helper()
	return b.startIn(nil, args...)
}

// startIn does the same in an environment.
func (b *bench) startIn(environ []string, args ...string) *startedPage {
	b.t.Helper()
	a, _, errs := b.app("", append([]string{"start", "--json", "--db", b.db}, args...)...)
	a.Now, a.Environ = time.Now, environ
	out, in := io.Pipe()
	a.Stdout = in
	ctx, cancel := context.WithCancel(b.t.Context())
	ended := make(chan int, 1)
	go func() {
		status := a.main(ctx)
		_ = in.CloseWithError(io.EOF)
		ended <- status
	}()
	p := &startedPage{t: b.t}
	if err := json.NewDecoder(out).Decode(&p.said); err != nil {
		b.t.Fatalf("%v: status %d, %s", err, <-ended, errs)
	}
	p.stop = func() int { cancel(); return <-ended }
	return p
}

func (p *startedPage) call(method, path, body string, headers ...string) (status int, text string) {
	p.t.Helper()
	base := strings.Replace(p.said.URL, "[::]", "127.0.0.1", 1)
	r, err := http.NewRequestWithContext(p.t.Context(), method, base+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

func TestStartServesQuestions(t *testing.T) {
	b := newBench(t)
	p := b.start("--addr", "127.0.0.1:0")
	if p.said.Required || p.said.Token != "" || !strings.HasPrefix(p.said.URL, "http://127.0.0.1:") {
		t.Errorf("%+v", p.said)
	}
	_, text := p.call("GET", "/api/config", "")
	contains(t, "config", text, `"source":"shop"`, `"token_required":false`, `"first_run":false`)
	_, text = p.call("POST", "/api/ask", `{"question":"sure","source":"shop"}`, "Accept", "text/event-stream")
	contains(t, "events", text, "event: question.asked", `"stage":"thinking"`, "event: cell.recorded", "event: turn.ended", "the total amount of sales by product")
	_, text = p.call("POST", "/analysis/ask", `{"question":"unicorns"}`)
	contains(t, "analysis", text, `"status":"declined"`, "seems to hold unicorns")
	_, text = p.call("GET", "/api/models", "")
	contains(t, "models", text, `"policy"`)
	if status := p.stop(); status != 0 {
		t.Errorf("it ended with %d", status)
	}
	// What was answered is there at the next start.
	p = b.start("--addr", "127.0.0.1:0")
	_, text = p.call("GET", "/api/notebook", "")
	contains(t, "notebook", text, `"question":"sure"`, `"question":"unicorns"`)
	p.stop()
}

// The demo ends in the page, under the settings that plumb start has by default.
func TestDemoServesThePage(t *testing.T) {
	b := newBench(t)
	a, _, errs := b.app("", "demo", "--addr", "127.0.0.1:0")
	out, in := io.Pipe()
	a.Stdout = in
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan int, 1)
	go func() {
		status := a.main(ctx)
		_ = in.Close()
		ended <- status
	}()
	served := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), "http://127.0.0.1:") {
			served = true
			cancel()
		}
	}
	if status := <-ended; status != 0 || !served {
		t.Errorf("served: %v, status %d: %s", served, status, errs)
	}
}

func TestStartAsksForATokenOutsideOfThisMachine(t *testing.T) {
	b := newBench(t)
	p := b.start("--addr", "0.0.0.0:0")
	token := p.said.Token
	_, port, _ := strings.Cut(strings.TrimPrefix(p.said.URL, "http://"), ":")
	p.said.URL = "http://127.0.0.1:" + port
	if status, _ := p.call("GET", "/api/config", ""); status != 401 || token == "" || !p.said.Required {
		t.Errorf("without a token: %d, %+v", status, p.said)
	}
	if status, text := p.call("GET", "/api/config", "", "Authorization", "Bearer "+token); status != 200 {
		t.Errorf("with the token: %d %s", status, text)
	}
	p.stop()
	err := filepath.WalkDir(b.home, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), token) {
			t.Errorf("%s holds the token", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	// It is shown once, and holds until a new one is made.
	p = b.start("--addr", "0.0.0.0:0")
	if p.said.Token != "" || !p.said.Required {
		t.Errorf("the second time: %+v", p.said)
	}
	p.stop()
	p = b.start("--addr", "127.0.0.1:0", "--token")
	if status, _ := p.call("GET", "/api/config", "", "Authorization", "Bearer "+token); status != 401 || p.said.Token == token {
		t.Errorf("the old token: %d", status)
	}
	if status, _ := p.call("GET", "/api/config", "", "Authorization", "Bearer "+p.said.Token); status != 200 {
		t.Errorf("the new token: %d", status)
	}
	p.stop()
}

func TestStartAsksForATokenBehindAProxy(t *testing.T) {
	b := newBench(t)
	p := b.start("--addr", "127.0.0.1:0", "--host", "plumb.example.com")
	if status, _ := p.call("GET", "/api/config", ""); status != 401 || p.said.Token == "" || !p.said.Required {
		t.Errorf("without a token: %d, %+v", status, p.said)
	}
	p.stop()
}

// TestStartListsFoldersOnThisMachineAlone does not show the names of files to
// those who reach it from elsewhere.
func TestStartListsFoldersOnThisMachineAlone(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"--addr", "127.0.0.1:0"}, 200},
		{[]string{"--addr", "127.0.0.1:0", "--token"}, 200},
		{[]string{"--addr", "127.0.0.1:0", "--token", "--host", "plumb.example.com"}, 404},
		{[]string{"--addr", "0.0.0.0:0", "--token"}, 404},
	} {
		p := b.start(c.args...)
		_, port, _ := strings.Cut(strings.TrimPrefix(p.said.URL, "http://"), ":")
		p.said.URL = "http://127.0.0.1:" + port
		status, text := p.call("GET", "/api/files?folder="+url.QueryEscape(b.db), "", "Authorization", "Bearer "+p.said.Token)
		if status != c.status || status == 200 && !strings.Contains(text, `"kind":"sqlite"`) {
			t.Errorf("%v: %d %s", c.args, status, text)
		}
		p.stop()
	}
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--addr", "nonsense"}, "cannot listen on nonsense"},
		{[]string{"--addr", "127.0.0.1:99999"}, "cannot listen"},
		{[]string{"--log", "xml"}, "--log takes json or text"},
		{[]string{"--db", "nonsense://x"}, "nonsense"},
		{[]string{"--db", "nowhere.csv"}, "nowhere.csv does not exist"},
		{[]string{"--now", "soon"}, "soon"},
	} {
		status, _, errs := b.run("", append([]string{"start"}, c.args...)...)
		if status == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d, %s", c.args, status, errs)
		}
	}
}

func TestStartListsEvaluationRuns(t *testing.T) {
	a, _, _ := newBench(t).app("")
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(a.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("evals/spider.jsonl.run", `{"dir":"/somewhere/private/spider","brain":"builtin","part":{},"order":"given"}`)
	write("evals/spider.jsonl", `{"id":"1","class":"right"}`+"\n"+`{"id":"2","class":"no rows"}`+"\n"+`{"id":"3","cla`)
	write("broken.run", `{`)
	write("broken", "")
	write("alone.jsonl.run", `{}`)
	runs, err := a.evaluations(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%v %v", runs, err)
	}
	contains(t, "summary", string(runs[0].Summary), `"questions":2`, `"right":1`, `"no rows":1`)
	if text := string(runs[0].Settings); runs[0].Name != "spider.jsonl" || !strings.Contains(text, `"dir":"spider"`) {
		t.Errorf("%s %s", runs[0].Name, text)
	}
}
