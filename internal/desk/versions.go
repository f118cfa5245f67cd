package desk

import (
	"cmp"
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

// versions are the answers that one cell of a notebook has had, as cells of the
// session. As with the pages of a browser, going back leaves what came later
// until something new takes its place.
type versions struct {
	list []string // "" is one that another program wrote
	at   int      // the present one
}

// maxVersions is how many are remembered of one cell.
const maxVersions = 20

// after is what a change of the cell makes of them.
func (v versions) after(c session.ChangedPayload) versions {
	id := cmp.Or(c.Recorded, c.Cell)
	if c.Change == session.Replaced {
		id = c.Recorded
	}
	at := slices.Index(v.list, id)
	switch {
	case c.Change != session.Replaced && len(v.list) > 0: // it moved, or came back
		return v
	case c.Change == session.Replaced && len(v.list) == 0: // a log from before there was something to go back to
		return versions{list: []string{id}}
	case at >= 0 && id != "":
		return versions{v.list, at}
	}
	kept := v.list[:min(v.at+1, len(v.list))]
	kept = kept[max(0, len(kept)+1-maxVersions):]
	return versions{append(slices.Clip(kept), id), len(kept)}
}

// now is the present one, before the one before it; "" if it is not known.
func (v versions) now() string {
	if v.at >= len(v.list) {
		return ""
	}
	return v.list[v.at]
}

func (v versions) before() string {
	if v.at < 1 || v.at > len(v.list) {
		return ""
	}
	return v.list[v.at-1]
}

// earlier are the cells of the notebook that can go back.
func (l *ledger) earlier() []string {
	list := []string{}
	for _, id := range l.order {
		if l.versions[id].before() != "" {
			list = append(list, id)
		}
	}
	return list
}

// RevertCell puts back the answer that stood in a cell's place before, or one
// that was left in this way.
func (w *Work) RevertCell(ctx context.Context, ref, cell, to string) (was string, err error) {
	b, err := w.open(ctx, ref)
	if err != nil {
		return "", err
	}
	if _, err := b.cell(cell); err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	v := b.ledger.versions[cell]
	to = cmp.Or(to, v.before())
	if to == "" || !slices.Contains(v.list, to) {
		return "", fault.New(fault.NotFound, "there is no previous answer to restore").WithHint("ask the question again")
	}
	c, err := b.keptCell(ctx, to, cell)
	if err != nil {
		return "", err
	}
	return v.now(), b.changeHeld(context.WithoutCancel(ctx), map[string]hint{cell: {session.Replaced, to}}, session.Step{}, notebook.Swap(c))
}
