package cli

import (
	"context"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/talk"
)

// suggest lists questions to begin with.
func (t *dialogue) suggest(ctx context.Context) error {
	list := t.Suggestions(ctx, talk.MaxSuggested)
	if err := ctx.Err(); err != nil {
		return err
	}
	if t.json {
		return t.writeJSON(t.Stdout, suggestionsJSON(list))
	}
	if len(list) == 0 {
		return fault.New(fault.NotFound, "no example questions were found for this database").
			WithHint("plumb schema shows what is in it; plumb ask \"…\" asks your own")
	}
	t.printf("This database can answer, for example:\n")
	t.list(list)
	t.notes.Next(t.Stderr, "plumb ask \""+list[0]+"\"\nplumb alone starts a conversation")
	return nil
}

func suggestionsJSON(list []string) map[string][]string {
	return map[string][]string{"suggestions": append([]string{}, list...)} // [], not null
}
