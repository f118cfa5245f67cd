package files_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestNested reads objects in objects as columns, and lists as child tables.
func TestNested(t *testing.T) {
	dir := folder(t, map[string]string{"issues.json": `[
{"id": 7, "author": {"name": "ann", "site": {"url": "x"}}, "labels": [{"name": "bug", "since": "1-Jan-2015"}, {"name": "ui", "since": "3-Feb-2016"}], "votes": [3, 4]},
{"id": 8, "author": {"name": "bob"}, "labels": [], "votes": [5]},
{"id": 9, "author": null, "labels": [{"name": "bug", "since": "1-Jan-2015"}]}]`,
		"plain.jsonl": "{\"name\": \"a\", \"tags\": [\"x\"]}\n{\"name\": \"a\", \"tags\": [\"y\", \"x\"]}\n"})
	s := open(t, dir)
	for statement, want := range map[string]string{
		"SELECT * FROM issues ORDER BY id": "7|ann|x|3, 4\n8|bob||5\n9|||",
		"SELECT * FROM issues_labels":      "7|1|bug|2015-01-01\n7|2|ui|2016-02-03\n9|1|bug|2015-01-01",
		"SELECT * FROM issues_votes":       "7|1|3\n7|2|4\n8|1|5",
		"SELECT i.author_name, l.name FROM issues AS i JOIN issues_labels AS l ON l.issue_id = i.id WHERE l.position = 2": "ann|ui",
		"SELECT * FROM plain":      "1|a|x\n2|a|y, x",
		"SELECT * FROM plain_tags": "1|1|x\n2|1|y\n2|2|x",
	} {
		if got := rows(mustQuery(t, s, statement)); got != want {
			t.Errorf("%s gives\n%s\nwant\n%s", statement, got, want)
		}
	}
	snapshot := introspect(t, s)
	for table, want := range map[string]string{"issues_labels": "[issue_id] issues [id]", "plain_tags": "[plain_id] plain [row_id]"} {
		keys := snapshot.Table(table).ForeignKeys
		if len(keys) != 1 || fmt.Sprint(keys[0].Columns, " ", keys[0].RefTable, " ", keys[0].RefColumns) != want {
			t.Errorf("%s has %+v, want %s", table, keys, want)
		}
	}
	if got := snapshot.Table("issues").PrimaryKey; len(got) != 1 || got[0] != "id" {
		t.Errorf("the key of issues is %v", got)
	}
}

// TestLists reads several values in a cell, where they clearly are some.
func TestLists(t *testing.T) {
	var b strings.Builder
	b.WriteString("title,genres,tags,city,remark\n")
	genres := []string{"Drama", "Drama|Comedy", "Comedy|Crime", "Crime", "Drama|Crime|Comedy"}
	tags := []string{"old", `"old, new"`, "new", `"new, rare"`}
	for i := range 100 {
		fmt.Fprintf(&b, "film %d,%s,%s,\"Town %d, T%d\",\"some, words %d\"\n", i, genres[i%5], tags[i%4], i%3, i%2, i)
	}
	dir := folder(t, map[string]string{"films.csv": b.String()})
	s := open(t, filepath.Join(dir, "films.csv"))
	if got := strings.Join(tables(t, s), "\n"); got != "films: file films.csv\nfilms_genres: genres of films, file films.csv\nfilms_tags: tags of films, file films.csv" {
		t.Errorf("the tables are %s", got)
	}
	if got := rows(mustQuery(t, s, "SELECT genre, count(*) FROM films_genres GROUP BY genre ORDER BY genre")); got != "Comedy|60\nCrime|60\nDrama|60" {
		t.Errorf("got %s", got)
	}
	if got := rows(mustQuery(t, s, "SELECT genres FROM films JOIN films_tags USING (title) WHERE tag = 'rare' ORDER BY title LIMIT 1")); got != "Drama|Comedy" {
		t.Errorf("got %s", got)
	}
	if want := "info the lists in genres, tags of films.csv are tables of their own, such as films_genres"; !strings.Contains(said(s), want) {
		t.Errorf("said %s", said(s))
	}
	write(t, filepath.Join(dir, "plumb.files.yaml"), "files:\n  films.csv:\n    lists: false\n")
	if got := tables(t, open(t, dir)); len(got) != 1 {
		t.Errorf("the settings are ignored: %v", got)
	}
}

// TestNestedParquet flattens structures and lists, and keeps the file's types.
func TestNestedParquet(t *testing.T) {
	dir := t.TempDir()
	parquet(t, filepath.Join(dir, "orders.parquet"), `SELECT * FROM (VALUES
		(1, '007', {'name': 'Ann', 'home': {'city': 'Bonn', 'zip': '0053'}}, ['1', '22'], [{'sku': 'a', 'n': 2}, {'sku': 'b', 'n': 3}]),
		(2, '008', {'name': 'Bo', 'home': NULL}, [], NULL)) AS t(id, code, buyer, tags, lines)`)
	s := open(t, dir)
	for query, want := range map[string]string{
		`SELECT id, code, buyer_name, buyer_home_city, buyer_home_zip, tags FROM orders ORDER BY id`:                 "1|007|Ann|Bonn|0053|1, 22\n2|008|Bo|||",
		`SELECT l.sku, l.n, o.buyer_name FROM orders_lines l JOIN orders o ON o.id = l.order_id ORDER BY l.position`: "a|2|Ann\nb|3|Ann",
		`SELECT order_id, position, tag, typeof(tag) FROM orders_tags ORDER BY position`:                             "1|1|1|VARCHAR\n1|2|22|VARCHAR",
	} {
		if got := rows(mustQuery(t, s, query)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", query, got, want)
		}
	}
	if len(s.Choices()) > 0 {
		t.Errorf("what the file says is no choice: %+v", s.Choices())
	}
}
