package plan

import (
	"strings"
	"testing"
)

func TestOtherValuesOfParameters(t *testing.T) {
	p := &Plan{Question: "Why did revenue drop in March 2025?", Parameters: []Parameter{{"period", "March 2025"}}}
	o, err := p.With([]Parameter{{"Period", "April 2025"}})
	if err != nil || o.Question != "Why did revenue drop in April 2025?" || o.Parameters[0].Value != "April 2025" || p.Parameters[0].Value != "March 2025" {
		t.Errorf("%+v %v", o, err)
	}
	lost := &Plan{By: Builtin, Question: "Why did it drop?", Parameters: []Parameter{{"period", "March 2025"}}}
	if _, err := lost.With([]Parameter{{"period", "April 2025"}}); err == nil {
		t.Error("a value that changes nothing is accepted")
	}
	for _, bad := range []Parameter{{"perod", "x"}, {"period", " "}, {"period", strings.Repeat("x", 2000)}} {
		if _, err := p.With([]Parameter{bad}); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func TestAValueIsNeverCode(t *testing.T) {
	p := &Plan{Parameters: []Parameter{{"region", `x' OR 1=1 --`}, {"least", "10.5"}, {"day", "2025-01-01"}}}
	for _, c := range []struct {
		language   Language
		code, want string
	}{
		{Read, "SELECT * FROM a WHERE r = {{region}} AND n > {{ least }}", `SELECT * FROM a WHERE r = 'x'' OR 1=1 --' AND n > 10.5`},
		{SQL, "SELECT {{day}}", "SELECT '2025-01-01'"},
		{Starlark, "r = {{region}}", `r = "x' OR 1=1 --"`},
	} {
		if got, err := p.Filled(Step{Language: c.language, Code: c.code}); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", c.code, got, err)
		}
	}
	if _, err := p.Filled(Step{Language: Read, Code: "SELECT {{nothing}}"}); err == nil || !strings.Contains(err.Error(), "the parameter nothing") {
		t.Error(err)
	}
}
