package model

import (
	"encoding/json"
	"sync"
)

// Form is what a model fills in: a Go struct under a name, with words on what it
// is for. Its schema is made when it is first used, and once, for that takes
// about as long as all else that Plumb does in a call; so a form is kept.
//
// Names of properties come from json tags. Pointers and fields with omitempty or
// omitzero may be left out; json.RawMessage and any take everything. A schema
// tag says more:
//
//	Kind  string   `json:"kind" schema:"enum=bar|line,description=which chart, if any"`
//	Share float64  `json:"share" schema:"min=0,max=1"`
//
// min and max bound numbers, and the length of strings and lists. A description
// comes last, and may hold commas. Types that contain themselves have no schema.
type Form[T any] struct {
	Name        string
	Description string
	schema      func() (json.RawMessage, error)
	shape       func() (*shape, error) // the same, ready to check values
}

// NewForm makes a form. A type that has no schema is told when it is used.
func NewForm[T any](name, description string) *Form[T] {
	return &Form[T]{Name: name, Description: description, schema: sync.OnceValues(schemaOf[T]), shape: sync.OnceValues(shapeOf[T])}
}

// Tool is the form as a tool that a model may call.
func (f *Form[T]) Tool() (Tool, error) {
	s, err := f.schema()
	return Tool{Name: f.Name, Description: f.Description, Schema: s}, err
}

// Decode reads what a model filled in. The error is written for the model, which
// can fix what it says; it may quote the model's words.
func (f *Form[T]) Decode(raw json.RawMessage) (T, error) {
	var v T
	s, err := f.shape()
	if err != nil {
		return v, err
	}
	err = s.decode(raw, &v)
	return v, err
}
