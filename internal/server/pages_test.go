package server

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
)

// TestManyPagesSeeTheSame lets questions run in two notebooks of a real desk,
// while pages follow them whose connections break again and again. In the end
// every page has seen every event once, in order.
func TestManyPagesSeeTheSame(t *testing.T) {
	d := realDesk(t)
	s := New(t.Context(), d, Options{Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader,
		Limits: Limits{Rate: 1e6, Burst: 1e6, Pulse: 10 * time.Millisecond}})
	t.Cleanup(s.close)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)

	const pages, questions = 6, 12
	var books []string
	for i := range 2 {
		_, text := call(t, web, "POST /api/notebooks", fmt.Sprintf(`{"name":"book %d"}`, i))
		books = append(books, decode[book](t, text).ID)
	}
	asked := make(chan struct{})
	var wait sync.WaitGroup
	seen := make([][]int64, pages)
	for i := range pages {
		wait.Go(func() { seen[i] = followWithCuts(t, web.URL, books[i%2], uint64(i), asked) })
	}
	var askers sync.WaitGroup
	for i := range 3 {
		askers.Go(func() {
			for n := range questions {
				body := fmt.Sprintf(`{"notebook":%q,"question":"amount by channel %d %d"}`, books[n%2], i, n)
				turn := decode[desk.Turn](t, post(t, web.URL+"/api/ask", body))
				if n%4 == 3 {
					post(t, web.URL+"/api/turns/"+turn.ID+"/cancel", "")
				}
				if _, _, err := d.Await(t.Context(), turn.ID); err != nil && n%4 != 3 {
					t.Errorf("question %d %d: %v", i, n, err)
				}
			}
		})
	}
	askers.Wait()
	close(asked)
	wait.Wait()
	for i, ids := range seen {
		if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("page %d saw %v", i, ids)
		}
		if !slices.Equal(ids, seen[i%2]) || len(ids) < questions {
			t.Errorf("page %d saw %d events, page %d saw %d", i, len(ids), i%2, len(seen[i%2]))
		}
	}
}

// followWithCuts follows a notebook, breaks its connection after a few events,
// and goes on; it ends when nothing was left to see after all was asked.
func followWithCuts(t *testing.T, base, notebook string, seed uint64, asked <-chan struct{}) (ids []int64) {
	dice := mathrand.New(mathrand.NewPCG(seed, 1))
	last := int64(0)
	for {
		over := false
		select {
		case <-asked:
			over = true
		default:
		}
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "GET", base+"/api/notebooks/"+notebook+"/events", nil)
		if err != nil {
			t.Error(err)
		}
		r.Header.Set("Last-Event-ID", strconv.FormatInt(last, 10))
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			cancel()
			return ids
		}
		quiet, left := 0, 1+dice.IntN(20)
		for lines := bufio.NewReader(answer.Body); quiet < 20 && (over || left > 0); {
			line, err := lines.ReadString('\n')
			if err != nil {
				break
			}
			if text, ok := strings.CutPrefix(line, "id: "); ok {
				id, _ := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
				ids, last, quiet, left = append(ids, id), id, 0, left-1
			} else if strings.HasPrefix(line, ": still here") {
				quiet++
			}
		}
		cancel()
		_ = answer.Body.Close()
		if over {
			return ids
		}
	}
}

func post(t *testing.T, url, body string) string {
	r, err := http.NewRequestWithContext(t.Context(), "POST", url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return "{}"
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return "{}"
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 && !strings.HasSuffix(url, "/cancel") {
		t.Errorf("%s: %d %v %s", url, answer.StatusCode, err, text)
	}
	return string(text)
}
