package cli

import (
	"context"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/memory"
)

// showKnown lists what the conversation knows of the person and from corrections, and
// forgets or switches off a part of it.
func (c *conversation) showKnown(ctx context.Context, name, rest string) error {
	k := c.Knowledge
	switch name {
	case "learnings":
		return c.listCorrections(ctx, k.Lessons)
	case "rules":
		return c.listRules(ctx, k.Lessons)
	case "verify":
		if c.before == nil || c.before.Cell.SQL == nil {
			return fault.New(fault.Usage, "there is no answer with a statement to verify").WithHint("ask a question first")
		}
		p, err := k.Lessons.Verify(ctx, c.before.StandaloneQuestion(), c.before.Cell.SQL.Run(), k.Owner, "said")
		if err != nil {
			return err
		}
		c.remark("verified: “%s” is answered with this statement from now on", p.Question)
		return nil
	}
	if k.Memory == nil {
		return fault.New(fault.Usage, "nothing is remembered here").WithHint("set memories.keep: on in the configuration")
	}
	switch {
	case name == "preferences":
		return c.listMemories(ctx, k.Memory, string(memory.Preference), false)
	case name == "memory":
		return c.listMemories(ctx, k.Memory, rest, false)
	case rest == "":
		return fault.New(fault.Usage, "/forget takes the id of a memory, or all").WithHint("/memory lists them")
	case rest == "all":
		n, err := k.Memory.DeleteAll(ctx, k.Owner)
		if err != nil {
			return err
		}
		c.remark("%d memories are deleted", n)
		return nil
	}
	m, err := k.Memory.Forget(ctx, memory.Whose{Owner: k.Owner}, rest)
	if err != nil {
		return err
	}
	c.remark("forgotten: %s", m.Content)
	return nil
}
