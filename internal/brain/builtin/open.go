package builtin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/verifier"
	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// Parser is the model with its tokenizer and its verifier; one serves all databases.
type Parser struct {
	model    *core.Model
	cut      *neural.Tokenizer
	verifier *verifier.Verifier
	file     []byte
}

// Mark is different for different weights.
func (p *Parser) Mark() string {
	mark := sha256.Sum256(p.file)
	return hex.EncodeToString(mark[:6])
}

// LoadParser takes the parser out of a weights file; the verifier is the program's own.
func LoadParser(file []byte) (*Parser, error) { return LoadParserAt(kernel.Best(), file) }

// LoadParserAt loads a parser that uses the given level of instructions.
func LoadParserAt(level kernel.Level, file []byte) (*Parser, error) {
	model, err := core.LoadAt(level, file)
	if err != nil {
		return nil, err
	}
	cut, err := neural.NewTokenizer()
	if err != nil {
		return nil, err
	}
	p := &Parser{model: model, cut: cut, file: file}
	if own := weights.Verifier(); len(own) > 0 {
		p.verifier, err = verifier.Load(level, own, file, cut)
	}
	return p, err
}

// Own is the parser that comes with the program, loaded when it is first
// needed.
func Own() (*Parser, error) { return own() }

var own = sync.OnceValues(func() (*Parser, error) {
	file, err := weights.Parser()
	if err != nil {
		return nil, err
	}
	return LoadParser(file)
})

// Open makes a brain for a connection, with the weights that come with the
// program. The index of its database is kept in the cache folder: it is used as
// it is while schema and data are as they were, gets more of what there was no
// time for, and is updated for the tables that changed. Cache may be "".
func Open(ctx context.Context, c *connection.Connection, cache string) (*Brain, error) {
	go func() { _, _ = own() }() // while the database is read
	ix, err := indexOf(ctx, c, cache)
	if err != nil {
		return nil, err
	}
	p, err := own()
	if err != nil {
		return nil, err
	}
	return p.Over(ix, c)
}

// Open is the function Open with a parser that is loaded already.
func (p *Parser) Open(ctx context.Context, c *connection.Connection, cache string) (*Brain, error) {
	ix, err := indexOf(ctx, c, cache)
	if err != nil {
		return nil, err
	}
	return p.Over(ix, c)
}

// Index is what the brain knows of its database.
func (b *Brain) Index() *index.Index { return b.ix }

func indexOf(ctx context.Context, c *connection.Connection, cache string) (*index.Index, error) {
	s, err := c.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	if cache == "" {
		return index.Build(ctx, s, index.FromConnection(c))
	}
	state := index.KeyOf(s, "")
	before, kept, err := index.Load(cache, c.Key())
	var ix *index.Index
	switch {
	case err != nil:
		ix, err = index.Build(ctx, s, index.FromConnection(c))
	case kept != state:
		ix, err = index.Update(ctx, s, index.FromConnection(c), before)
	case before.Unfinished():
		ix, err = index.Resume(ctx, s, index.FromConnection(c), before)
	default:
		return before, nil
	}
	if err != nil {
		return nil, err
	}
	_ = ix.Save(cache, c.Key(), state) // a full disk costs time, not the answer
	return ix, nil
}
