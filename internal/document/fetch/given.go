package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"

	"github.com/plumbdata/plumb/internal/fault"
)

// Text is a document that is given with its content.
type Text struct {
	Name string // its ending tells the type
	Data []byte
}

type given []Text

// Given is a place that holds what it is given: text in a configuration, or files that were dropped on a page.
// No two have the same name.
func Given(texts ...Text) Source { return given(texts) }

func (g given) List(context.Context, map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for _, t := range g {
			mark := hashOf(t.Data)
			if !yield(Item{Address: "text:" + t.Name, Name: t.Name, Size: int64(len(t.Data)), Mark: mark}, nil) {
				return
			}
		}
	}
}

func (g given) Read(_ context.Context, item Item) ([]byte, error) {
	for _, t := range g {
		if item.Address == "text:"+t.Name {
			return t.Data, nil
		}
	}
	return nil, notFound(item.Address)
}

func (given) Close() error { return nil }

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// notFound is the fault for an item that is gone.
func notFound(shown string) error {
	return fault.New(fault.NotFound, "there is no document at %s", shown).WithHint("check the address; it may have moved")
}
