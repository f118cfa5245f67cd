package intent

import (
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

//go:embed exemplars.jsonl
var exemplarLines string

// Exemplar is a message whose intent is known.
type Exemplar struct {
	Intent Name   `json:"intent"`
	Text   string `json:"text"`
}

// Exemplars are those that come with Plumb.
func Exemplars() ([]Exemplar, error) {
	var list []Exemplar
	for line := range strings.Lines(exemplarLines) {
		var e Exemplar
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return nil, fault.Wrap(err, fault.BadData, "exemplar %d of the intents cannot be read: %v", len(list)+1, err)
		}
		list = append(list, e)
	}
	return list, nil
}
