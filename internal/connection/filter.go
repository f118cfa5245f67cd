package connection

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
)

// maxSeen bounds how many tables' names are kept for hints.
const maxSeen = 2000

// introspect reads the schema through the filter, and makes sure that the filter
// does what it was written for.
func (c *Connection) introspect(ctx context.Context, structure bool) (*schema.Snapshot, error) {
	filter := c.spec.Filter
	patterns := slices.Concat(filter.Include, filter.Exclude)
	for _, p := range patterns {
		if err := source.CheckPattern(p); err != nil {
			return nil, err
		}
	}
	used := make([]bool, len(patterns))
	var names []string
	filter.Structure = structure
	filter.Seen = func(schemaName, table string) {
		for i, p := range patterns {
			used[i] = used[i] || source.Matches(p, schemaName, table)
		}
		if len(names) < maxSeen {
			names = append(names, table)
		}
	}
	s, err := c.source.Introspect(ctx, filter)
	if err != nil {
		return nil, err
	}
	c.idle = nil
	for i, p := range patterns {
		if used[i] {
			continue
		}
		excludes := i >= len(filter.Include)
		does := "include"
		if excludes {
			does = "exclude"
		}
		f := idleFault(p, does, names)
		// What was excluded by its name may be there under another now.
		if c.spec.Strict || excludes && source.IsName(p) {
			return nil, f
		}
		c.idle = append(c.idle, f.Diagnostic(fault.Warning))
	}
	return s, nil
}

// idleFault says that a pattern does nothing.
func idleFault(pattern, does string, names []string) *fault.Fault {
	f := fault.New(fault.NotFound, "%s %s matches no table that this login may read", does, pattern)
	if hint := fault.DidYouMean(pattern, "tables", names); hint != "" {
		return f.WithHint("correct the pattern, or leave it out: %s", hint)
	}
	return f.WithHint("correct the pattern, or leave it out")
}
