package server

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	maxSpans   = 2048 // waiting to be sent; what comes on top is dropped
	batchSpans = 512
	spansEvery = 5 * time.Second
)

// Tracer sends a span of each request to a collector that the person has named,
// as OTLP over HTTP in JSON. A collector that is slow or away costs nothing but
// its spans.
type Tracer struct {
	url     string
	headers map[string]string
	service string
	version string
	random  io.Reader
	client  *http.Client

	queue chan span
	stop  chan struct{}
	done  sync.WaitGroup
}

// span is a piece of work: a request, a question, or a stage of it.
type span struct {
	trace, id, parent string
	began, ended      time.Time
	name              string
	kind              int
	attributes        []otlpAttribute
	failed            bool
}

// NewTracer traces to a collector's address, as OTEL_EXPORTER_OTLP_ENDPOINT
// gives it. Headers are written as in OTEL_EXPORTER_OTLP_HEADERS.
func NewTracer(ctx context.Context, endpoint, headers, service, version string, random io.Reader) *Tracer {
	t := &Tracer{
		url: strings.TrimSuffix(endpoint, "/") + "/v1/traces", headers: map[string]string{}, service: service, version: version, random: random,
		client: &http.Client{Timeout: 10 * time.Second}, queue: make(chan span, maxSpans), stop: make(chan struct{}),
	}
	for pair := range strings.SplitSeq(headers, ",") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			t.headers[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	ctx = context.WithoutCancel(ctx) // the last spans are those of the end
	t.done.Go(func() { t.run(ctx) })
	return t
}

// begin opens the span of a request, in the trace of whoever asks if they say
// which.
func (t *Tracer) begin(parent string, at time.Time) *span {
	trace, above := parseParent(parent)
	return t.open(trace, above, otlpServer, at)
}

// under opens a span below another.
func (t *Tracer) under(above *span, name string, at time.Time) *span {
	if above == nil {
		return nil
	}
	s := t.open(above.trace, above.id, otlpInternal, at)
	if s != nil {
		s.name = name
	}
	return s
}

func (t *Tracer) open(trace, parent string, kind int, at time.Time) *span {
	if t == nil {
		return nil
	}
	s := &span{began: at, trace: trace, parent: parent, kind: kind}
	var b [24]byte
	if _, err := io.ReadFull(t.random, b[:]); err != nil {
		return nil
	}
	if s.trace == "" {
		s.trace = hex.EncodeToString(b[:16])
	}
	s.id = hex.EncodeToString(b[16:])
	return s
}

// parseParent reads a W3C traceparent: version, trace, span, flags.
func parseParent(text string) (trace, parent string) {
	parts := strings.Split(text, "-")
	if len(text) > 100 || len(parts) < 4 || len(parts[1]) != 32 || len(parts[2]) != 16 {
		return "", ""
	}
	for _, p := range parts[1:3] {
		if raw, err := hex.DecodeString(p); err != nil || len(bytes.Trim(raw, "\x00")) == 0 {
			return "", ""
		}
	}
	return strings.ToLower(parts[1]), strings.ToLower(parts[2])
}

// endRequest ends the span of a request.
func (t *Tracer) endRequest(s *span, pattern, path string, status int, at time.Time) {
	if s == nil {
		return
	}
	method, route, routed := strings.Cut(pattern, " ")
	if !routed {
		method, route = "_OTHER", pattern
	}
	s.name, s.failed = pattern, status >= http.StatusInternalServerError
	s.attributes = []otlpAttribute{
		{"http.request.method", otlpValue{Text: method}}, {"http.route", otlpValue{Text: route}}, {"url.path", otlpValue{Text: path}},
		{"http.response.status_code", otlpValue{Int: strconv.Itoa(status)}},
	}
	t.end(s, at)
}

// end hands a span over, unless too many wait.
func (t *Tracer) end(s *span, at time.Time) {
	if t == nil || s == nil {
		return
	}
	s.ended = at
	select {
	case t.queue <- *s:
	default:
	}
}

// flush sends what waits, and ends.
func (t *Tracer) flush() {
	if t != nil {
		close(t.stop)
		t.done.Wait()
	}
}

func (t *Tracer) run(ctx context.Context) {
	tick := time.NewTicker(spansEvery)
	defer tick.Stop()
	var batch []span
	for {
		full, last := false, false
		select {
		case s := <-t.queue:
			batch = append(batch, s)
			full = len(batch) >= batchSpans
		case <-tick.C:
			full = len(batch) > 0
		case <-t.stop:
			last = true
			for waiting := len(t.queue); waiting > 0; waiting-- {
				batch = append(batch, <-t.queue)
			}
		}
		if (full || last) && len(batch) > 0 {
			t.send(ctx, batch)
			batch = batch[:0]
		}
		if last {
			return
		}
	}
}

func (t *Tracer) send(ctx context.Context, batch []span) {
	body, err := json.Marshal(t.export(batch))
	if err != nil {
		return
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range t.headers {
		r.Header.Set(name, value)
	}
	answer, err := t.client.Do(r)
	if err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	_ = answer.Body.Close()
}
