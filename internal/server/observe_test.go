package server

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestMetrics(t *testing.T) {
	_, web := open(t)
	call(t, web, "GET /api/notebooks/nb_1", "")
	call(t, web, "GET /api/notebooks/nix", "")
	call(t, web, "GET /nix", "")
	call(t, web, "NIXED /nix", "")
	call(t, web, "POST /api/ask", `{"question":"q"}`)
	call(t, web, "POST /api/run-sql", `{"sql":"SELECT 1"}`)
	_, text := call(t, web, "GET /metrics", "")
	for _, line := range []string{
		`plumb_http_requests_total{route="GET /api/notebooks/{id}",status="200"} 1`,
		`plumb_http_requests_total{route="GET /api/notebooks/{id}",status="404"} 1`,
		`plumb_http_requests_total{route="page",status="404"} 1`,
		`plumb_http_request_seconds_count{route="GET /api/notebooks/{id}"} 2`,
		`plumb_http_request_seconds_bucket{route="GET /api/notebooks/{id}",le="+Inf"} 2`,
		`plumb_turns_total{kind="question"} 1`,
		`plumb_turns_total{kind="sql"} 1`,
		`plumb_faults_total{code="NOT_FOUND"} 2`,
		"plumb_open_streams 0",
		"# TYPE plumb_http_request_seconds histogram",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
	if strings.Contains(strings.ToLower(text), "nix") {
		t.Error("what clients say must not become a label")
	}
}

func TestRequestsAreLoggedWithoutWhatTheyAsk(t *testing.T) {
	var b bytes.Buffer
	token, hash, _ := NewToken(rand.Reader)
	_, web := open(t, func(o *Options) {
		o.Log, o.Token = slog.New(slog.NewJSONHandler(&b, nil)), hash
	})
	call(t, web, "GET /?token="+token, "")
	call(t, web, "POST /api/ask", `{"question":"a secret question"}`, "Authorization", "Bearer "+token, "X-Request-Id", "bad id")
	web.Close()
	log := b.String()
	if strings.Contains(log, token) || strings.Contains(log, "secret question") || strings.Contains(log, "bad id") {
		t.Errorf("%s", log)
	}
	var line struct {
		Request, Method, Path string
		Status                int
	}
	last := log[strings.LastIndex(strings.TrimSpace(log), "\n")+1:]
	if err := json.Unmarshal([]byte(last), &line); err != nil || line.Method != "POST" || line.Path != "/api/ask" || line.Status != 202 || len(line.Request) != 16 {
		t.Errorf("%v %s", err, last)
	}
}

func TestTraces(t *testing.T) {
	got := make(chan string, 10)
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got <- r.URL.Path + " " + r.Header.Get("X-Key") + " " + string(b)
	}))
	defer collector.Close()
	tracer := NewTracer(t.Context(), collector.URL+"/", "x-key=k1, other = v", "plumb", "test", rand.Reader)
	s := build(t, newFake(), func(o *Options) { o.Traces = tracer })
	web := httptest.NewServer(s.Handler())
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	call(t, web, "GET /api/notebooks/nix", "", "Traceparent", "00-"+trace+"-"+parent+"-01")
	call(t, web, "POST /api/ask", `{"question":"a secret question"}`, "Accept", "text/event-stream")
	web.Close()
	s.tracing.Wait()
	tracer.flush()
	text := <-got
	body, ok := strings.CutPrefix(text, "/v1/traces k1 ")
	var sent otlpExport
	if err := json.Unmarshal([]byte(body), &sent); !ok || err != nil {
		t.Fatalf("%v %s", err, text)
	}
	spans := map[string]otlpSpan{}
	for _, one := range sent.Resources[0].Scopes[0].Spans {
		spans[one.Name] = one
		if len(one.ID) != 16 || len(one.Trace) != 32 || one.Start == "" || one.End < one.Start {
			t.Errorf("%+v", one)
		}
	}
	if one := spans["GET /api/notebooks/{id}"]; one.Trace != trace || one.Parent != parent || one.Kind != otlpServer {
		t.Errorf("%+v", one)
	}
	asked, question, stage := spans["POST /api/ask"], spans["question"], spans["stage thinking"]
	if asked.Parent != "" || question.Parent != asked.ID || stage.Parent != question.ID || stage.Trace != asked.Trace || len(spans) != 4 {
		t.Errorf("%+v", spans)
	}
	if strings.Contains(text, "secret") {
		t.Error("what was asked is in the trace")
	}
}

func TestTraceParents(t *testing.T) {
	for text, want := range map[string]bool{
		"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01":      true,
		"cc-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01-more": true,
		"": false,
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01":                         false,
		"00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01":                         false,
		"00-zzf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01":                         false,
		"00-4bf92f3577b34da6a3ce929d0e0e4736":                                             false,
		"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7" + strings.Repeat("-", 100): false,
	} {
		if trace, _ := parseParent(text); (trace != "") != want {
			t.Errorf("%q: %q", text, trace)
		}
	}
}

func TestACollectorThatIsAwayCostsNothing(t *testing.T) {
	tracer := NewTracer(t.Context(), "http://127.0.0.1:1", "", "plumb", "test", rand.Reader)
	for range 3 * maxSpans {
		tracer.endRequest(tracer.begin("", time.Now()), "GET /", "/", 200, time.Now())
	}
	tracer.flush()
}
