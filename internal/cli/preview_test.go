package cli

import (
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestPreviewsAreRounded(t *testing.T) {
	for want, v := range map[string]table.Value{
		"3.33":     table.NewFloat(10.0 / 3),
		"0.000123": table.NewFloat(0.0001234567),
		"7":        table.NewInt(7),
		"text":     table.NewText("text"),
		"1.5":      table.NewDecimal(15, 1),
		"1.23":     table.NewDecimal(123456, 5),
	} {
		if got := rounded(v).String(); got != want {
			t.Errorf("%s is %s, want %s", v, got, want)
		}
	}
}
