package analyst

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/plan"
)

// skipsStep is what a person says to a plan to leave out one of its steps, by its number.
var skipsStep = lazyregexp.New(`(?i)^(?:step|number|no\.?|#) ?(\d+)$|^(?:the )?(\d+)(?:st|nd|rd|th) step$`)

// optionalInputs are the tables that a method does without.
var optionalInputs = []string{"pairs"}

// namesStep is true for words that leave out a step of a plan, or one that it may have
// had before.
func namesStep(p *plan.Plan, words string) bool {
	_, ok := stepNamed(p, words)
	return ok || slices.ContainsFunc(optionalInputs, func(name string) bool {
		_, ok := stepNamed(&plan.Plan{Steps: []plan.Step{{Output: name}}}, words)
		return ok
	})
}

// stepNamed is the step that words name, by its number or by its table; false for words
// that name none.
func stepNamed(p *plan.Plan, words string) (number int, ok bool) {
	m := leavesOut.FindStringSubmatch(strings.TrimRight(strings.TrimSpace(words), "?!. "))
	if m == nil {
		return 0, false
	}
	if n := skipsStep.FindStringSubmatch(m[1]); n != nil {
		number, _ = strconv.Atoi(n[1] + n[2])
		return number, true
	}
	name := strings.TrimSuffix(strings.ToLower(m[1]), " step")
	at := slices.IndexFunc(p.Steps, func(s plan.Step) bool { return english.Singular(s.Output) == english.Singular(name) })
	return at + 1, at >= 0
}

// skip leaves a step out of a plan; it says why where that cannot be done.
func skip(p *plan.Plan, number int) (why string) {
	if number < 1 || number > len(p.Steps) {
		return fmt.Sprintf("The plan has no step %d: it has %d steps.", number, len(p.Steps))
	}
	gone := p.Steps[number-1]
	if number == len(p.Steps) {
		return fmt.Sprintf("Step %d cannot be left out: it gives the answer.", number)
	}
	steps := slices.Delete(slices.Clone(p.Steps), number-1, number)
	for i := range steps {
		s := &steps[i]
		at := slices.Index(s.Inputs, gone.Output)
		if at < 0 {
			continue
		}
		if !slices.Contains(optionalInputs, gone.Output) {
			return fmt.Sprintf("Step %d cannot be left out: step %d (%s) needs its rows.", number, s.Number, s.Goal)
		}
		s.Inputs = slices.Delete(slices.Clone(s.Inputs), at, at+1)
	}
	p.Steps = numbered(steps)
	return ""
}
