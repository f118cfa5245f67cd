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
	found := list[:0]
	for _, e := range list {
		if !hasAll(e.Name+" "+e.Slug+" "+e.Connection.Name, wanted) {
			if e.Found = s.mentions(e.Slug, wanted, &left); e.Found == "" {
				continue
			}
		}
		found = append(found, e)
	}
	return found, nil
}

func hasAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// mentions is the first cell of a notebook that has the words, while there are
// bytes left to look into it; "" if there is none.
func (s Store) mentions(slug string, words []string, left *int64) string {
	info, err := os.Stat(s.path(slug))
	if err != nil || info.Size() > *left {
		return ""
	}
	*left -= info.Size()
	n, err := s.read(slug)
	if err != nil {
		return "" // the listing says what is wrong with it
	}
	for _, raw := range n.cells {
		if c := begins(raw); hasAll(c.Question+" "+c.Note, words) {
			return c.ID
		}
	}
	return ""
}
