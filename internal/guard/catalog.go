package guard

import (
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
)

// Catalog is what a statement may refer to. The zero Catalog is open: every
// table outside the system catalogs counts as known, with unknown columns.
type Catalog struct {
	Snapshot *schema.Snapshot
	// Functions are allowed in addition to the built-in list, by an administrator.
	Functions []string
}

// Open reports whether there is no schema to resolve against.
func (c *Catalog) Open() bool { return c.Snapshot == nil }

// Allows reports whether an administrator has allowed the function.
func (c *Catalog) Allows(function string) bool {
	for _, f := range c.Functions {
		if strings.EqualFold(f, function) {
			return true
		}
	}
	return false
}

// Shadowed reports whether the database has a function or an operator of its
// own under the name.
func (c *Catalog) Shadowed(function string) bool {
	if c.Snapshot == nil {
		return false
	}
	for _, f := range c.Snapshot.Shadowed {
		if strings.EqualFold(f, function) {
			return true
		}
	}
	return false
}

// Find resolves a table; schemaName may be empty. fold says whether the
// dialect compares identifiers without regard to case. In an open catalog any
// name is found, as a table without columns.
func (c *Catalog) Find(schemaName, name string, fold bool) (*schema.Table, error) {
	if c.Open() {
		return &schema.Table{Schema: schemaName, Name: name}, nil
	}
	t, err := c.find(schemaName, name, fold)
	switch {
	case err != nil || t.Unsafe == "" || c.allowsCalls(t):
		return t, err
	case len(t.Calls) > 0:
		return nil, Reject("%s may not be read: %s", t.Name, t.Unsafe).
			WithHint("ask for the tables behind it, or have an administrator allow %s under functions in the connection's configuration", strings.Join(t.Calls, ", "))
	}
	return nil, Reject("%s may not be read: %s", t.Name, t.Unsafe).WithHint("ask for the tables behind it instead")
}

// allowsCalls reports whether an administrator has allowed all that makes the
// table unsafe.
func (c *Catalog) allowsCalls(t *schema.Table) bool {
	for _, f := range t.Calls {
		schemaName, name, _ := strings.Cut(f, ".")
		if _, bare := c.onPath(schemaName); !c.Allows(f) && !(bare && c.Allows(name)) {
			return false
		}
	}
	return len(t.Calls) > 0
}

func (c *Catalog) find(schemaName, name string, fold bool) (*schema.Table, error) {
	same := func(a, b string) bool { return SameName(a, b, fold) }
	var found, elsewhere *schema.Table
	rank := 0
	for i := range c.Snapshot.Tables {
		t := &c.Snapshot.Tables[i]
		if !same(t.Name, name) {
			continue
		}
		elsewhere = t
		if schemaName != "" {
			if same(t.Schema, schemaName) {
				return t, nil
			}
			continue
		}
		if r, ok := c.onPath(t.Schema); ok && (found == nil || r < rank) {
			found, rank = t, r
		}
	}
	if found != nil {
		return found, nil
	}
	full := name
	if schemaName != "" {
		full = schemaName + "." + name
	}
	missing := Reject("table %s is not in the schema", full)
	if elsewhere != nil {
		return nil, missing.WithHint("did you mean %s?", c.Snapshot.DisplayName(elsewhere))
	}
	return nil, missing.WithHint("%s", fault.DidYouMean(full, "tables", c.Snapshot.TableNames()))
}

func (c *Catalog) onPath(schemaName string) (int, bool) {
	if schemaName == "" {
		return 0, true
	}
	for i, p := range c.Snapshot.SearchPath {
		if p == schemaName {
			return i, true
		}
	}
	return 0, false
}
