package lazyregexp

import "testing"

func TestNewChecksExpressionsInTests(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression was accepted")
		}
	}()
	New(`(`)
}

func TestMatch(t *testing.T) {
	if r := New(`^(\d+) days?$`); !r.MatchString("3 days") || r.FindStringSubmatch("12 days")[1] != "12" {
		t.Error("the expression does not match")
	}
}
