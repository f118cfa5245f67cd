package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/session"
)

// stream opens a stream; closing it is what a client does that goes away.
func openStream(t *testing.T, base, at string, headers ...string) (*http.Response, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	method, path, _ := strings.Cut(at, " ")
	path, body, _ := strings.Cut(path, " ")
	r, err := http.NewRequestWithContext(ctx, method, base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer, cancel
}

func TestAskStreamsItsTurnAndEnds(t *testing.T) {
	d, web := open(t)
	d.append(session.StageEntered, "turn_of_others", session.StagePayload{Stage: session.Thinking}, nil)
	answer, _ := openStream(t, web.URL, `POST /api/ask {"question":"revenue"}`)
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" || answer.Header.Get("Plumb-Turn") != "turn_1" {
		t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	var kinds []string
	for _, e := range sse(t, answer.Body, -1) {
		kinds = append(kinds, e["event"])
		if got := decode[desk.Event](t, e["data"]); fmt.Sprint(got.ID) != e["id"] || string(got.Kind) != e["event"] || got.Turn != "turn_1" {
			t.Errorf("%v", e)
		}
	}
	if got := strings.Join(kinds, " "); got != "question.asked stage cell.recorded turn.ended" {
		t.Errorf("events: %s", got)
	}
}

func TestATurnOutlivesItsRequest(t *testing.T) {
	d, web := open(t)
	d.hold = true
	answer, leave := openStream(t, web.URL, `POST /api/ask {"question":"revenue"}`)
	sse(t, answer.Body, 2)
	leave()
	d.finish("turn_1")
	if _, _, err := d.Await(t.Context(), "turn_1"); err != nil {
		t.Fatal(err)
	}
	if len(d.canceled) > 0 {
		t.Errorf("canceled: %v", d.canceled)
	}
	if answer, _ := call(t, web, "POST /api/turns/turn_1/cancel", ""); answer.StatusCode != 202 || len(d.canceled) != 1 {
		t.Errorf("cancel: %d %v", answer.StatusCode, d.canceled)
	}
}

func TestAStreamResumesExactlyWhereItWasCut(t *testing.T) {
	d, web := open(t, func(o *Options) { o.Limits.Pulse = 20 * time.Millisecond })
	const events = 200
	go func() {
		for i := range events {
			d.append(session.StageEntered, fmt.Sprint(i), session.StagePayload{Stage: session.Thinking}, nil)
		}
	}()
	last, seen := "0", 0
	for cut := 0; seen < events+1; cut++ {
		answer, leave := openStream(t, web.URL, "GET /api/notebooks/nb_1/events", "Last-Event-ID", last)
		for _, e := range sse(t, answer.Body, 1+cut%7) {
			if e["id"] == "" {
				continue
			}
			seen++
			if e["id"] != fmt.Sprint(seen) {
				t.Fatalf("event %s after %s", e["id"], last)
			}
			last = e["id"]
		}
		leave()
	}
	answer, _ := openStream(t, web.URL, "GET /api/notebooks/nb_1/events?after=199")
	if e := sse(t, answer.Body, 1); e[0]["id"] != "200" {
		t.Errorf("after=199 begins with %v", e)
	}
}

func TestAnIdleStreamSaysThatItIsThere(t *testing.T) {
	_, web := open(t, func(o *Options) { o.Limits.Pulse = 20 * time.Millisecond })
	answer, _ := openStream(t, web.URL, "GET /api/notebooks/nb_1/events?after=1")
	got := sse(t, answer.Body, 3)
	for _, e := range got {
		if e["comment"] != "still here" {
			t.Errorf("%v", e)
		}
	}
}

func TestAClientThatDoesNotReadIsCutOffAndHoldsUpNobody(t *testing.T) {
	d := newFake()
	s := build(t, d, func(o *Options) { o.Limits.Stall = 200 * time.Millisecond })
	address := serve(t, s)
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if _, err := io.WriteString(slow, "GET /api/notebooks/nb_1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 256<<10)
	const events = 40 // more than sockets hold
	go func() {
		for range events {
			d.append(session.Diagnosed, "", map[string]string{"message": long}, nil)
		}
	}()
	// The lively client may be called slow by a busy machine; then it goes on.
	last := 1
	for last <= events {
		lively, leave := openStream(t, "http://"+address, fmt.Sprintf("GET /api/notebooks/nb_1/events?after=%d", last))
		lines := bufio.NewReader(lively.Body)
		for line, err := "", error(nil); err == nil && last <= events; line, err = lines.ReadString('\n') {
			if id, ok := strings.CutPrefix(line, "id: "); ok {
				if last++; strings.TrimSpace(id) != fmt.Sprint(last) {
					t.Fatalf("event %s, want %d", id, last)
				}
			}
		}
		leave()
	}
	for s.streams.Load() > 0 {
		time.Sleep(5 * time.Millisecond) // until the slow one is cut off
	}
	got, _ := io.Copy(io.Discard, slow)
	if got >= int64(events*len(long)) {
		t.Errorf("the slow client was sent everything: %d bytes", got)
	}
}

func TestStreamsAreCounted(t *testing.T) {
	_, web := open(t, func(o *Options) { o.Limits.Streams = 2 })
	var leave []context.CancelFunc
	for range 2 {
		answer, cancel := openStream(t, web.URL, "GET /api/notebooks/nb_1/events")
		sse(t, answer.Body, 1)
		leave = append(leave, cancel)
	}
	answer, _ := openStream(t, web.URL, "GET /api/notebooks/nb_1/events")
	if answer.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a third stream: %d", answer.StatusCode)
	}
	_, figures := call(t, web, "GET /metrics", "")
	if !strings.Contains(figures, "plumb_open_streams 2\n") {
		t.Errorf("%s", figures)
	}
	for _, l := range leave {
		l()
	}
}

func TestEndingInOrder(t *testing.T) {
	d := newFake()
	d.hold = true
	s := build(t, d)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	base := "http://" + l.Addr().String()
	follow, _ := openStream(t, base, "GET /api/notebooks/nb_1/events?after=1")
	ask, _ := openStream(t, base, `POST /api/ask {"question":"revenue"}`)
	sse(t, ask.Body, 2)
	stop()
	// The question that ran is finished, and whoever follows sees it.
	events := sse(t, follow.Body, -1)
	if n := len(events); n < 2 || events[n-2]["event"] != "turn.ended" || !strings.HasPrefix(events[n-1]["comment"], "Plumb ends") {
		t.Errorf("%v", events)
	}
	if rest := sse(t, ask.Body, -1); len(rest) != 2 || rest[1]["event"] != "turn.ended" {
		t.Errorf("the asker saw %v", rest)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if !d.closed {
		t.Error("the desk is open")
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("the listener is open")
	}
}

// TestOneClientLeavesRoomForOthers: streams and sockets of one address are
// bounded on their own; who is refused learns why, and when to try again.
func TestOneClientLeavesRoomForOthers(t *testing.T) {
	s := build(t, newFake(), func(o *Options) { o.Limits.ClientStreams = 2 })
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	t.Cleanup(s.close)
	answer, leave := openStream(t, web.URL, "GET /api/notebooks/nb_1/events")
	sse(t, answer.Body, 1)
	socket := dial(t, web.URL, nil)
	for _, path := range []string{"/api/notebooks/nb_1/events", "/api/ws"} {
		refused, body := call(t, web, "GET "+path, "")
		if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") == "" || !strings.Contains(body, "2 streams are already open from your address") || !strings.Contains(body, "close pages") {
			t.Errorf("%s: %d %v %s", path, refused.StatusCode, refused.Header, body)
		}
	}
	other := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 9)}}).DialContext}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL+"/api/notebooks/nb_1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := other.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Body.Close()
	if theirs.StatusCode != http.StatusOK {
		t.Errorf("another client: %d", theirs.StatusCode)
	}
	// Who leaves makes room for more of their own.
	leave()
	_ = socket.conn.CloseNow()
	for s.streams.Load() > 1 {
		time.Sleep(5 * time.Millisecond)
	}
	again, _ := openStream(t, web.URL, "GET /api/notebooks/nb_1/events")
	if again.StatusCode != http.StatusOK {
		t.Errorf("after leaving: %d", again.StatusCode)
	}
}
