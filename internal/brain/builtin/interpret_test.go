package builtin

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/source"
)

// A statement that somebody wrote means what its form means, and a follow-up
// changes it, where the form gives its rows; where not, it has a partial meaning.
func TestInterpretsStatements(t *testing.T) {
	connection := connectDemo(t)
	b := think(t, connection).ForPeople()
	now := time.Date(2025, 12, 31, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		sql, then string // then is "" where no follow-up can change it
		columns   []meaning.Role
		want      []string // in the statement that follows
	}{
		{"SELECT r.region_name, sum(o.order_total) AS taken FROM orders o JOIN regions r ON r.region_id = o.region_id WHERE o.status = 'completed' GROUP BY 1 ORDER BY 2 DESC",
			"only 2024", []meaning.Role{meaning.RoleDimension, meaning.RoleMeasure}, []string{"2024-01-01", "2025-01-01", "completed", "region_name"}},
		{"SELECT date_trunc('month', ordered_at) AS m, count(*) AS n FROM orders WHERE ordered_at >= '2025-01-01' GROUP BY m ORDER BY m",
			"by quarter instead", []meaning.Role{meaning.RoleTime, meaning.RoleMeasure}, []string{"quarter", "2025-01-01", "COUNT("}},
		{"SELECT r.region_name, count(*) AS orders FROM orders o JOIN regions r USING (region_id) GROUP BY r.region_name ORDER BY orders DESC",
			"top 3", []meaning.Role{meaning.RoleDimension, meaning.RoleMeasure}, []string{"LIMIT 3", "region_name"}},
		{"SELECT CASE WHEN order_total > 100 THEN 'large' ELSE 'small' END AS size, count(*) AS n, sum(order_total) AS total FROM orders GROUP BY 1",
			"", []meaning.Role{meaning.RoleDetail, meaning.RoleMeasure, meaning.RoleMeasure}, nil},
	} {
		reader, _, err := connection.Query(t.Context(), c.sql, source.Limits{}.OrDefault())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := reader.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		r := b.Interpret(unhurried(t), c.sql, rows, now)
		if r.Meaning == nil || r.Meaning.Partial != (c.then == "") || (r.Form == nil) != (c.then == "") {
			t.Errorf("%s\nmeans %+v, with the form %v", c.sql, r.Meaning, r.Form)
			continue
		}
		var roles []meaning.Role
		for _, column := range r.Meaning.Columns {
			roles = append(roles, column.Role)
		}
		if len(roles) != len(c.columns) {
			t.Errorf("%s\nhas the columns %v", c.sql, roles)
		}
		for i, role := range c.columns {
			if i < len(roles) && roles[i] != role {
				t.Errorf("%s\ncolumn %d is a %s, want %s", c.sql, i, roles[i], role)
			}
		}
		if c.then == "" {
			continue
		}
		a, err := b.Read(unhurried(t), brain.Question{Text: c.then, Now: now, Before: r})
		if err != nil || len(a.Readings) == 0 {
			t.Errorf("%s\n%s: %+v, %v", c.sql, c.then, a, err)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(a.Readings[0].SQL, part) {
				t.Errorf("%s\n%s: no %q in %s", c.sql, c.then, part, a.Readings[0].SQL)
			}
		}
	}
}

// A form that gives other rows is not what the statement means.
func TestOtherRowsAreAnotherMeaning(t *testing.T) {
	connection := connectDemo(t)
	b := think(t, connection)
	sql := "SELECT status, count(*) AS n FROM orders GROUP BY status"
	reader, _, err := connection.Query(t.Context(), sql, source.Limits{}.OrDefault())
	if err != nil {
		t.Fatal(err)
	}
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows.Rows[0][1] = rows.Rows[1][1]
	if r := b.Interpret(unhurried(t), sql, rows, time.Now()); r.Form != nil || !r.Meaning.Partial {
		t.Errorf("it is read as %+v", r)
	}
}
