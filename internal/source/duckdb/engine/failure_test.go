package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseFailure(t *testing.T) {
	for _, c := range []struct {
		text string
		want Failure
	}{
		{`{"exception_type":"Binder","exception_message":"Referenced column \"x\" not found","candidates":"a,b","position":"7","error_subtype":"COLUMN_NOT_FOUND","name":"x"}`,
			Failure{Type: Binder, Subtype: ColumnNotFound, Message: `Referenced column "x" not found`, Name: "x", Candidates: []string{"a", "b"}, Position: 7}},
		{`Parser Error: {"exception_type":"Parser","exception_message":"syntax error"}`, Failure{Type: Parser, Message: "syntax error", Position: -1}},
		{"IO Error: no JSON here", Failure{Message: "IO Error: no JSON here", Position: -1}},
		{"half a { brace", Failure{Message: "half a { brace", Position: -1}},
	} {
		if diff := cmp.Diff(&c.want, ParseFailure(c.text)); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}
