package notebook

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/session"
)

const longestTitle = 60 // characters of a question that name a notebook

// CreateUnnamed makes an empty notebook under a name that is only for now, with a
// number if it is taken: the first question that is answered in it gives it
// another, unless a person does.
func (s Store) CreateUnnamed(ctx context.Context, name string, c Connection) (*Notebook, error) {
	return s.beginNumbered(ctx, head{Name: name, Connection: c, Unnamed: true})
}

// Bind makes a notebook of cells, named after a question or as a person says, with a
// number if the name is taken.
func (s Store) Bind(ctx context.Context, question string, c Connection, cells []session.Cell) (*Notebook, error) {
	return s.beginNumbered(ctx, head{Name: cmp.Or(titleOf(question), c.Name), Connection: c}, cells...)
}

// Entitle names a notebook after a question, if it has no name of its own yet.
func (s Store) Entitle(ctx context.Context, ref, question string) error {
	title := titleOf(question)
	if title == "" {
		return nil
	}
	e, err := s.Find(ref)
	if err != nil || !e.Unnamed {
		return err
	}
	err = s.number(title, func(name string) error {
		slug, n, release, err := s.hold(ctx, ref, Slug(name))
		if err != nil {
			return err
		}
		defer release()
		if !n.Unnamed {
			return nil
		}
		if err := s.free(name, slug); err != nil {
			return err
		}
		return s.rename(slug, n, name)
	})
	if errors.Is(err, errTaken) {
		return nil // what it is called now will do
	}
	return err
}

// titleOf is a question as a name: its beginning, to the end of a word. It is ""
// where that would be none.
func titleOf(question string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(strings.ToValidUTF8(question, "")), " "))
	cut := false
	if r := []rune(plain); len(r) > longestTitle {
		plain, cut = string(r[:longestTitle]), true
		if end := strings.LastIndexByte(plain, ' '); end > 0 && r[longestTitle] != ' ' {
			plain = plain[:end]
		}
	}
	plain = strings.TrimRightFunc(plain, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("?!.,;:…–—-", r)
	})
	first, size := utf8.DecodeRuneInString(plain)
	name := string(unicode.ToUpper(first)) + plain[size:]
	if cut {
		name += "…"
	}
	if name, err := checkName(name); err == nil && size > 0 {
		return name
	}
	return ""
}
