package answer_test

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/whatif"
)

// Prices that change are told of products, not of themselves.
func TestAChangeOfRowsNamesThem(t *testing.T) {
	d := newDesk(t)
	d.says("SELECT price\nFROM products")
	q := about("what if prices rise 10%")
	ahead, ok := whatif.Parse(q.Text)
	if !ok {
		t.Fatal("no what-if")
	}
	q.Ahead = &ahead
	made := d.ask(q)
	if made.Cell.WhatIf == nil || made.Cell.WhatIf.Result.Columns[0] != "name" || !strings.Contains(string(made.Cell.Chart.Spec), `"name"`) {
		t.Errorf("%+v", made.Cell)
	}
}

// Growth that goes on from month to month is not dropped in silence.
func TestAChangeThatComesAgainIsDeclined(t *testing.T) {
	d := newDesk(t)
	q := about("what happens to revenue in 2026 if orders grow 5% a month?")
	ahead, ok := whatif.Parse(q.Text)
	if !ok {
		t.Fatal("no what-if")
	}
	q.Ahead = &ahead
	if made := d.ask(q); made.Draft.Outcome != answer.Declined || !strings.Contains(made.Draft.Missing, "every month") || len(d.mind.requests) > 0 {
		t.Errorf("%+v", made.Draft)
	}
}
