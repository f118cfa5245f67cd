package ask

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/train/world"
)

// Every form can be written as SQL, and its joins are those that were meant.
func TestFormsRender(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n, bridged := 0, 0
	for _, name := range world.Domains() {
		w := world.Make(r, name)
		ix, err := index.Build(context.Background(), w.Snapshot, w)
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			x, ok := Generate(r, w)
			if !ok || x.Query == nil {
				continue
			}
			n++
			if _, _, err := render.Render(ix, render.SQLite, x.Query, x.Now); err != nil {
				t.Errorf("%s: %q: %v\n%s", name, x.Question, err, Show(w, x.Query))
				continue
			}
			tree, err := render.Plan(ix, x.Query)
			if err != nil {
				t.Errorf("%q: %v", x.Question, err)
				continue
			}
			for _, node := range tree.Nodes {
				if node.Via == 0 && !slices.Contains(x.Query.Tables, node.Table) {
					bridged++
					t.Logf("%s: %q joins %s as well: %s", name, x.Question, w.Tables[node.Table].Name, Show(w, x.Query))
				}
			}
		}
	}
	if n == 0 {
		t.Fatal("no questions")
	}
	if bridged*100 > n {
		t.Errorf("%d of %d questions join tables that were not meant", bridged, n)
	}
}
