package schema

import "context"

// Rows answers questions about the rows of tables. Each answer rests on a
// bounded number of rows and takes bounded time.
type Rows interface {
	// Combinations counts rows, and how many of them differ in the columns.
	Combinations(ctx context.Context, t *Table, columns []string) (rows, different int64, err error)
	// Matched tells how many of a sample of one table's combinations of values
	// occur in another.
	Matched(ctx context.Context, from *Table, columns []string, to *Table, refs []string) (sampled, found int64, err error)
	// Dependence tells how far a key determines other columns.
	Dependence(ctx context.Context, t *Table, key string, columns []string) (Dependence, error)
}

// Dependence is how far a key determines other columns.
type Dependence struct {
	Keys     int64   // different keys
	Repeated int64   // keys that several rows have
	Split    []int64 // for each column: repeated keys whose rows differ in it
	// Chance is Split for as many groups of rows taken at random, of Groups with
	// several rows: a column that is nearly constant depends on anything.
	Chance []int64
	Groups int64
}
