package opinion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/fault"
)

// search looks for the literals of one statement. It gives up on a database
// that does not answer at once: an opinion must not make anybody wait.
type search struct {
	*Second
	tried int
	slow  bool
}

const mostTried = 12

// literals are findings about texts that their columns do not hold.
func (s *search) literals(ctx context.Context, seen *readback.Select) []fault.Diagnostic {
	var list []fault.Diagnostic
	for _, t := range seen.Tests {
		c := &s.ix.Columns[t.Base]
		if c.Kind != index.Text && c.Kind != index.Boolean || !textual(c) {
			continue
		}
		for _, text := range t.Texts {
			if s.tried++; s.tried > mostTried {
				return list
			}
			if text != "" && s.isMissing(ctx, t, text) {
				list = append(list, s.notThere(t, text))
			}
		}
	}
	return list
}

// textual says that the column is stored as text: a text is then compared as it
// is written.
func textual(c *index.Column) bool { return !c.Type.Numeric() && !c.Type.Temporal() }

// isMissing says that a column certainly does not hold a text.
func (s *search) isMissing(ctx context.Context, t readback.Test, text string) bool {
	for _, v := range s.ix.StoredValues(t.Base) {
		if holds(v.Text, text, t) {
			return false
		}
	}
	switch {
	case s.ask == nil:
		return complete(s.ix, t.Base)
	case s.slow:
		return false
	}
	found, err := s.ask.Holds(ctx, t.Base, text, t.Like, t.Fold)
	s.slow = err != nil
	return err == nil && !found
}

// complete says that the index has every value of a column. Few values of a
// table that was read whole are all that there are.
func complete(ix *index.Index, column int) bool {
	const few, small = 1_000, 50_000
	c := &ix.Columns[column]
	rows := ix.Tables[c.Table].Rows
	kept := len(ix.StoredValues(column))
	return kept > 0 && kept == c.Distinct && kept < few && rows >= 0 && rows < small
}

// holds compares a stored value with a literal.
func holds(stored, text string, t readback.Test) bool {
	if t.Fold {
		stored, text = strings.ToLower(stored), strings.ToLower(text)
	}
	if t.Like {
		return like(stored, text)
	}
	return stored == text
}

// like matches a pattern of % and _. It goes back to the last % only, so that
// no pattern is costly.
func like(text, pattern string) bool {
	t, p := []rune(text), []rune(pattern)
	i, j, star, from := 0, 0, -1, 0
	for i < len(t) {
		switch {
		case j < len(p) && p[j] == '%':
			star, from = j, i
			j++
		case j < len(p) && (p[j] == '_' || p[j] == t[i]):
			i, j = i+1, j+1
		case star >= 0:
			from++
			i, j = from, star+1
		default:
			return false
		}
	}
	for j < len(p) && p[j] == '%' {
		j++
	}
	return j == len(p)
}

// notThere says that a text is not in its column, and where something like it
// is.
func (s *Second) notThere(t readback.Test, text string) fault.Diagnostic {
	where := s.name(t.Base)
	message := fmt.Sprintf("no row has %s %s", where, quote(text))
	if t.Like {
		message = fmt.Sprintf("no %s is like %s", where, quote(text))
	}
	return warning(NoSuchValue, message, s.nearby(t, strings.Trim(text, "%")))
}

// nearby names what a missing text may have meant.
func (s *Second) nearby(t readback.Test, text string) string {
	var stored []string
	for _, v := range s.ix.StoredValues(t.Base) {
		if strings.EqualFold(v.Text, text) {
			return fmt.Sprintf("in the data it is written %s", quote(v.Text))
		}
		stored = append(stored, v.Text)
	}
	if near := fault.Nearest(text, stored); near != "" && !t.Like {
		return fmt.Sprintf("did you mean %s?", quote(near))
	}
	var elsewhere *index.Match
	for _, m := range s.ix.Values(span.Words(text)) {
		if m.Kind > index.Demonym {
			continue
		}
		if m.Column == t.Base {
			return fmt.Sprintf("did you mean %s?", quote(m.Text))
		}
		if elsewhere == nil && m.Kind == index.Exact && strings.EqualFold(m.Text, text) {
			elsewhere = &m
		}
	}
	if elsewhere != nil {
		return fmt.Sprintf("%s contains %s", s.name(elsewhere.Column), quote(elsewhere.Text))
	}
	const shown = 5
	if list := s.ix.StoredValues(t.Base); len(list) > 0 && len(list) <= shown && complete(s.ix, t.Base) {
		slices.Sort(stored)
		for i := range stored {
			stored[i] = quote(stored[i])
		}
		return "it holds " + strings.Join(stored, ", ")
	}
	return "look at the values of " + s.name(t.Base)
}

func quote(text string) string {
	const longest = 60
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + "…"
	}
	return "'" + text + "'"
}

// name is a column as people know it: table.column.
func (s *Second) name(column int) string {
	c := &s.ix.Columns[column]
	return s.ix.Tables[c.Table].Name + "." + c.Name
}
