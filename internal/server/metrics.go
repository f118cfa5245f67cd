package server

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
)

// edges are the bounds of the histogram, in seconds.
var edges = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// metrics counts for Prometheus. All labels come from the program, so that
// there are few.
type metrics struct {
	mu       sync.Mutex
	requests map[[2]string]int64 // by route and status
	times    map[string]*histogram
	turns    map[string]int64
	faults   map[fault.Code]int64
}

type histogram struct {
	counts []int64 // one more than edges
	sum    float64
	count  int64
}

func newMetrics() *metrics {
	return &metrics{requests: map[[2]string]int64{}, times: map[string]*histogram{}, turns: map[string]int64{}, faults: map[fault.Code]int64{}}
}

func (m *metrics) request(route string, status int, took time.Duration, f *fault.Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[[2]string{route, fmt.Sprint(status)}]++
	h := m.times[route]
	if h == nil {
		h = &histogram{counts: make([]int64, len(edges)+1)}
		m.times[route] = h
	}
	seconds := took.Seconds()
	at, _ := slices.BinarySearch(edges, seconds)
	h.counts[at]++
	h.sum += seconds
	h.count++
	if f != nil {
		m.faults[f.Code]++
	}
}

func (m *metrics) turn(q desk.Question) {
	kind := "question"
	switch {
	case q.SQL != "":
		kind = "sql"
	case q.Again:
		kind = "refresh"
	case q.Reading > 0 || len(q.Answers) > 0:
		kind = "reading"
	case q.Chart != "":
		kind = "chart"
	case len(q.WhatIf) > 0:
		kind = "whatif"
	case q.Explore:
		kind = "explore"
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns[kind]++
}

func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	var b strings.Builder
	s.metrics.write(&b)
	family(&b, "plumb_open_streams", "gauge", "Streams and sockets that are open.")
	fmt.Fprintf(&b, "plumb_open_streams %d\n", s.streams.Load())
	s.writeKnowledge(r.Context(), &b)
	_, _ = io.WriteString(w, b.String())
}

func (m *metrics) write(b *strings.Builder) {
	m.mu.Lock()
	defer m.mu.Unlock()
	family(b, "plumb_http_requests_total", "counter", "Requests answered, by route and status.")
	keys := slices.SortedFunc(maps.Keys(m.requests), func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	for _, k := range keys {
		fmt.Fprintf(b, "plumb_http_requests_total{route=%q,status=%q} %d\n", k[0], k[1], m.requests[k])
	}
	family(b, "plumb_http_request_seconds", "histogram", "How long answering took; a stream counts until it ends.")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		h, sum := m.times[route], int64(0)
		for i, edge := range edges {
			sum += h.counts[i]
			fmt.Fprintf(b, "plumb_http_request_seconds_bucket{route=%q,le=\"%g\"} %d\n", route, edge, sum)
		}
		fmt.Fprintf(b, "plumb_http_request_seconds_bucket{route=%q,le=\"+Inf\"} %d\n", route, h.count)
		fmt.Fprintf(b, "plumb_http_request_seconds_sum{route=%q} %g\n", route, h.sum)
		fmt.Fprintf(b, "plumb_http_request_seconds_count{route=%q} %d\n", route, h.count)
	}
	family(b, "plumb_turns_total", "counter", "Questions begun, by kind.")
	for _, kind := range slices.Sorted(maps.Keys(m.turns)) {
		fmt.Fprintf(b, "plumb_turns_total{kind=%q} %d\n", kind, m.turns[kind])
	}
	family(b, "plumb_faults_total", "counter", "Requests that failed, by code.")
	for _, code := range slices.Sorted(maps.Keys(m.faults)) {
		fmt.Fprintf(b, "plumb_faults_total{code=%q} %d\n", string(code), m.faults[code])
	}
}

func family(b *strings.Builder, name, kind, help string) {
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}
