package server

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
)

// TestADayOfWork asks hundreds of questions over HTTP while a hundred pages
// come and go. What that took must be free again: goroutines, streams, and
// memory but for what is kept on purpose.
func TestADayOfWork(t *testing.T) {
	const questions, pages, visits, askers, notebooks = 300, 100, 5, 8, 10
	d := realDesk(t)
	s := New(t.Context(), d, Options{Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader, Limits: Limits{Rate: 1e6, Burst: 1e6}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	nobody := runtime.NumGoroutine()
	go func() { served <- s.Serve(ctx, l) }()
	base := "http://" + l.Addr().String()
	own := &http.Transport{MaxIdleConnsPerHost: askers}
	client := &http.Client{Transport: own}

	var books []string
	for i := range notebooks {
		books = append(books, decode[book](t, posted(t, client, base+"/api/notebooks", fmt.Sprintf(`{"name":"book %d"}`, i))).ID)
	}
	answered := func(i int) {
		body := fmt.Sprintf(`{"notebook":%q,"question":"amount by channel %d"}`, books[i%notebooks], i)
		if i%7 == 0 { // some are given up
			turn := decode[desk.Turn](t, posted(t, client, base+"/api/ask", body))
			posted(t, client, base+"/api/turns/"+turn.ID+"/cancel", "")
			return
		}
		posted(t, client, base+"/analysis/ask", body)
	}
	for i := range 2 * notebooks { // so that all is open that stays open
		answered(i)
	}
	quiet := func() int { // goroutines, when nothing ends any more
		own.CloseIdleConnections()
		least := 1 << 30
		for still := 0; still < 50; still++ {
			time.Sleep(10 * time.Millisecond)
			if n := runtime.NumGoroutine(); n < least {
				least, still = n, 0
			}
		}
		return least
	}
	// downTo is how many are left, once they are no more than there should be: on
	// a busy machine what ends takes its time.
	downTo := func(most int) int {
		own.CloseIdleConnections()
		for range 3000 {
			if runtime.NumGoroutine() <= most {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		return runtime.NumGoroutine()
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, heapBefore := quiet(), heap()

	over, finish := context.WithCancel(t.Context())
	var looking, asking sync.WaitGroup
	for i := range pages {
		looking.Go(func() {
			dice := mathrand.New(mathrand.NewPCG(uint64(i), 2))
			last := "0"
			for range visits {
				last = visit(over, client, base+"/api/notebooks/"+books[i%notebooks]+"/events?after="+last, 1+dice.IntN(20), last)
			}
		})
	}
	next := make(chan int)
	for range askers {
		asking.Go(func() {
			for i := range next {
				answered(i)
			}
		})
	}
	for i := range questions {
		next <- i
	}
	close(next)
	asking.Wait()
	finish()
	looking.Wait()

	after, heapAfter := downTo(before), heap()
	if n := s.streams.Load(); n != 0 {
		t.Errorf("%d streams are open", n)
	}
	if after > before {
		stacks := make([]byte, 1<<20)
		t.Errorf("%d goroutines before, %d after\n%s", before, after, stacks[:runtime.Stack(stacks, true)])
	}
	const kept = 48 << 20 // answers, events and turns that are kept on purpose take a few kilobytes each
	if heapAfter > heapBefore+kept {
		t.Errorf("%d MB before, %d MB after", heapBefore>>20, heapAfter>>20)
	}
	t.Logf("%d goroutines, %d MB; then %d goroutines, %d MB", before, heapBefore>>20, after, heapAfter>>20)

	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if left := downTo(nobody + 1); left > nobody+1 { // the source's own may take a moment longer
		t.Errorf("%d goroutines are left, %d were there", left, nobody)
	}
}

// visit follows a notebook for so many events, and gives the last one's id.
func visit(ctx context.Context, client *http.Client, url string, events int, last string) string {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return last
	}
	answer, err := client.Do(r)
	if err != nil {
		return last
	}
	defer answer.Body.Close()
	for in := bufio.NewReader(answer.Body); events > 0; {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			last = strings.TrimSpace(id)
			events--
		}
	}
	return last
}

func posted(t *testing.T, client *http.Client, url, body string) string {
	r, err := http.NewRequestWithContext(t.Context(), "POST", url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return "{}"
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(r)
	if err != nil {
		t.Error(err)
		return "{}"
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		t.Errorf("%s: %d %v %s", url, answer.StatusCode, err, text)
	}
	return string(text)
}
