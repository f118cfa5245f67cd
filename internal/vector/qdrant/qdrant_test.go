package qdrant

import (
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/qdranttest"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

const key = "s3cret-of-nobody"

func open(t *testing.T, server *qdranttest.Server) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Address: server.Address(), Key: server.Key})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformance(t *testing.T) {
	vectortest.Run(t, func(t *testing.T) vectortest.Place {
		server := qdranttest.Start(t)
		server.Key = key
		return func(t *testing.T) vector.Store { return open(t, server) }
	})
}

func TestServersThatCannot(t *testing.T) {
	server := qdranttest.Start(t)
	server.Key = key
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := taken.Addr().String()
	taken.Close()
	for _, c := range []struct {
		name    string
		options Options
		code    fault.Code
		hint    string
	}{
		{"no key", Options{Address: server.Address()}, fault.Connect, "check the variable"},
		{"another key", Options{Address: server.Address(), Key: "other"}, fault.Connect, "check the variable"},
		{"no TLS", Options{Address: strings.Replace(server.Address(), "http:", "https:", 1), Key: key}, fault.Connect, "https if it wants TLS"},
		{"nobody there", Options{Address: "http://" + nobody, Key: key}, fault.Connect, "check that it runs"},
		{"a key in clear text", Options{Address: "http://example.com:6334", Key: key}, fault.Config, "with https"},
		{"a key in the address", Options{Address: "https://" + key + "@example.com"}, fault.Config, "no part of the address"},
		{"another scheme", Options{Address: "qdrant://example.com"}, fault.Config, "https://host:6334"},
		{"a path", Options{Address: "https://example.com/v1"}, fault.Config, "https://host:6334"},
		{"nothing", Options{}, fault.Config, "https://host:6334"},
	} {
		s, err := Open(t.Context(), c.options)
		if err == nil {
			s.Close()
		}
		f := fault.Of(err)
		if f == nil || f.Code != c.code || !strings.Contains(f.Hint, c.hint) || strings.Contains(f.Message+f.Hint, key) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

// Owners, ids, labels and their order get indexes once.
func TestIndexes(t *testing.T) {
	server := qdranttest.Start(t)
	s := open(t, server)
	defer s.Close()
	r := rand.New(rand.NewPCG(1, 2))
	for _, day := range []string{"2025-03-01", "2025-03-02"} {
		if err := s.Upsert(t.Context(), "all", []vector.Point{{ID: day, Vector: vectortest.Unit(r, 4), Labels: map[string]string{"day": day}}}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"id", "labels.day", "order.day.c0", "order.day.c1", "owner"}
	if got := server.Indexes("plumb_all"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A collection that an administrator removes is a fault once, and then is made again.
func TestRemovedCollections(t *testing.T) {
	server := qdranttest.Start(t)
	s := open(t, server)
	defer s.Close()
	points := []vector.Point{{ID: "a", Vector: []float32{1, 0}}}
	if err := s.Upsert(t.Context(), "all", points); err != nil {
		t.Fatal(err)
	}
	server.Drop("plumb_all")
	if err := s.Upsert(t.Context(), "all", points); fault.CodeOf(err) != fault.Store {
		t.Errorf("got %v", err)
	}
	if err := s.Upsert(t.Context(), "all", points); err != nil {
		t.Error(err)
	}
}

func TestOrderIsThatOfTheBytes(t *testing.T) {
	texts := []string{"", "a", "ab", "abcdef", "abcdefg", "b", "\x01", "ÿ", "大", strings.Repeat("x", 48), strings.Repeat("x", 49), strings.Repeat("x", 60)}
	for _, a := range texts {
		for _, b := range texts {
			if len(a) > vector.MaxBound && len(b) > vector.MaxBound {
				continue // of which no bound can tell
			}
			if got, want := slices.Compare(orderOf(a), orderOf(b)), strings.Compare(a, b); got != want {
				t.Errorf("%q and %q compare as %d, want %d", a, b, got, want)
			}
		}
	}
}
