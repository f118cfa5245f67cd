package files_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSpellings reads values that differ only in capitals as one.
func TestSpellings(t *testing.T) {
	content := "id,priority,code,name\n" + strings.Repeat("1,Urgent,A,x\n2,Low,a,Y\n3,Low,b,y\n", 5) + "4,urgent,B,ann\n5,LOW,b,Ann\n"
	s := open(t, filepath.Join(folder(t, map[string]string{"t.csv": content}), "t.csv"))
	if got := rows(mustQuery(t, s, "SELECT priority, count(*) FROM t GROUP BY ALL ORDER BY ALL")); got != "Low|11\nUrgent|6" {
		t.Errorf("the priorities are %s", got)
	}
	if got := rows(mustQuery(t, s, "SELECT count(DISTINCT code) FROM t")); got != "4" {
		t.Errorf("%s codes, want all 4 as they are", got)
	}
	if want := "info what differs only in capitals is one value in priority of t.csv: LOW → Low"; said(s) != want {
		t.Errorf("said %s", said(s))
	}
	asIs := folder(t, map[string]string{"t.csv": content, "plumb.files.yaml": "files:\n  t.csv:\n    columns:\n      priority:\n          type: text\n"})
	if got := rows(mustQuery(t, open(t, asIs), "SELECT count(DISTINCT priority) FROM t")); got != "4" {
		t.Errorf("the settings are ignored: %s", got)
	}
}
