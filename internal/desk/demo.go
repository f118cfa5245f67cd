package desk

import (
	"context"

	"github.com/plumbdata/plumb/internal/fault"
)

// demoKind is the kind of source that is made before it is connected.
const demoKind = "demo"

// demoForm asks nothing.
func demoForm() SourceKind {
	return SourceKind{
		Name: demoKind, Title: "Demo warehouse", Properties: []Property{},
		Help: "A fictional company that sells outdoor gear: about three years of orders, visits, tickets and expenses, generated on this machine.",
	}
}

// makeDemo makes the data of a form that asks for the demo, and fills the form in
// with it. Other forms stay as they are.
func (w *Work) makeDemo(ctx context.Context, s NewSource) (NewSource, error) {
	if s.Kind != demoKind || w.Demo == nil {
		return s, nil
	}
	d, err := w.Demo(ctx)
	if err != nil {
		return s, fault.Of(err)
	}
	s.Kind, s.Properties = d.Kind, d.Properties
	return s, nil
}
