package sqlite

import (
	"errors"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// SQLite itself is asked: another version may word it differently.
func TestComplaints(t *testing.T) {
	s, err := newScratch(shop())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	for _, name := range []string{"sales", "buyers"} {
		if err := s.create(name, s.tables[name].ColumnNames()); err != nil {
			t.Fatal(err)
		}
	}
	for sql, want := range map[string]Complaint{
		"SELECT * FROM absent":                         {MissingTable, "absent"},
		"SELECT * FROM main.absent":                    {MissingTable, "main.absent"},
		`SELECT * FROM "has.dot"`:                      {MissingTable, "has.dot"},
		"SELECT absent FROM sales":                     {MissingColumn, "absent"},
		"SELECT s.absent FROM sales s":                 {MissingColumn, "s.absent"},
		"SELECT main.sales.absent FROM sales":          {MissingColumn, "main.sales.absent"},
		"SELECT `a \"b` FROM sales":                    {MissingColumn, `a "b`},
		"SELECT 1 FROM sales JOIN buyers USING (name)": {MissingInJoin, "name"},
		"SELECT id FROM sales, buyers":                 {AmbiguousColumn, "id"},
		"SELECT absent(1)":                             {MissingFunction, "absent"},
		"SELECT * FROM sales(1)":                       {NotAFunction, "sales"},
		"SELECT 1 FROM sales WHERE ORDER":              {Syntax, "ORDER"},
		"SELECT 1a":                                    {Syntax, "1a"},
		"SELECT 1 FROM":                                {Incomplete, ""},
		"SELECT count(id, id) FROM sales":              {OtherComplaint, ""},
	} {
		_, err := s.conn.Prepare(sql)
		if got := ComplaintOf(err); got != want {
			t.Errorf("%s: %v is read as %v, want %v", sql, err, got, want)
		}
	}
	if got := ComplaintOf(errors.New("no such table: x")); got != (Complaint{}) {
		t.Errorf("an error of something else is read as %v", got)
	}
	if got := ComplaintOf(sqlite3.Error{Code: sqlite3.ErrBusy}); got != (Complaint{}) {
		t.Errorf("a busy database is read as %v", got)
	}
}
