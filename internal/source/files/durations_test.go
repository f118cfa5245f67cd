package files_test

import "testing"

// TestDurations reads how long something takes in seconds, and times of day as such.
func TestDurations(t *testing.T) {
	for _, c := range []struct{ name, content, columns, first string }{
		{"a race", "Name,Finish\nAnna,2:16:05\nBert,3:01:59\n", "Name VARCHAR, Finish BIGINT", "Anna|8165"},
		{"parts of a second", "Name,Lap\nAnna,0:01:31.5\nBert,0:01:29.25\n", "Name VARCHAR, Lap DECIMAL(18,2)", "Anna|91.50"},
		{"a leading zero", "Task,Duration\na,02:39:50\nb,00:51:33\n", "Task VARCHAR, Duration BIGINT", "a|9590"},
		{"longer than a day", "Job,Took\na,26:10:00\nb,3:00:00\n", "Job VARCHAR, Took BIGINT", "a|94200"},
		{"a clock", "Shift,Finish\na,17:30:00\nb,6:00:00\n", "Shift VARCHAR, Finish TIME", "a|17:30:00"},
		{"the time of day", "Id,Seen\n1,17:30:12\n2,6:00:45\n", "Id BIGINT, Seen TIME", "1|17:30:12"},
	} {
		dir := folder(t, map[string]string{"t.csv": c.content})
		if got := columnsOf(t, dir, "t"); got != c.columns {
			t.Errorf("%s: the columns are %s, want %s", c.name, got, c.columns)
		}
		if got := rows(mustQuery(t, open(t, dir), "SELECT * FROM t LIMIT 1")); got != c.first {
			t.Errorf("%s: the first row is %s, want %s", c.name, got, c.first)
		}
	}
}
