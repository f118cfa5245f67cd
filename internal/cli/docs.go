package cli

import (
	"context"

	"github.com/plumbdata/plumb/internal/glossary"
)

// libraryTexts are the passages of the documents.
func (a *app) libraryTexts(context.Context) ([]glossary.Text, error) { return nil, nil }
