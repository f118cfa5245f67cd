package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // makes the shop

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	datasource "github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// oneQuery is a brain that reads every question the same way, but for one that
// it is not sure of.
type oneQuery struct{}

func (oneQuery) Read(_ context.Context, q brain.Question) (*brain.Answer, error) {
	const totals = "SELECT channel, sum(amount) AS total FROM sales GROUP BY channel"
	readings := []brain.Reading{{SQL: totals, Sentence: "total amount for each channel", Probability: .8}, {SQL: "SELECT count(*) AS n FROM sales", Sentence: "number of sales", Probability: .1}}
	if strings.Contains(q.Text, "vague") {
		return &brain.Answer{Outcome: brain.Unsure, Confidence: .3, Readings: readings}, nil
	}
	return &brain.Answer{Outcome: brain.Likely, Confidence: .8, Readings: readings}, nil
}

// realDesk is a desk over a small SQLite file.
func realDesk(t *testing.T) *desk.Work {
	t.Helper()
	dir := t.TempDir()
	shop := filepath.Join(dir, "shop.db")
	testbed.SQLite(t, shop, `CREATE TABLE sales (id INTEGER PRIMARY KEY, amount REAL, channel TEXT, day DATE);
		INSERT INTO sales VALUES (1, 2.5, 'web', '2024-01-01'), (2, 4, '<script>alert(1)</script>', '2024-02-01'), (3, NULL, 'web', '2024-03-01')`)
	home := filepath.Join(dir, "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "config.yaml"), []byte("active: shop\nconnections:\n  shop:\n    dsn: sqlite:"+shop+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	kept, err := storesqlite.Open(t.Context(), filepath.Join(home, "plumb.db"), storesqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	newID := func(prefix string) string { return prefix + strings.ToLower(rand.Text()[:16]) }
	drivers := connection.Drivers{sqlite.Driver}
	build := func(_ *config.Config, name, dsn string) (connection.Spec, error) {
		driver, resolved, err := drivers.Resolve(dsn, dir)
		return connection.Spec{Driver: driver, Identity: resolved, Refresh: time.Hour, Now: time.Now, Config: datasource.Config{DSN: resolved, Name: name}, Cache: schema.Cache{Dir: filepath.Join(home, "cache")}}, err
	}
	w := desk.New(t.Context(), desk.Config{
		Version: "test", Clock: time.Now, NewID: newID, Store: kept, Drivers: drivers, Notebooks: notebook.Store{Dir: filepath.Join(home, "notebooks"), Now: time.Now, NewID: newID},
		Input:   func() config.Input { return config.Input{Environ: []string{"PLUMB_HOME=" + home}, Home: dir, Dir: dir} },
		Address: build,
		Spec: func(c *config.Config, name string) (connection.Spec, error) {
			if name == "" {
				name = c.Active
			}
			dsn, err := c.Resolve(name)
			if err != nil {
				return connection.Spec{}, err
			}
			return build(c, name, dsn)
		},
		Talk: func(ctx context.Context, c *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error) {
			s, err := conn.Schema(ctx, connection.Full)
			if err != nil {
				return nil, err
			}
			return talk.New(talk.Config{Connection: conn, Identity: spec.Identity, Brain: oneQuery{}, Folder: c.Folder, Version: "test", NewID: newID, Clock: time.Now, Limits: datasource.Limits{}.OrDefault()}, s), nil
		},
		Draw: func(context.Context, []byte, bool) ([]byte, error) { return []byte("<svg/>"), nil },
	})
	t.Cleanup(func() {
		if err := w.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return w
}

// walker asks a server, and checks that it answers as its document says.
type walker struct {
	*testing.T
	web      *httptest.Server
	document *document
	names    map[string]string // that stand for parts of routes
}

func (w *walker) do(at, body string, status int, headers ...string) string {
	w.Helper()
	path := at
	for k, v := range w.names {
		path = strings.ReplaceAll(path, k, v)
	}
	route, _, _ := strings.Cut(at, "?")
	answer, text := call(w.T, w.web, path, body, headers...)
	if answer.StatusCode != status {
		w.Fatalf("%s: %d, want %d: %s", path, answer.StatusCode, status, text)
	}
	if where := answer.Header.Get("Location"); status == http.StatusCreated && at != "POST /api/sources" {
		if found, text := call(w.T, w.web, "GET "+where, ""); found.StatusCode != http.StatusOK || where == "" {
			w.Errorf("%s made %q: %d %s", path, where, found.StatusCode, text)
		}
	}
	w.document.holds(w.T, route, status, answer.Header.Get("Content-Type"), []byte(text))
	return text
}

// TestARealDeskAnswersAsTheDocumentSays walks through a notebook's life.
func TestARealDeskAnswersAsTheDocumentSays(t *testing.T) {
	s := New(t.Context(), realDesk(t), Options{Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader})
	t.Cleanup(s.close)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	_, text := call(t, web, "GET /openapi.json", "")
	w := &walker{t, web, readDocument(t, text), map[string]string{"{name}": "shop"}}
	for _, at := range []string{"config", "sources", "schema", "schema?fresh=true&source=shop", "suggestions"} {
		w.do("GET /api/"+at, "", 200)
	}
	opened := w.walkNotebook()
	w.walkAnalysis()
	w.walkDeletion()
	w.walkSources()
	w.walkSessions(opened.Session)
}

// walkNotebook asks, edits and exports in a new notebook.
func (w *walker) walkNotebook() book {
	w.Helper()
	stream := []string{"Accept", "text/event-stream"}
	w.names["{id}"] = decode[book](w.T, w.do("POST /api/notebooks", `{"name":"sales & more"}`, 201)).ID
	at := func(rest string) string { return `{"notebook":"` + w.names["{id}"] + `",` + rest + `}` }

	events := w.do("POST /api/ask", at(`"question":"amount by channel"`), 200, stream...)
	cell := ""
	for _, v := range values("text/event-stream", []byte(events)) {
		if e := decode[desk.Event](w.T, string(v)); e.Kind == session.TurnEnded {
			var p session.EndedPayload
			if err := json.Unmarshal(e.Payload, &p); err != nil || p.Cell == "" {
				w.Fatalf("%s", v)
			}
			cell = p.Cell
		}
	}
	w.names["{cell}"] = cell
	w.do("POST /api/ask", at(`"question":"something vague"`), 200, stream...)
	w.do("POST /api/ask", at(`"reading":1,"replaces":"`+cell+`"`), 200, stream...)
	w.do("POST /api/ask", at(`"question":"as pie","parent":"`+cell+`","chart":"pie"`), 200, stream...)
	w.do("POST /api/run-sql", at(`"sql":"DELETE FROM sales"`), 200, stream...)
	w.do("POST /api/run-sql", at(`"sql":"SELECT * FROM sales"`), 200, stream...)
	w.do("POST /api/run-sql", at(`"sql":"SELECT 1","parent":"nix"`), 404)
	opened := decode[book](w.T, w.do("GET /api/notebooks/{id}", "", 200))
	if len(opened.Contents) < 4 {
		w.Errorf("%d cells", len(opened.Contents))
	}
	w.names["{cell}"] = opened.Contents[len(opened.Contents)-1].ID
	w.do("GET /api/notebooks/{id}/cells/{cell}", "", 200)
	if csv := w.do("GET /api/notebooks/{id}/cells/{cell}/data.csv", "", 200); !strings.Contains(csv, "<script>") {
		w.Errorf("%s", csv)
	}
	w.do("PATCH /api/notebooks/{id}/cells/{cell}", `{"position":0}`, 200)
	w.do("POST /api/notebooks/{id}/cells/{cell}/duplicate", "", 201)
	w.do("DELETE /api/notebooks/{id}/cells/{cell}", "", 204)
	w.do("POST /api/notebooks/{id}/cells/{cell}/restore", `{"position":1}`, 200)
	w.do("POST /api/notebooks/{id}/notes", `{"text":"# Why <b>"}`, 201)
	w.do("PATCH /api/notebooks/{id}", `{"name":"another name"}`, 200)
	w.do("GET /api/notebooks?search=another", "", 200)
	for _, format := range []string{"html", "md", "ipynb", "json"} {
		w.do("GET /api/notebooks/{id}/export?format="+format, "", 200)
	}
	w.do("POST /api/notebooks/{id}/fork", `{"name":"branch"}`, 201)
	w.do("POST /api/notebooks/{id}/refresh", `{"cells":["`+w.names["{cell}"]+`"]}`, 202)
	return opened
}

// walkAnalysis asks as programs do, whose answers are kept in a notebook of theirs.
func (w *walker) walkAnalysis() {
	w.Helper()
	asked := decode[analysis](w.T, w.do("POST /analysis/ask", `{"question":"amount for each channel"}`, 200))
	if asked.Status != "success" || asked.RowCount != 2 || len(asked.Attempts) != 1 || len(asked.Trace) == 0 {
		w.Errorf("%+v", asked)
	}
	if asked.Reading == nil || asked.Reading.Sentence == "" || asked.Notebook == w.names["{id}"] {
		w.Errorf("%+v", asked)
	}
	if again := decode[analysis](w.T, w.do("POST /analysis/ask", `{"question":"amount for each channel"}`, 200)); again.Notebook != asked.Notebook {
		w.Errorf("kept in %s, then in %s", asked.Notebook, again.Notebook)
	}
	w.do("GET /api/notebook", "", 200)
	w.do("GET /api/audit", "", 200)
	w.do("GET /api/audit?contains=CHANNEL&status=success", "", 200)
	w.do("GET /api/sessions", "", 200)
}

func (w *walker) walkDeletion() {
	w.Helper()
	w.do("DELETE /api/notebooks/{id}", "", 204)
	if b := decode[book](w.T, w.do("POST /api/notebooks/{id}/restore", "", 200)); len(b.Contents) == 0 {
		w.Errorf("a notebook came back as %+v", b)
	}
	w.do("DELETE /api/notebooks/{id}", "", 204)
	w.do("GET /api/notebooks/{id}", "", 404)
}

// walkSources tests sources, adds one, switches to it and forgets it.
func (w *walker) walkSources() {
	w.Helper()
	source := func(name, path string) string {
		return fmt.Sprintf(`{"name":%q,"kind":"sqlite","properties":{"path":%q}}`, name, path)
	}
	tested := decode[desk.SourceTest](w.T, w.do("POST /api/sources/test", source("again", "shop.db"), 200))
	if !tested.OK || !tested.ReadOnly || tested.Tables != 1 {
		w.Errorf("%+v", tested)
	}
	if nowhere := decode[desk.SourceTest](w.T, w.do("POST /api/sources/test", source("again", "nix.db"), 200)); nowhere.OK || nowhere.Steps[0].Hint == "" {
		w.Errorf("%+v", nowhere)
	}
	w.names["{name}"] = "again"
	w.do("POST /api/sources", source("again", "shop.db"), 201)
	w.do("POST /api/sources", source("again", "other.db"), 400)
	if v := decode[configView](w.T, w.do("GET /api/config", "", 200)); v.Source != "again" {
		w.Errorf("%s is asked", v.Source)
	}
	w.do("POST /api/sources/{name}/use", "", 204)
	w.do("DELETE /api/sources/{name}", "", 204)
	w.do("DELETE /api/sources/{name}", "", 404)
	w.names["{name}"] = "shop"
	w.do("POST /api/sources/{name}/use", "", 204)
}

// walkSessions shows that a conversation outlives its notebook, and can become
// one again.
func (w *walker) walkSessions(id string) {
	w.Helper()
	w.names["{id}"] = id
	if v := decode[sessionView](w.T, w.do("GET /api/sessions/{id}", "", 200)); len(v.Cells) < 4 {
		w.Errorf("%d cells", len(v.Cells))
	}
	if b := decode[book](w.T, w.do("POST /api/sessions/{id}/resume", "", 200)); b.Session != id || len(b.Contents) < 4 {
		w.Errorf("%+v", b)
	}
	if b := decode[book](w.T, w.do("POST /api/sessions/{id}/fork", `{"name":"another way"}`, 201)); b.Session == id || len(b.Contents) < 4 {
		w.Errorf("%+v", b)
	}
	w.do("DELETE /api/sessions/{id}", "", 204)
	if strings.Contains(w.do("GET /api/sessions", "", 200), id) {
		w.Error("what was deleted is still listed")
	}
	begun := decode[book](w.T, w.do("POST /api/sessions", `{"source":"shop"}`, 201))
	w.names["{id}"] = begun.Session
	w.do("GET /api/sessions/{id}", "", 200)
}
