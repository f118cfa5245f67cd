package cli

import (
	"strings"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/terminal/line"
)

// completion finishes commands and the names of a database.
type completion struct {
	snapshot *schema.Snapshot // may be nil
}

func (c *completion) complete(text string, cursor int) []line.Candidate {
	before := text[:cursor]
	name, _, command := cutCommand(before)
	if command && "/"+name == strings.TrimLeft(before, " ") {
		return completeCommand(name, cursor-len(name)-1)
	}
	if c.snapshot == nil {
		return nil
	}
	from := strings.LastIndexAny(before, " \t\n()[]{},;:=<>+-*/%!?\"'`") + 1
	found := names{from: from, word: strings.ToLower(before[from:]), quoted: command && (name == "query" || name == "edit"), at: map[string]int{}}
	if dot := strings.LastIndexByte(found.word, '.'); dot >= 0 {
		if t := c.snapshot.Table(found.word[:dot]); t != nil {
			found.from, found.word = from+dot+1, found.word[dot+1:]
			found.columns(t)
			return found.list
		}
	}
	for i := range c.snapshot.Tables {
		t := &c.snapshot.Tables[i]
		found.add(c.snapshot.DisplayName(t), string(t.Kind))
	}
	if found.word != "" { // all columns of all tables would be no help
		for i := range c.snapshot.Tables {
			found.columns(&c.snapshot.Tables[i])
		}
	}
	return found.list
}

func completeCommand(word string, from int) []line.Candidate {
	var list []line.Candidate
	for _, p := range promptCommands {
		if !strings.HasPrefix(p.name, strings.ToLower(word)) {
			continue
		}
		text := "/" + p.name
		if p.args != "" {
			text += " "
		}
		list = append(list, line.Candidate{From: from, Text: text, About: p.about})
	}
	return list
}

// names are those that begin with a word.
type names struct {
	from   int
	word   string // in lower case
	quoted bool   // as SQL needs it
	list   []line.Candidate
	at     map[string]int // where in the list a name is
}

func (n *names) columns(t *schema.Table) {
	for i := range t.Columns {
		n.add(t.Columns[i].Name, "in "+t.Name)
	}
}

func (n *names) add(name, about string) {
	if !strings.HasPrefix(strings.ToLower(name), n.word) {
		return
	}
	if n.quoted {
		name = quoteName(name)
	}
	if i, ok := n.at[name]; ok {
		if strings.HasPrefix(n.list[i].About, "in ") {
			about = strings.TrimPrefix(about, "in ")
		}
		n.list[i].About += ", " + about
		return
	}
	n.at[name] = len(n.list)
	n.list = append(n.list, line.Candidate{From: n.from, Text: name, About: about})
}

// quoteName writes a name as SQL needs it. Dots part a schema from a table.
func quoteName(name string) string {
	parts := strings.Split(name, ".")
	for i, p := range parts {
		plain := p != "" && !strings.ContainsFunc(p, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' })
		if !plain || p[0] <= '9' {
			parts[i] = `"` + strings.ReplaceAll(p, `"`, `""`) + `"`
		}
	}
	return strings.Join(parts, ".")
}
