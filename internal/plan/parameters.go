package plan

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// maxValue is how long the value of a parameter may be.
const maxValue = 1000

// With is the plan with other values of its parameters. In the question, the old
// values give way to the new ones; in the steps, values are filled in when they run.
func (p *Plan) With(values []Parameter) (*Plan, error) {
	o := *p
	o.Parameters, o.Steps = slices.Clone(p.Parameters), slices.Clone(p.Steps)
	for _, v := range values {
		at := slices.IndexFunc(o.Parameters, func(a Parameter) bool { return strings.EqualFold(a.Name, v.Name) })
		switch {
		case at < 0 && len(p.Parameters) == 0:
			return nil, fault.New(fault.Usage, "the plan has no parameters, so %s cannot be set", v.Name).WithHint("run it as it is, or ask with other words")
		case at < 0:
			var names []string
			for _, a := range p.Parameters {
				names = append(names, a.Name)
			}
			return nil, fault.New(fault.Usage, "the plan has no parameter %s", v.Name).WithHint("%s", fault.DidYouMean(v.Name, "parameters", names))
		case strings.TrimSpace(v.Value) == "" || len(v.Value) > maxValue:
			return nil, fault.New(fault.Usage, "the parameter %s has no value, or one that is too long", v.Name).WithHint("for example: %s=%s", v.Name, o.Parameters[at].Value)
		}
		changed := replaceOnce(o.Question, o.Parameters[at].Value, v.Value)
		if p.Own() && changed == o.Question && v.Value != o.Parameters[at].Value {
			return nil, fault.New(fault.Usage, "the parameter %s cannot be changed: the question does not say %s", v.Name, o.Parameters[at].Value).WithHint("ask the question with the other value")
		}
		o.Question = changed
		o.Parameters[at].Value = v.Value
	}
	return &o, nil
}

func replaceOnce(text, was, is string) string {
	at := strings.Index(strings.ToLower(text), strings.ToLower(was))
	if at < 0 || was == "" || len(strings.ToLower(text)) != len(text) {
		return text
	}
	return text[:at] + is + text[at+len(was):]
}

// ParseParameter reads name=value.
func ParseParameter(text string) (Parameter, error) {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" {
		return Parameter{}, fault.New(fault.Usage, "%q sets no parameter", text).WithHint(`for example: period="April 2025"`)
	}
	return Parameter{Name: name, Value: value}, nil
}

var (
	placeholder = lazyregexp.New(`\{\{\s*([a-z][a-z0-9_]*)\s*\}\}`)
	plainNumber = lazyregexp.New(`^-?\d{1,18}(\.\d{1,18})?$`)
)

// Filled is the code of a step with the values of parameters in the place of {{name}}:
// as literals, so that a value is never code.
func (p *Plan) Filled(s Step) (string, error) {
	var missing string
	code := placeholder.ReplaceAllStringFunc(s.Code, func(m string) string {
		name := placeholder.FindStringSubmatch(m)[1]
		at := slices.IndexFunc(p.Parameters, func(a Parameter) bool { return a.Name == name })
		if at < 0 {
			missing = name
			return m
		}
		return literal(p.Parameters[at].Value, s.Language)
	})
	if missing != "" {
		return "", fault.New(fault.Validation, "step %d uses the parameter %s, which the plan does not have", s.Number, missing).WithHint("add it to the plan's parameters, with a value")
	}
	return code, nil
}

func literal(value string, l Language) string {
	switch {
	case plainNumber.MatchString(value):
		return value
	case l == Read || l == SQL:
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	quoted, _ := json.Marshal(value) // a string always can be
	return string(quoted)
}
