package desk

import (
	"strconv"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

func TestSecretsGoWithTheirConnection(t *testing.T) {
	p := newVault(t)
	remembered := func() int {
		p.sources.mu.Lock()
		defer p.sources.mu.Unlock()
		return len(p.sources.secrets)
	}
	for name, remove := range map[string]func() error{
		"here":               func() error { return p.RemoveSource(t.Context(), "vault") },
		"by another program": func() error { return config.Update(t.Context(), p.Input(), config.Remove("vault")) },
	} {
		_, err := p.AddSource(t.Context(), NewSource{Name: "vault", Kind: "vault", Properties: map[string]string{"host": "db.example.com", "password": password}})
		if err != nil {
			t.Fatal(err)
		}
		p.ask(Question{Text: "how many", Source: "vault"})
		if remembered() != 1 {
			t.Fatalf("%s: the secrets of %d connections are remembered", name, remembered())
		}
		if err := remove(); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Overview(t.Context()); err != nil {
			t.Fatal(err)
		}
		if remembered() != 0 || strings.Contains(strings.Join(p.sources.withSecrets(nil), "\n"), password) {
			t.Errorf("removed %s: its secret is still there", name)
		}
		if err := p.UseSource(t.Context(), "shop"); err != nil {
			t.Fatal(err)
		}
	}
	// One that could not be written down is not remembered either.
	p.write("home/config.yaml.d", "")
	p.Config.Input = func() config.Input {
		return config.Input{Environ: []string{"PLUMB_HOME=" + p.path("home/config.yaml.d/x")}, Home: p.dir, Dir: p.dir}
	}
	_, err := p.AddSource(t.Context(), NewSource{Name: "vault", Kind: "vault", Properties: map[string]string{"host": "db.example.com", "password": password}})
	if err == nil || remembered() != 0 {
		t.Errorf("%v; the secrets of %d connections are remembered", err, remembered())
	}
}

// TestAFormGetsNoPasswordOfTheEnvironment types a server into the form that
// asks for the password, also one that the environment names.
func TestAFormGetsNoPasswordOfTheEnvironment(t *testing.T) {
	for _, named := range []bool{false, true} {
		server := pgtest.StartCleartext(t)
		port := strconv.Itoa(server.Port)
		t.Setenv("PGPASSWORD", "of the environment")
		if named {
			t.Setenv("PGHOST", server.Host)
			t.Setenv("PGPORT", port)
		}
		p := newPlace(t)
		form := NewSource{Name: "typed", Kind: "postgres", Properties: map[string]string{"host": server.Host, "port": port, "database": "shop", "user": "me"}}
		if got, err := p.TestSource(t.Context(), form); err != nil || got.OK {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := p.AddSource(t.Context(), form); err == nil {
			t.Error("it was added")
		}
		if got := server.Stop(); len(got) > 0 {
			t.Errorf("the server got %q", got)
		}
	}
}
