package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func step(number int, output string, inputs ...string) Step {
	language := SQL
	if len(inputs) == 0 {
		language = Read
	}
	return Step{Number: number, Goal: "make " + output, Language: language, Code: "SELECT 1", Inputs: inputs, Output: output}
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	many := &Plan{}
	for i := range MaxSteps + 1 {
		many.Steps = append(many.Steps, step(i+1, "t"+strings.Repeat("x", i)))
	}
	huge := &Plan{}
	for i := range 500 {
		huge.Steps = append(huge.Steps, step(i+1, fmt.Sprintf("t%d", i)))
	}
	for name, c := range map[string]struct {
		plan *Plan
		want string
	}{
		"huge":     {huge, "the plan has 500 steps; at most 50 are run"},
		"nothing":  {&Plan{}, "it has no steps"},
		"many":     {many, "the plan has 51 steps; at most 50 are run"},
		"cycle":    {&Plan{Steps: []Step{step(1, "a", "b"), step(2, "b", "a")}}, "the steps that make a, b wait for each other"},
		"itself":   {&Plan{Steps: []Step{step(1, "a", "a")}}, "wait for each other"},
		"one name": {&Plan{Steps: []Step{step(1, "a"), step(2, "a")}}, "steps 1 and 2 both make the table a"},
		"unknown":  {&Plan{Steps: []Step{step(1, "orders"), step(2, "b", "order")}}, "step 2 reads the table order, which no step makes"},
		"path":     {&Plan{Steps: []Step{step(1, "../a")}}, `makes a table named "../a"`},
		"language": {&Plan{Steps: []Step{{Number: 1, Goal: "x", Language: "perl", Code: "x", Output: "a"}}}, `is written in "perl"`},
		"no code":  {&Plan{By: Builtin, Steps: []Step{{Number: 1, Goal: "x", Language: Read, Output: "a"}}}, "has no code"},
		"no goal":  {&Plan{Steps: []Step{{Number: 1, Language: SQL, Code: "x", Output: "a"}}}, "does not say what it is for"},
	} {
		if err := c.plan.Check(nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	ok := &Plan{Steps: []Step{step(1, "a"), step(2, "b", "a", "earlier")}}
	if err := ok.Check([]string{"earlier"}); err != nil {
		t.Error(err)
	}
}

func TestWavesNeedOnlyWhatIsBefore(t *testing.T) {
	p := &Plan{Steps: []Step{step(1, "d", "b", "c"), step(2, "b", "a"), step(3, "a"), step(4, "c")}}
	waves, err := p.Waves()
	if err != nil || len(waves) != 3 || !slices.Equal(waves[0], []int{2, 3}) || !slices.Equal(waves[1], []int{1}) || !slices.Equal(waves[2], []int{0}) {
		t.Errorf("%v, %v", waves, err)
	}
	if got := p.Outline()[0]; got != "1. make d (from step 2, 4)" {
		t.Error(got)
	}
}

func TestDiffSaysWhatIsOtherwise(t *testing.T) {
	a := &Plan{Title: "x", Parameters: []Parameter{{"month", "March"}}, Steps: []Step{step(1, "a"), step(2, "b", "a")}}
	b := &Plan{Title: "x", Parameters: []Parameter{{"month", "April"}}, Steps: []Step{step(1, "a"), step(2, "c", "a")}}
	b.Steps[0].Code = "SELECT 2"
	want := []string{"month is April (before: March)", "step 1 is computed in another way: make a", "step 2 is gone: make b", "step 2 is new: make c"}
	if got := a.Diff(b); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := a.Diff(a); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestAPlanWithProgramsIsNeverPlumbsOwn(t *testing.T) {
	p := &Plan{By: Builtin, Steps: []Step{{Language: Read}, {Language: Compute}}}
	if !p.Own() {
		t.Error("reading and computing is Plumb's own")
	}
	p.Steps = append(p.Steps, Step{Language: Python})
	if p.Own() {
		t.Error("a file that says builtin runs a program without approval")
	}
}
