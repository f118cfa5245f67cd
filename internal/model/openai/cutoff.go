package openai

import (
	"fmt"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Ollama reads as many tokens as it was started with, which are few unless
// somebody says otherwise. Of a longer request it reads the end and answers as if
// that were all: rules and schema are gone, and what comes is made up.

// cutOff says that a request was cut off: far fewer tokens were read than it can
// have, and exactly as many as a window holds, or the half of one and two, which
// newer servers keep.
func cutOff(size, read int) bool {
	const most, step = 6, 1024 // bytes that a token has on average in no language; what windows are multiples of
	return read >= step && size/most > read && (read%step == 0 || (read-2)%step == 0)
}

func (e *endpoint) cutOff(size, read int) *fault.Fault {
	const usual = 4 // bytes of a token
	room := 8192
	for room < 2*size/usual && room < 1<<20 {
		room *= 2
	}
	return fault.New(model.ContextSize, "%s read only the last %d tokens of a request that has about %d", e.config.Provider, read, size/usual).
		WithHint("%s", fmt.Sprintf("start it with a larger window: OLLAMA_CONTEXT_LENGTH=%d %s", room, e.preset.Start))
}
