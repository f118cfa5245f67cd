package files_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
)

// notesOf are what a source says of its files.
func notesOf(s *files.Source) string {
	var lines []string
	for _, p := range s.Problems() {
		lines = append(lines, p.Message)
	}
	return strings.Join(lines, "\n")
}

// TestFooters leaves out what follows the rows of a CSV, and nothing else.
func TestFooters(t *testing.T) {
	const body = "region,units,revenue\nNorth,10,1000\nSouth,20,2500\nEast,5,400\n"
	for _, c := range []struct{ name, content, rows, said string }{
		{"none", body, "3", ""},
		{"a total", body + "Total,35,3900\n", "3", `the last line is left out: it is the total of the rows above ("Total")`},
		{"a total with thousands", "region,units,revenue\nNorth,1,\"1,000\"\nSouth,2,\"2,500\"\nSum,3,\"3,500\"", "2", `("Sum")`},
		{"decimal commas", "region;units;revenue\nNorth;1;1.000,50\nSouth;2;2.500,25\nSumme;3;3.500,75\n", "2", `("Summe")`},
		{"a total that does not add up", body + "Total,99,9999\n", "4", `may be a total ("Total") but does not add up`},
		{"notes", body + "\nSource: ERP\n* preliminary\n", "3", "2 lines below the table left out: notes"},
		{"notes behind a total", body + "Total,35,3900\n,,\nSource: ERP,,\n", "3", "a line below the table left out: notes"},
		{"a note without a mark", body + "\nAll figures are in thousands of euros.\n", "3", "a line below the table left out: notes"},
		{"a row that is nearly empty", body + "West,,\n", "4", ""},
		{"a region of that name", "region,units,revenue\nTotal,1,2\nNorth,5,6\nSouth,7,8\n", "3", ""},
		{"two columns", "a,b\n1,2\n3,4\nnote,\n", "3", ""},
		{"a quoted break", body + "\"West\n\nSource: ERP\",1,2\n", "4", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, folder(t, map[string]string{"t.csv": c.content}))
			if got := rows(mustQuery(t, s, "SELECT count(*) FROM t")); got != c.rows {
				t.Errorf("%s rows", got)
			}
			if notes := notesOf(s); !strings.Contains(notes, c.said) || c.said == "" && notes != "" && strings.Contains(notes, "left out") {
				t.Errorf("said %q", notes)
			}
		})
	}
	dir := folder(t, map[string]string{"t.csv": body + "Total,35,3900\n"})
	s, err := files.Open(t.Context(), source.Config{DSN: dir, Readings: []source.ReadAs{{File: "t.csv", As: "with footer"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := rows(mustQuery(t, s, "SELECT count(*) FROM t")); got != "4" || choiceOf(t, s, "", "with footer").Options[0] != "without footer" {
		t.Errorf("%s rows with the footer", got)
	}
}

// TestUnits keeps values that cannot be compared.
func TestUnits(t *testing.T) {
	column := func(usual string, odd ...string) string {
		text := "id,v\n"
		for i := range 300 {
			text += fmt.Sprintf("%d,\"%s\"\n", i, fmt.Sprintf(usual, 3+i%9))
		}
		for i, o := range odd {
			text += fmt.Sprintf("%d,\"%s\"\n", 300+i, o)
		}
		return text
	}
	for _, c := range []struct{ name, content, kind, count, said string }{
		{"one unit", column("1%dlbs"), "BIGINT", "300", "read as numbers (lbs)"},
		{"one of another", column("1%dlbs", "72kg"), "VARCHAR", "301", "v of t.csv stays text: the values are in several units"},
		{"an amount in another currency", column("$1%d", "€72"), "VARCHAR", "301", "several units"},
		{"a word", column("1%dlbs", "unknown"), "BIGINT", "300", "left empty"},
		{"two units", "id,v\n1,5kg\n2,7lbs\n3,9kg\n4,8lbs\n", "VARCHAR", "4", "several units"},
		{"codes", "id,v\n1,5a\n2,7b\n3,9a\n4,8b\n", "VARCHAR", "4", ""},
		{"feet and inches", column(`5'%d""`), "BIGINT", "300", `5'10" → 70`},
		{"minutes and seconds", column(`5'%d""`, `5'47""`), "VARCHAR", "301", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, folder(t, map[string]string{"t.csv": c.content}))
			if got := rows(mustQuery(t, s, "SELECT typeof(v), count(v) FROM t GROUP BY 1")); got != c.kind+"|"+c.count {
				t.Errorf("got %s", got)
			}
			if notes := notesOf(s); !strings.Contains(notes, c.said) || c.said == "" && notes != "" {
				t.Errorf("said %q", notes)
			}
		})
	}
}
