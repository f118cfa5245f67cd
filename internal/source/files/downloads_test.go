package files_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestDownloads reads files as people download them: tables in .txt, several of one name,
// decimals after a point between semicolons.
func TestDownloads(t *testing.T) {
	s := open(t, folder(t, map[string]string{
		"E0.csv":     "Date,Home\n2024-08-01,Arsenal\n",
		"E0 (1).csv": "Date,Home\n2023-08-01,Chelsea\n2023-08-02,Everton\n",
		"power.txt":  "Day;Power;Volts\n16/12/2006;0.059;234.840\n17/12/2006;12.500;239.165\n",
		"notes.txt":  "Read me first.\nThis folder, as the name says, holds files.\nNothing else.\n",
		"twice.csv":  "a,b\n1,2\n", "twice (1).csv": "a,b\n1,2\n", // the same file, perhaps
	}))
	var list []string
	for _, table := range introspect(t, s).Tables {
		list = append(list, table.Name)
	}
	if got := strings.Join(list, " "); got != "E0 power twice twice__1_" {
		t.Errorf("the tables are %s", got)
	}
	if got := rows(mustQuery(t, s, "SELECT source, count(*) FROM E0 GROUP BY ALL ORDER BY ALL")); got != "E0|1\nE0 (1)|2" {
		t.Errorf("E0 holds %s", got)
	}
	if got := rows(mustQuery(t, s, "SELECT sum(Power), sum(Volts) FROM power")); got != "12.559|474.005" {
		t.Errorf("the sums are %s", got)
	}
}

// TestListsAndPhrases tells lists in cells from phrases with a comma.
func TestListsAndPhrases(t *testing.T) {
	cells := func(values ...string) string {
		var b strings.Builder
		b.WriteString("id,of\n")
		for i := range 60 {
			fmt.Fprintf(&b, "%d,%q\n", i, values[i%len(values)])
		}
		return b.String()
	}
	for _, c := range []struct {
		name, file string
		split      bool
	}{
		{"names", cells("Ann, Bob", "Bob, Cy, Dee", "Ann", "Dee, Ann", "Cy"), true},
		{"brackets", cells("['email', 'phone']", "['phone', 'work']", "[]", "['email', 'phone', 'work']"), true},
		{"long answers", cells("Books (any kind, also old ones);School (University, College, etc)", "Books (any kind, also old ones)", "Friends;School (University, College, etc)", "Friends"), true},
		{"phrases", cells("Yes", "No, and I do not plan to", "No, but I may", "Hybrid (some here, some there)"), false},
		{"towns", cells("Oslo, Norway", "Bergen, Norway", "Rome, Italy", "Milan, Italy", "Online"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, folder(t, map[string]string{"t.csv": c.file}))
			if got := len(introspect(t, s).Tables) == 2; got != c.split {
				t.Errorf("read as lists: %v", got)
			}
			if c.name == "brackets" {
				if got := rows(mustQuery(t, s, "SELECT DISTINCT \"of\" FROM t_of ORDER BY 1")); got != "email\nphone\nwork" {
					t.Errorf("the values are %s", got)
				}
			}
		})
	}
}
