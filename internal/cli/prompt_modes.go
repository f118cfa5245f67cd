package cli

import (
	"cmp"
	"context"

	"github.com/plumbdata/plumb/internal/talk"
)

// switchWay goes on in another way from now on, where that can be done.
func (c *conversation) switchWay(to talk.Way) error {
	if !c.Can(to) {
		return c.sayWay("To " + string(to) + " needs a language model, and none is used here; plumb models says how to add one. Questions are answered as before, and Plumb's own analyses, such as why a figure changed, run by themselves.")
	}
	c.way = to
	switch to {
	case talk.Planning:
		return c.sayWay("Plan mode: every question from now on is planned in steps by a language model, which you approve. “Back to simple answers” ends it.")
	case talk.Exploring:
		return c.sayWay("Explore mode: a language model investigates every question from now on. “Back to simple answers” ends it.")
	}
	return c.sayWay("Answer mode: every question is answered as it is read.")
}

func (c *conversation) sayWay(text string) error {
	if c.machine() {
		return c.writeLine(map[string]string{"mode": string(cmp.Or(c.way, talk.Answering)), "told": text})
	}
	c.paragraph(text, "")
	return nil
}

// askInWay asks a question in the way of the conversation. What asks nothing of the data
// is done as always.
func (c *conversation) askInWay(ctx context.Context, question string) (*turn, error) {
	if c.way == "" || c.way == talk.Answering || !c.Can(c.way) || !c.AsksData(ctx, question) {
		return c.ask(ctx, question)
	}
	if !c.machine() {
		c.remark("%s mode", c.way)
	}
	if c.way == talk.Planning {
		return c.plan(ctx, question)
	}
	return c.explore(ctx, question)
}
