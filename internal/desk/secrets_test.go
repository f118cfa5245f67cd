package desk

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
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
