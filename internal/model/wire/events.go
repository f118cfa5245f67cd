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

// Events reads the data of the server-sent events of a reply; each is valid until
// the next. No data is a comment, with which some providers keep a silent stream
// open. The last item is an error if the reply is not a stream of events, is too
// large, or breaks off; the end of the stream is not an error.
func Events(r *http.Response, provider string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		if kind == "text/html" || kind == "application/json" {
			yield(nil, fault.New(model.Malformed, "%s sent %q instead of a stream of events", provider, kind).
				WithHint("check that the base URL is that of the API, and that no proxy answers in its place"))
			return
		}
		lines := bufio.NewScanner(r.Body)
		lines.Buffer(nil, MaxEvent)
		var data []byte
		size, all := 0, 0
		for lines.Scan() {
			line := lines.Bytes()
			size += len(line) + 1
			all += len(line) + 1
			if size > MaxEvent || all > maxReply {
				yield(nil, tooLarge())
				return
			}
			name, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch {
			case len(line) == 0:
				if len(data) > 0 && !yield(data, nil) {
					return
				}
				size, data = 0, data[:0]
			case len(name) == 0:
				if !yield(nil, nil) {
					return
				}
			case string(name) == "data":
				if len(data) > 0 {
					data = append(data, '\n')
				}
				data = append(data, value...)
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(nil, tooLarge())
		} else if err != nil {
			yield(nil, err)
		}
	}
}
