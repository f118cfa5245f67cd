package candidates

import (
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/terms"
)

// followOwn makes a form follow what those who ask say of all their questions.
func followOwn(c *Case) {
	scaleAsPreferred(c)
	a := terms.Adapt(c.Index, c.Query, c.Asked)
	c.Followed, c.Told = append(c.Followed, a.Followed...), a.Notes
	for _, k := range a.Added {
		one := &form.Query{Where: k}
		one.Visit(nil, func(k *form.Cond) { c.Added = append(c.Added, k) })
	}
}

// AsRead is the form as the words of the question say it, without the conditions that none
// of them names.
func (c *Candidate) AsRead() *form.Query {
	if len(c.Added) > 0 && len(c.Defined) == 0 && c.Query.Plain != nil {
		return c.Query.Plain.Query
	}
	return c.Query
}
