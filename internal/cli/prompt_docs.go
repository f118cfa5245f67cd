package cli

import (
	"context"
	"strconv"

	"github.com/plumbdata/plumb/internal/fault"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/store"
)

// showDocs lists the documents, searches them, or opens what an answer cites.
func (c *conversation) showDocs(ctx context.Context, name, rest string) error {
	s, ok := c.Knowledge.Library.(*searched)
	if !ok {
		return fault.New(fault.Usage, "there are no documents in this conversation").WithHint("add some: plumb docs add PLACE")
	}
	switch {
	case name == "cited":
		return c.openCited(ctx, s, rest)
	case rest != "":
		const most = 5
		return c.searchDocs(ctx, s, rest, knowledgelib.Filter{}, most)
	}
	return c.listLibrary(ctx, s)
}

// openCited prints the passage behind a number of the last answer.
func (c *conversation) openCited(ctx context.Context, s *searched, rest string) error {
	if c.last == nil || c.last.Turn == nil || len(c.last.Cell.Citations) == 0 {
		return fault.New(fault.Usage, "the last answer cites no document").WithHint("numbers such as [1] stand in answers from documents")
	}
	n, err := strconv.Atoi(rest)
	if rest == "" {
		n, err = 1, nil
	}
	for _, x := range c.last.Cell.Citations {
		if err != nil || x.Number != n {
			continue
		}
		lib, err := s.open()
		if err != nil {
			return err
		}
		e, err := lib.Excerpt(ctx, store.Local, x.Passage, 1)
		if err != nil {
			return err
		}
		return c.showExcerpt(e)
	}
	return fault.New(fault.NotFound, "the last answer has no citation %.20q", rest).WithHint("it has %s", count(len(c.last.Cell.Cited()), "citation"))
}
