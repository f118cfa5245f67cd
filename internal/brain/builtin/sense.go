package builtin

import (
	"reflect"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// sensible is false for forms that nobody means: the same condition twice, the
// same column selected twice, a set operation of a query with itself.
func sensible(q *form.Query) bool {
	for q := q; q != nil; q = q.Other {
		if repeats(q.Where) || repeats(q.Having) || twice(q.Select) || twice(q.Group) {
			return false
		}
	}
	if q.Other != nil {
		left := *q
		left.Set, left.Other = form.NoSet, nil
		if reflect.DeepEqual(&left, q.Other) {
			return false
		}
	}
	return true
}

func repeats(c *form.Cond) bool {
	if c == nil {
		return false
	}
	for i, a := range c.Args {
		if repeats(a) {
			return true
		}
		for _, b := range c.Args[:i] {
			if reflect.DeepEqual(a, b) {
				return true
			}
		}
	}
	return false
}

func twice(list []*form.Expr) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if reflect.DeepEqual(a, b) {
				return true
			}
		}
	}
	return false
}
