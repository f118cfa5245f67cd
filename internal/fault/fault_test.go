package fault

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestOfKeepsTheFaultAndItsCause(t *testing.T) {
	cause := errors.New("socket closed")
	err := fmt.Errorf("while reading: %w", Wrap(cause, Lost, "the server went away").WithHint("try again"))
	f := Of(err)
	if f.Code != Lost || f.Hint != "try again" || !errors.Is(err, cause) {
		t.Fatalf("got %+v", f)
	}
	if !errors.Is(err, &Fault{Code: Lost}) || errors.Is(err, &Fault{Code: Memory}) {
		t.Fatal("errors.Is must compare codes")
	}
}

func TestExitStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("x"), ExitFailure},
		{New(Usage, "x"), ExitUsage},
		{New(Validation, "x"), ExitRefused},
		{fmt.Errorf("x: %w", context.Canceled), ExitCanceled},
		{context.DeadlineExceeded, ExitTimeout},
	} {
		if got := ExitStatus(c.err); got != c.want {
			t.Errorf("ExitStatus(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	columns := []string{"region", "revenue", "date"}
	for word, want := range map[string]string{
		"revnue": "revenue", "REGOIN": "region", "dtae": "date", "customer": "", "x": "", "": "",
	} {
		if got := Nearest(word, columns); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := DidYouMean("zzz", "columns", columns); got != "columns: region, revenue, date" {
		t.Errorf("got %q", got)
	}
}
