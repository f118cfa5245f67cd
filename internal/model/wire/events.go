package wire

import (
	"bufio"
	"bytes"
	"errors"
	"iter"
	"net/http"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Event is a server-sent event. One without data is a comment, with which some
// providers keep a silent stream open.
type Event struct {
	Type string
	Data []byte // valid until the next event
}

// Events reads the events of a reply. The last item is an error if the reply is
// not a stream of events, is too large, or breaks off; the end of the stream is
// not an error.
func Events(r *http.Response, provider string) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		if kind == "text/html" || kind == "application/json" {
			yield(Event{}, fault.New(model.Malformed, "%s sent %q instead of a stream of events", provider, kind).
				WithHint("check that the base URL is that of the API, and that no proxy answers in its place"))
			return
		}
		lines := bufio.NewScanner(r.Body)
		lines.Buffer(nil, MaxEvent)
		var event Event
		size, all := 0, 0
		for lines.Scan() {
			line := lines.Bytes()
			size += len(line) + 1
			all += len(line) + 1
			if size > MaxEvent || all > maxReply {
				yield(Event{}, tooLarge())
				return
			}
			name, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch {
			case len(line) == 0:
				if len(event.Data) > 0 && !yield(event, nil) {
					return
				}
				size, event = 0, Event{Data: event.Data[:0]}
			case len(name) == 0:
				if !yield(Event{}, nil) {
					return
				}
			case string(name) == "event":
				event.Type = string(value)
			case string(name) == "data":
				if len(event.Data) > 0 {
					event.Data = append(event.Data, '\n')
				}
				event.Data = append(event.Data, value...)
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(Event{}, tooLarge())
		} else if err != nil {
			yield(Event{}, err)
		}
	}
}
