package desk

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
)

// glossaryOf is the glossary of a source.
func (w *Work) glossaryOf(source string) (*glossary.Glossary, error) {
	identity, err := w.identity(source)
	if err != nil {
		return nil, err
	}
	return w.Glossary(identity), nil
}

func (w *Work) lessonsOf(source string) (*learning.Book, error) {
	identity, err := w.identity(source)
	if err != nil {
		return nil, err
	}
	return w.Lessons(identity), nil
}

// identity is that of a source's database, which need not be open.
func (w *Work) identity(source string) (string, error) {
	c, err := w.settings()
	if err != nil {
		return "", err
	}
	if err := w.checkConnection(c, source); err != nil {
		return "", err
	}
	spec, err := w.spec(c, source)
	return spec.Identity, err
}

// Terms are those of a source's glossary.
func (w *Work) Terms(ctx context.Context, source string) ([]glossary.Term, error) {
	g, err := w.glossaryOf(source)
	if err != nil {
		return nil, err
	}
	return g.Terms(ctx, "")
}

// SaveTerm adds or changes a term, which approves it.
func (w *Work) SaveTerm(ctx context.Context, source string, t glossary.Term) (glossary.Term, error) {
	g, err := w.glossaryOf(source)
	if err != nil {
		return t, err
	}
	return g.Save(ctx, t, w.Person)
}

// DecideTerm approves or rejects a term.
func (w *Work) DecideTerm(ctx context.Context, source, name string, status glossary.Status, reason string) (glossary.Term, error) {
	g, err := w.glossaryOf(source)
	if err != nil {
		return glossary.Term{}, err
	}
	if name, err = nameOf(ctx, g, name); err != nil {
		return glossary.Term{}, err
	}
	return g.Decide(ctx, name, status, w.Person, reason)
}

// nameOf is the name of a term that may be given by its id, as answers name those that they
// follow.
func nameOf(ctx context.Context, g *glossary.Glossary, name string) (string, error) {
	if !strings.HasPrefix(name, "term_") {
		return name, nil
	}
	terms, err := g.Terms(ctx, "")
	for _, t := range terms {
		if glossary.ID(t.Name) == name {
			return t.Name, nil
		}
	}
	return name, err
}

// RemoveTerm removes a term with its history.
func (w *Work) RemoveTerm(ctx context.Context, source, name string) error {
	g, err := w.glossaryOf(source)
	if err != nil {
		return err
	}
	return g.Remove(ctx, name)
}

// FindTerms proposes terms from all that is known of a source.
func (w *Work) FindTerms(ctx context.Context, source string) ([]glossary.Term, error) {
	if _, err := w.glossaryOf(source); err != nil {
		return nil, err
	}
	return w.Propose(ctx, source)
}

// Taught is what corrections about a source have taught.
type Taught struct {
	Rules       []learning.Rule       `json:"rules" doc:"Those with the most support first."`
	Corrections []learning.Correction `json:"corrections" doc:"The newest last."`
	Verified    []learning.Pair       `json:"verified" doc:"Questions with the statements that answer them."`
}

// Taught is what corrections about a source have taught.
func (w *Work) Taught(ctx context.Context, source string) (t Taught, err error) {
	b, err := w.lessonsOf(source)
	if err != nil {
		return t, err
	}
	if t.Rules, err = b.Rules(ctx); err != nil {
		return t, err
	}
	if t.Corrections, err = b.Corrections(ctx); err != nil {
		return t, err
	}
	t.Verified, err = b.Pairs(ctx)
	return t, err
}

// ChangeRule switches a rule on or off, or gives it other words.
func (w *Work) ChangeRule(ctx context.Context, source, id string, on bool, text string) (learning.Rule, error) {
	b, err := w.lessonsOf(source)
	if err != nil {
		return learning.Rule{}, err
	}
	if text != "" {
		if r, err := b.Edit(ctx, id, text); err != nil {
			return r, err
		}
	}
	return b.Switch(ctx, id, on)
}

// Unlearn removes a rule, a correction or a verified question.
func (w *Work) Unlearn(ctx context.Context, source, id string) error {
	b, err := w.lessonsOf(source)
	if err != nil {
		return err
	}
	return b.Remove(ctx, id)
}

// VerifyAnswer keeps the statement of an answer as the one for its question.
func (w *Work) VerifyAnswer(ctx context.Context, ref, cell string) (learning.Pair, error) {
	c, err := w.Cell(ctx, ref, cell)
	if err != nil {
		return learning.Pair{}, err
	}
	b, err := w.lessonsOf(c.Metadata.Source)
	if err != nil {
		return learning.Pair{}, err
	}
	return b.Verify(ctx, c.Question, c.SQL.Run(), w.Person, "said")
}
