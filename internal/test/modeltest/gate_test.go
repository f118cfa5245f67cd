package modeltest

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
)

// A reply with a gate begins, shows signs of life for as long as the server is
// shut, and goes on when it is opened.
func TestGate(t *testing.T) {
	cases := []struct {
		format Format
		body   string
		alive  string
	}{
		{Anthropic, `{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"Hello"}]}`, "event: ping"},
		{OpenAI, `{"model":"m","stream":true,"messages":[{"role":"user","content":"Hello"}]}`, ": keep-alive"},
	}
	for _, c := range cases {
		t.Run(string(c.format), func(t *testing.T) {
			s := NewScript(t, c.format, "step hello\ntimes always\ngate\nsay Hi\n")
			s.Shut()
			path, headers := way(c.format)
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			alive, said := 0, false
			for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
				said = said || strings.Contains(lines.Text(), "Hi")
				if said && alive < 2 {
					t.Fatalf("it went on while the gate was shut: %s", lines.Text())
				}
				if lines.Text() == c.alive {
					if alive++; alive == 2 {
						s.Open()
					}
				}
			}
			if !said {
				t.Error("it did not go on")
			}
			// Who was never held up notices nothing.
			if status, whole := post(t, s, path, c.body, headers...); status != 200 || !strings.Contains(whole, "Hi") {
				t.Errorf("status %d: %s", status, whole)
			}
		})
	}
}
