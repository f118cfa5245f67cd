package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/test/browsertest"
	"github.com/plumbdata/plumb/internal/test/demotest"
	"github.com/plumbdata/plumb/internal/test/modeltest"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/testbed"
	"github.com/plumbdata/plumb/web"
)

// TestPage runs the tests of web/e2e: the page in a real browser, served by the
// real program, over the demo warehouse, a SQLite file, a real PostgreSQL and
// scripted language models. PLUMB_E2E names some of them ("ask", "axe").
//
// With PLUMB_E2E_SHOTS=folder it takes screenshots of the main states instead.
func TestPage(t *testing.T) {
	t.Parallel()
	chromium := browsertest.Chromium(t)
	root := testbed.Root(t)
	vitest := filepath.Join(root, "web", "node_modules", "vitest", "vitest.mjs")
	if _, err := os.Stat(vitest); err != nil || web.Files() == nil {
		need(t, "the built page: run make build")
	}
	if _, err := weights.Parser(); err != nil {
		need(t, "the built-in brain: "+err.Error())
	}
	program, err := exec.LookPath("plumb")
	if err != nil {
		t.Fatal(err)
	}
	reader, writer := shopInPostgres(t)
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir(), "LANG=C.UTF-8", "CI=1",
		"GORACE=" + os.Getenv("GORACE"),
		"PLUMB_PATIENCE=" + patience,
		"PLUMB_E2E_PROGRAM=" + program,
		"PLUMB_E2E_CHROMIUM=" + chromium,
		"PLUMB_E2E_DEMO=" + demotest.Folder(t),
		"PLUMB_E2E_SQLITE=" + sqliteShop(t),
		"PLUMB_E2E_POSTGRES_READER=" + reader,
		"PLUMB_E2E_POSTGRES_WRITER=" + writer,
		"PLUMB_E2E_MODEL_KEY=" + modelKey,
		"PLUMB_E2E_SHOTS=" + os.Getenv("PLUMB_E2E_SHOTS"),
	}
	args := append([]string{vitest, "run", "--config", "e2e/vitest.config.ts"}, strings.Fields(os.Getenv("PLUMB_E2E"))...)
	cmd := exec.Command("node", args...)
	cmd.Dir = filepath.Join(root, "web")
	cmd.Env = append(env, pageModels(t, filepath.Join(root, "web", "e2e", "models"))...)
	runPageTests(t, cmd)
}

// need skips the test, or fails it where everything must be there.
func need(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("PLUMB_TEST_REQUIRE") == "1" {
		t.Fatalf("needs %s", what)
	}
	t.Skipf("needs %s", what)
}

// runPageTests shows what the tests say as they say it.
func runPageTests(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	process, err := testbed.Start(cmd, syscall.SIGTERM)
	if errors.Is(err, exec.ErrNotFound) {
		need(t, "Node.js 20 or newer")
	}
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan struct{})
	go func() {
		defer close(said)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			t.Log(lines.Text())
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	select {
	case <-process.Exited():
	case <-t.Context().Done():
		err = process.Stop(syscall.SIGTERM)
	}
	err = errors.Join(err, process.Wait())
	in.Close()
	<-said
	if err != nil {
		t.Errorf("the page's tests: %v", err)
	}
}

// shopInPostgres makes a database with a login that reads and one that writes.
func shopInPostgres(t *testing.T) (reader, writer string) {
	t.Helper()
	pg := pgtest.Shared(t)
	db := pg.NewDatabase(t)
	pg.Exec(t, db,
		`CREATE TABLE orders (id int PRIMARY KEY, region text NOT NULL, total numeric(10,2), placed_on date)`,
		`INSERT INTO orders SELECT g, (ARRAY['North','South','East'])[1+g%3], g*1.25, date '2024-01-01'+g FROM generate_series(1,300) g`,
		`ANALYZE`,
	)
	logins := [2]string{db + "_reader", db + "_writer"}
	rights := [2]string{"SELECT", "SELECT, INSERT, UPDATE, DELETE"}
	var addresses [2]string
	for i, login := range logins {
		pg.Exec(t, db, fmt.Sprintf(`CREATE ROLE %q LOGIN PASSWORD 'open sesame'`, login), fmt.Sprintf(`GRANT %s ON ALL TABLES IN SCHEMA public TO %q`, rights[i], login))
		addresses[i] = pg.DSNAs(login, "open sesame", db)
	}
	return addresses[0], addresses[1]
}

// pageModels starts a scripted provider for each file of the folder, and says
// where they are. The page's tests shut and open the gate of each: with a
// PUT to /NAME/shut and /NAME/open.
func pageModels(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	gates := http.NewServeMux()
	at := httptest.NewServer(gates)
	t.Cleanup(at.Close)
	env := []string{"PLUMB_E2E_GATES=" + at.URL}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		server := modeltest.NewScript(t, modeltest.Anthropic, "key "+modelKey+"\n"+string(text))
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		env = append(env, "PLUMB_E2E_MODEL_"+strings.ToUpper(name)+"="+server.URL)
		gates.HandleFunc("PUT /"+name+"/shut", func(http.ResponseWriter, *http.Request) { server.Shut() })
		gates.HandleFunc("PUT /"+name+"/open", func(http.ResponseWriter, *http.Request) { server.Open() })
	}
	return env
}
