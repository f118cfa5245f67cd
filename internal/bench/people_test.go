//go:build bench

package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// gathering is what came of people who made a notebook each and asked in it, all at
// once.
type gathering struct {
	people  int
	failed  int
	first   error         // what the first who failed was told
	created time.Duration // until all had their notebook
	all     time.Duration // until all had their answer
}

// crowd lets people come at once, each from an address of their own as from a
// browser of their own. Nobody tries anything twice.
func (p *served) crowd(t *testing.T, people int, questions []string) gathering {
	t.Helper()
	c := gathering{people: people}
	var mu sync.Mutex
	began := time.Now()
	var wait sync.WaitGroup
	for i := range people {
		wait.Go(func() {
			client := clientAt(i)
			defer client.CloseIdleConnections()
			made, err := p.try(t, client, "/api/notebooks", map[string]any{})
			created := time.Since(began)
			if err == nil {
				_, err = p.try(t, client, "/analysis/ask", map[string]any{"question": questions[i%len(questions)], "notebook": made["id"]})
			}
			mu.Lock()
			defer mu.Unlock()
			c.created = max(c.created, created)
			if err != nil {
				c.failed++
				if c.first == nil {
					c.first = err
				}
			}
		})
	}
	wait.Wait()
	c.all = time.Since(began)
	if c.first != nil {
		t.Logf("%d of %d people failed, the first: %v", c.failed, people, c.first)
	}
	return c
}

// clientAt is a client with an address of its own on this machine.
func clientAt(number int) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: addressOf(number)}).DialContext}}
}

// addressOf is one of many that this machine has for itself.
func addressOf(person int) net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+person/250), byte(1+person%250))}
}

// try sends a request once.
func (p *served) try(t *testing.T, client *http.Client, path string, body any) (answer map[string]any, err error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+path, bytes.NewReader(sent))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	got, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	err = json.NewDecoder(got.Body).Decode(&answer)
	if err == nil && got.StatusCode >= 300 {
		err = fmt.Errorf("%s: %d %v", path, got.StatusCode, answer)
	}
	return answer, err
}

// peopleFigures compares few people with many.
func peopleFigures(few, many gathering) []figure {
	failed := func(c gathering) string {
		if c.failed == 0 {
			return "none"
		}
		return fmt.Sprint(c.failed)
	}
	at := fmt.Sprintf("%d people at once with a notebook and a question each, ", many.people)
	beside := func(d time.Duration) string { return fmt.Sprintf("%s with %d people", short(d), few.people) }
	times := many.people / few.people
	return []figure{
		{at + "failed", failed(many), fmt.Sprintf("%s with %d people", failed(few), few.people), "none", many.failed == 0},
		{at + "until all have their notebook", short(many.created), beside(few.created), fmt.Sprintf("%d times that", 2*times), many.created < time.Duration(2*times)*few.created},
		{at + "until all are answered", short(many.all), beside(few.all), fmt.Sprintf("%d times that", 2*times), many.all < time.Duration(2*times)*few.all},
	}
}
