// Package export writes the rows of an answer as files that other programs read.
package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// Format is a kind of file.
type Format struct {
	Name  string   // in addresses; also the ending of the file
	Title string   // for people
	Media string   // its media type
	Words []string // that people call it by, in lower case
	// Write streams the rows; nil for Parquet, which only DuckDB writes.
	Write func(w io.Writer, rows *table.Reader) error
}

// Parquet is the name of the format that only DuckDB writes.
const Parquet = "parquet"

// Formats are all that there are.
func Formats() []Format {
	return []Format{
		{"csv", "CSV", "text/csv; charset=utf-8", []string{"csv", "comma separated", "comma-separated", "comma delimited"}, table.WriteSpreadsheetCSV},
		{"xlsx", "Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{"xlsx", "xls", "excel", "spreadsheet", "workbook", "google sheet", "google sheets"}, WriteExcel},
		{"json", "JSON", "application/json", []string{"json"}, table.WriteRecords},
		{"md", "Markdown", "text/markdown; charset=utf-8", []string{"md", "markdown"}, WriteMarkdown},
		{Parquet, "Parquet", "application/vnd.apache.parquet", []string{"parquet"}, nil},
	}
}

// Spoken is what people call the formats, each with its name.
func Spoken() map[string]string {
	words := map[string]string{}
	for _, f := range Formats() {
		for _, w := range f.Words {
			words[w] = f.Name
		}
	}
	return words
}

// Find is the format of a name.
func Find(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// WriteMarkdown writes the rows as a table of Markdown.
func WriteMarkdown(w io.Writer, rows *table.Reader) error {
	b := bufio.NewWriter(w)
	line := func(texts []string) { fmt.Fprintf(b, "| %s |\n", strings.Join(texts, " | ")) }
	var names, rules []string
	for _, c := range rows.Columns() {
		names = append(names, plainText(c.Name))
		if c.Kind.Numeric() {
			rules = append(rules, "---:")
		} else {
			rules = append(rules, "---")
		}
	}
	line(names)
	line(rules)
	for row, err := range rows.Rows() {
		if err != nil {
			return err
		}
		texts := make([]string, len(row))
		for i, v := range row {
			texts[i] = plainText(v.String())
		}
		line(texts)
	}
	return b.Flush()
}

var markdownSigns = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "&", "&amp;", "<", "&lt;")

// plainText is text in which Markdown and HTML see nothing else, on one line.
func plainText(text string) string {
	return markdownSigns.Replace(strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " "))
}
