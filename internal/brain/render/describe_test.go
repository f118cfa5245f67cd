package render_test

import (
	"encoding/json"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/render"
)

func TestDescribe(t *testing.T) {
	e := lite(t)
	for _, c := range cases {
		q := c.build(&names{t, e.ix})
		m := render.Describe(e.ix, q)
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s\n  %s\n  %s", c.name, render.Sentence(e.ix, q), b)
	}
}
