package server

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

func TestUploads(t *testing.T) {
	d, web := open(t)
	const at = "POST /api/uploads?name=handbook.pdf"
	for _, c := range []struct {
		name    string
		body    string
		headers []string
		status  int
	}{
		{"a file larger than a request may be", strings.Repeat("x", 2*maxBody), []string{"Content-Type", "application/octet-stream"}, 202},
		{"a form of another site", "x", []string{"Content-Type", "multipart/form-data; boundary=x"}, 415},
		{"JSON", `{}`, []string{"Content-Type", "application/json"}, 415},
		{"another site", "x", []string{"Content-Type", "application/octet-stream", "Sec-Fetch-Site", "cross-site"}, 403},
	} {
		if answer, body := call(t, web, at, c.body, c.headers...); answer.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %s", c.name, answer.StatusCode, c.status, body)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), "POST", web.URL+"/api/uploads?name=a.pdf", bytes.NewReader(make([]byte, maxUpload+1)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/octet-stream")
	answer, err := web.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: %d", answer.StatusCode)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if got := strings.Join(d.uploaded, "|"); got != "handbook.pdf 2097152" {
		t.Errorf("kept %s", got)
	}
}

// Other routes stay as narrow as they were.
func TestOnlyUploadsAreLarge(t *testing.T) {
	_, web := open(t)
	answer, _ := call(t, web, "POST /api/ask", strings.Repeat("x", maxBody+1), "Content-Type", "application/octet-stream")
	if answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", answer.StatusCode)
	}
}

func TestMetricsOfAnswers(t *testing.T) {
	_, web := open(t)
	_, text := call(t, web, "GET /metrics", "")
	for _, line := range []string{
		`plumb_answers{path="data"} 3`,
		`plumb_answer_verdicts{path="data",decision="reject",reason="left_out"} 1`,
		`plumb_answers_retried{path="data"} 1`,
		`plumb_answer_seconds{path="data",quantile="0.95"} 0.04`,
		`plumb_memories{type="preference"} 1`,
		"# TYPE plumb_answers gauge",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
}
