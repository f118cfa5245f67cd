package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// oldCopy is the copy of an earlier state of the same files. What has not changed
// is taken from there, which is much faster than converting it again.
type oldCopy struct {
	path     string
	units    map[string]*unitRecord // by mark
	attached bool
}

// findOldCopy finds what can be taken from the copy of an earlier state, as a link in the
// folder of the new one: the old one may be removed meanwhile.
func findOldCopy(r *copyRecord, dir, folder string) *oldCopy {
	path := filepath.Join(folder, "old.duckdb")
	if r == nil || !r.isWhole(dir) || os.Link(filepath.Join(dir, r.Copy), path) != nil {
		return nil
	}
	old := &oldCopy{path: path, units: map[string]*unitRecord{}}
	for i, u := range r.Units {
		if len(u.Problems) == 0 {
			old.units[u.Mark] = &r.Units[i]
		}
	}
	return old
}

// reuse takes the tables of an unchanged unit from the old copy, or returns nil.
func (b *build) reuse(ctx context.Context, mark string) (*unitRecord, error) {
	if b.old == nil || b.old.units[mark] == nil {
		return nil, nil
	}
	u := b.old.units[mark]
	var statements []string
	if !b.old.attached {
		statements = append(statements, "ATTACH "+duckdb.Literal(b.old.path)+" AS old (READ_ONLY)")
	}
	for _, r := range u.Relations {
		if r.View {
			return nil, nil // as fast to make again
		}
		b.names[strings.ToLower(r.Name)] = true
		statements = append(statements, fmt.Sprintf("CREATE TABLE %s AS FROM old.main.%s", duckdb.Identifier(r.Name), duckdb.Identifier(r.Name)))
	}
	for _, sql := range append(statements, u.Comments...) {
		if _, err := b.Ask(ctx, sql); err != nil {
			return nil, err
		}
		b.old.attached = true
	}
	return u, nil
}
