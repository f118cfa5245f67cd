package files_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDialects reads CSV as people write it.
func TestDialects(t *testing.T) {
	for _, c := range []struct{ name, content, types, want string }{
		{"plain", "id,name\n1,a\n", "BIGINT VARCHAR", "1|a"},
		{"text only", "name,city\nann,paris\n", "VARCHAR VARCHAR", "ann|paris"},
		{"no header", "1,2\n3,4\n", "BIGINT BIGINT", "1|2\n3|4"},
		{"semicolon", "id;v\n1;x,y\n", "BIGINT VARCHAR", "1|x,y"},
		{"pipe", "id|v\n1|x\n", "BIGINT VARCHAR", "1|x"},
		{"tab", "id\tv\n1\tx\n", "BIGINT VARCHAR", "1|x"},
		{"one column", "v\n1\n2\n", "BIGINT", "1\n2"},
		{"windows lines", "id,v\r\n1,\"two\r\nlines\"\r\n", "BIGINT VARCHAR", "1|two\r\nlines"},
		{"byte order mark", "\xef\xbb\xbfid,v\n1,x\n", "BIGINT VARCHAR", "1|x"},
		{"no newline at the end", "id,v\n1,x", "BIGINT VARCHAR", "1|x"},
		{"doubled quotes", "id,v\n1,\"say \"\"hi\"\"\"\n", "BIGINT VARCHAR", `1|say "hi"`},
		{"hash is no comment", "id,v\n1,x\n#2,y\n", "VARCHAR VARCHAR", "1|x\n#2|y"},
		{"leading zeros", "zip,n\n01234,1\n", "VARCHAR BIGINT", "01234|1"},
		{"dates", "d,t\n2024-01-31,2024-01-31 10:00:00\n", "DATE TIMESTAMP", "2024-01-31|2024-01-31T10:00:00"},
		{"european dates", "d\n01/02/2024\n13/02/2024\n", "DATE", "2024-02-01\n2024-02-13"},
		{"amounts stay exact", "v\n0.10\n1234567.89\n-5\n", "DECIMAL(18,2)", "0.10\n1234567.89\n-5.00"},
		{"measurements", "v\n0.1234567891\n1e-7\n", "DOUBLE", "0.1234567891\n1e-07"},
		{"big integers stay exact", "v\n12345678901234567890123\n-1\n", "HUGEINT", "12345678901234567890123\n-1"},
		{"header only", "a,b\n", "VARCHAR VARCHAR", ""},
		{"nulls", "a,b\n1,\n,x\n", "BIGINT VARCHAR", "1|\n|x"},
		{"preamble", "Report of May\n\nid,v\n1,2\n3,4\n", "BIGINT BIGINT", "1|2\n3|4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"t.csv": c.content})
			got := mustQuery(t, open(t, filepath.Join(dir, "t.csv")), "SELECT * FROM t")
			var types []string
			for _, column := range got.Columns {
				types = append(types, column.Native)
			}
			if list := strings.Join(types, " "); list != c.types || rows(got) != c.want {
				t.Errorf("got %s\n%s\nwant %s\n%s", list, rows(got), c.types, c.want)
			}
		})
	}
}
