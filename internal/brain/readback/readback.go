// Package readback reads SQL back into the form that the built-in brain writes:
// the SQL that people wrote as the right answer to a question, which the brain
// learnt from, and the SQL of a language model, which it gives an opinion on.
//
// SQL says the same thing in many ways, and whoever learns from it or compares
// it must not have to guess which one somebody liked. So a statement is parsed,
// common table expressions and derived tables are dissolved where the form can
// say what they do, and idioms (a year taken with strftime, the middle row of a
// numbered list, a difference of Julian days) become what they mean. What the
// form cannot say is refused with a reason; whether the rest still gives the
// statement's rows is for the caller to check by running both.
package readback

import (
	"errors"
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// Refusal says why a statement has no form. Class is one of a few words, to be
// counted.
type Refusal struct {
	Class  string
	Detail string
}

func (r *Refusal) Error() string {
	if r.Detail == "" {
		return r.Class
	}
	return r.Class + ": " + r.Detail
}

// Class is the class of an error from this package.
func Class(err error) string {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Class
	}
	return "other"
}

// refuse stops a conversion from deep inside; Convert turns it into an error.
func refuse(class, format string, args ...any) {
	panic(&Refusal{class, fmt.Sprintf(format, args...)})
}

// What a statement may be. A person's or a model's is far smaller; these keep
// one that was made to be costly from being so.
const (
	longest     = 32 << 10 // bytes of text
	mostSources = 120      // tables and derived tables, those of a common table expression at each mention
	mostNodes   = 20_000   // of an expression, names of results spelt out
)

// Convert turns a statement of SQLite, PostgreSQL or DuckDB into a form over the
// index. now is the clock that the statement was written for: its date as a
// literal means today.
func Convert(ix *index.Index, sql string, now time.Time) (q *form.Query, err error) {
	defer func() {
		if r := refusalOf(recover()); r != nil {
			q, err = nil, r
		}
	}()
	tree, err := parse(sql)
	if err != nil {
		return nil, err
	}
	b := newBuilder(ix, now)
	r := b.statement(tree, nil, nil)
	b.normalise(r)
	return Canonical(b.query(r)), nil
}

// refusalOf is what stopped a conversion. Anything but a refusal is an error of
// this package, and goes on.
func refusalOf(recovered any) *Refusal {
	switch r := recovered.(type) {
	case nil:
		return nil
	case *Refusal:
		return r
	}
	panic(recovered)
}

// builder is one conversion.
type builder struct {
	ix    *index.Index
	now   time.Time
	names names
	made  int  // sources so far; gives each a number
	loose bool // what has no place in a form is kept as it is
}

func newBuilder(ix *index.Index, now time.Time) *builder {
	return &builder{ix: ix, now: now, names: namesOf(ix)}
}
