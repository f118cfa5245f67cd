package embed

import "github.com/plumbdata/plumb/internal/neural"

// Window is how many word pieces of a text MiniLM looks at, besides the two that
// mark its beginning and its end.
const Window = maxPieces - 2

// Pieces counts as MiniLM does. It needs no weights, and may be used from several
// goroutines.
type Pieces struct{ tokenizer *neural.Tokenizer }

// NewPieces reads the vocabulary.
func NewPieces() (Pieces, error) {
	t, err := neural.NewTokenizer()
	return Pieces{t}, err
}

// Count is the number of word pieces of a text. Texts joined by blanks have as many
// as they have alone.
func (p Pieces) Count(text string) int { return len(p.tokenizer.Pieces(text)) }
