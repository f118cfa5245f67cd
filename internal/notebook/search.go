package notebook

import (
	"os"
	"slices"
	"strings"
)

// maxSearched is how many bytes of notebooks one search reads.
const maxSearched = 64 << 20

// Search is the notebooks that have all the words, in capitals or not: in their
// name, in that of their data, or in one question or note. The latest changed
// come first; when they are large, the oldest are searched by name only.
func (s Store) Search(words string) ([]Entry, error) {
	list, err := s.List()
	if err != nil {
		return nil, err
	}
	wanted := strings.Fields(strings.ToLower(words))
	left := int64(maxSearched)
	return slices.DeleteFunc(list, func(e Entry) bool {
		return !hasAll(e.Name+" "+e.Slug+" "+e.Connection.Name, wanted) && !s.mentions(e.Slug, wanted, &left)
	}), nil
}

func hasAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// mentions looks into the cells of a notebook, while there are bytes left.
func (s Store) mentions(slug string, words []string, left *int64) bool {
	info, err := os.Stat(s.path(slug))
	if err != nil || info.Size() > *left {
		return false
	}
	*left -= info.Size()
	n, err := s.read(slug)
	if err != nil {
		return false // the listing says what is wrong with it
	}
	return slices.ContainsFunc(n.cells, func(raw []byte) bool {
		c := begins(raw)
		return hasAll(c.Question+" "+c.Note, words)
	})
}
