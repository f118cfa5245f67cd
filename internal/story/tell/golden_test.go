package tell

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

var update = flag.Bool("update", false, "write the stories as they are told now")

// TestStories reads testdata: what was asked, the rows, and the story that is
// told of them.
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, section := range strings.Split(string(raw), "=== ")[1:] {
			c := readCase(t, section)
			got := Tell(c.finding)
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+c.name, func(t *testing.T) {
				if got.Text != c.story && !*update {
					t.Errorf("got\n%s\nwant\n%s", got.Text, c.story)
				}
				checkStory(t, c.finding, got)
				verify(t, c.finding, got)
			})
			out.WriteString("=== " + c.head + "--- " + got.Text + "\n\n")
		}
		if *update {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

type storyCase struct {
	name, head string // head is all that stands before the story
	finding    Finding
	story      string
}

// readCase reads a name, lines of "key: value", the rows as CSV under a header
// of name:type, and after --- the story.
func readCase(t *testing.T, section string) storyCase {
	t.Helper()
	head, told, written := strings.Cut(section, "--- ")
	if !written {
		head = strings.TrimSuffix(head, "\n") // what keeps cases apart
	}
	c := storyCase{head: head, story: strings.TrimSpace(told)}
	name, body, _ := strings.Cut(head, "\n")
	c.name = name
	f := &c.finding
	for {
		line, rest, _ := strings.Cut(body, "\n")
		key, value, found := strings.Cut(line, ": ")
		if !found {
			break
		}
		body = rest
		switch key {
		case "question":
			f.Question = value
		case "meaning":
			if err := json.Unmarshal([]byte(value), &f.Meaning); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		case "outside":
			f.Outside = value == "yes"
		case "now":
			now, err := time.Parse("2006-01-02", value)
			if err != nil {
				t.Fatal(err)
			}
			f.Now = now
		case "cut":
			defer func() { f.Table.Truncated = table.Cap(value) }()
		default:
			t.Fatalf("%s: unknown key %q", name, key)
		}
	}
	header, _, _ := strings.Cut(body, "\n")
	var columns []table.Column
	for _, column := range strings.Split(header, ",") {
		at := strings.LastIndexByte(column, ':')
		kind, ok := table.ParseKind(column[at+1:])
		if !ok {
			t.Fatalf("%s: %q has no type", name, column)
		}
		columns = append(columns, table.Column{Name: column, Kind: kind})
	}
	rows, err := table.ReadCSV(strings.NewReader(body), columns, table.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for i, column := range rows.Columns {
		rows.Columns[i].Name = column.Name[:strings.LastIndexByte(column.Name, ':')]
	}
	f.Table = rows
	return c
}
