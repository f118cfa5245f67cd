package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

func TestEvents(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"plain":                {"data: a\n\ndata:b\n\n", "[a][b]"},
		"types and ids":        {"event: ping\nid: 7\nretry: 1\ndata: a\n\ndata: b\n\n", "[a][b]"},
		"carriage returns":     {"event: x\r\ndata: a\r\n\r\n", "[a]"},
		"several lines":        {"data: a\ndata: b\n\n", "[a\nb]"},
		"comments":             {": hello\n\ndata: a\n\n", "[][a]"},
		"nothing to tell":      {"data\n\nevent: x\n\n\n\ndata: a\n\n", "[a]"},
		"cut in its last line": {"data: a\n\ndata: b", "[a]"},
		"cut before its end":   {"data: a\n\ndata: b\n", "[a]"},
	} {
		got := ""
		for data, err := range Events(&http.Response{Body: io.NopCloser(strings.NewReader(c.body))}, "p") {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			got += "[" + string(data) + "]"
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestEventsThatFail(t *testing.T) {
	for name, c := range map[string]struct {
		kind string
		body io.Reader
		code fault.Code
	}{
		"a page":         {"text/html; charset=utf-8", strings.NewReader("data: a\n\n"), model.Malformed},
		"a reply":        {"application/json", strings.NewReader("{}"), model.Malformed},
		"a long line":    {"", strings.NewReader("data: " + strings.Repeat("x", MaxEvent)), model.Malformed},
		"a long event":   {"", strings.NewReader(strings.Repeat("data: "+strings.Repeat("x", MaxEvent/4)+"\n", 5)), model.Malformed},
		"a broken body":  {"", iotest.ErrReader(io.ErrUnexpectedEOF), ""},
		"a broken event": {"", io.MultiReader(strings.NewReader("data: a\n"), iotest.ErrReader(io.ErrUnexpectedEOF)), ""},
	} {
		var last error
		count := 0
		for _, err := range Events(&http.Response{Header: http.Header{"Content-Type": {c.kind}}, Body: io.NopCloser(c.body)}, "p") {
			last = err
			count++
		}
		if count != 1 || last == nil || c.code != "" && fault.CodeOf(last) != c.code {
			t.Errorf("%s: %d events, %v", name, count, last)
		}
	}
}
