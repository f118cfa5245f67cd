package postgres

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/pglitetest"
	"github.com/plumbdata/plumb/internal/test/pgtest"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestPGVector(t *testing.T) {
	address := pglitetest.Start(t)
	t.Run("NotEnabled", func(t *testing.T) {
		_, err := Open(t.Context(), Options{Address: address, Connections: 1})
		if f := fault.Of(err); f == nil || f.Code != fault.Config || !strings.HasSuffix(f.Hint, "CREATE EXTENSION vector") {
			t.Errorf("got %v", err)
		}
	})
	run(t, address, `CREATE SCHEMA "Ext 1"; CREATE EXTENSION vector SCHEMA "Ext 1"`)
	t.Run("Conformance", func(t *testing.T) {
		places := 0
		vectortest.Run(t, func(*testing.T) vectortest.Place {
			places++
			options := Options{Address: address, Schema: fmt.Sprintf("Place %d", places), Connections: 1}
			return func(t *testing.T) vector.Store { return open(t, options) }
		})
	})
	t.Run("Index", func(t *testing.T) { testIndex(t, open(t, Options{Address: address, Connections: 1})) })
}

// run runs statements as the database's owner.
func run(t *testing.T, address, statements string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if _, err := c.PgConn().Exec(t.Context(), statements).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// testIndex makes a collection large: then the index is used, unless a filter leaves little.
func testIndex(t *testing.T, s *Store) {
	defer s.Close()
	const rows, k = 700, 10
	s.indexFrom = 400
	r := rand.New(rand.NewPCG(1, 2))
	points := make([]vector.Point, rows)
	for i := range points {
		points[i] = vector.Point{ID: fmt.Sprint(i), Vector: vectortest.Unit(r, 12), Labels: map[string]string{"tenth": fmt.Sprint(i % 10)}}
	}
	for _, some := range [][]vector.Point{points[:600], points[600:]} {
		if err := s.Upsert(t.Context(), "large", some); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		labels        map[string][]string
		approximately bool
	}{
		"all": {nil, true}, "most": {map[string][]string{"tenth": {"0", "1", "2", "3", "4", "5", "6"}}, true}, "few": {map[string][]string{"tenth": {"3"}}, false},
	} {
		found, wanted := 0, 0
		for range 10 {
			query := vectortest.Unit(r, 12)
			var chosen []vector.Point
			for _, p := range points {
				if c.labels == nil || slices.Contains(c.labels["tenth"], p.Labels["tenth"]) {
					chosen = append(chosen, p)
				}
			}
			slices.SortFunc(chosen, func(a, b vector.Point) int {
				return cmp.Compare(vectortest.Cosine(query, b.Vector), vectortest.Cosine(query, a.Vector))
			})
			hits, err := s.Search(t.Context(), "large", query, k, vector.Filter{Owners: []string{""}, Labels: c.labels})
			if err != nil || len(hits) != k {
				t.Fatalf("%s: %d hits, %v", name, len(hits), err)
			}
			for i, h := range hits {
				if slices.ContainsFunc(chosen[:k], func(p vector.Point) bool { return p.ID == h.ID }) {
					found++
				}
				wanted++
				if i > 0 && h.Score > hits[i-1].Score {
					t.Errorf("%s: hit %d is nearer than the one before", name, i)
				}
			}
		}
		if least := wanted * 95 / 100; found < least || !c.approximately && found < wanted {
			t.Errorf("%s: found %d of %d", name, found, wanted)
		}
		err := s.within(t.Context(), readOnly, func(ctx context.Context, tx pgx.Tx) error {
			many, err := s.chooseMany(ctx, tx, "large", vector.Filter{Owners: []string{""}, Labels: c.labels})
			if many != c.approximately {
				t.Errorf("%s: by the index: %v", name, many)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if known := s.tables["large"]; !known.indexed {
		t.Error("the index was not made")
	}
}

// A real server that has no pgvector, and what can be wrong with an address.
func TestServersThatCannot(t *testing.T) {
	server := pgtest.Shared(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := taken.Addr().String()
	taken.Close()
	const secret = "s3cret-of-nobody"
	with := func(change func(u *url.URL)) string {
		u, err := url.Parse(server.Superuser())
		if err != nil {
			t.Fatal(err)
		}
		change(u)
		return u.String()
	}
	t.Setenv("PGPASSWORD", "plumb-test") // which is right, and not for this
	for _, c := range []struct {
		name, address string
		code          fault.Code
		hint          string
	}{
		{"no pgvector", server.Superuser(), fault.Config, "postgresql-17-pgvector"},
		{"wrong password", with(func(u *url.URL) { u.User = url.UserPassword("postgres", secret) }), fault.Connect, "check user and password"},
		{"no password", with(func(u *url.URL) { u.User = url.User("postgres") }), fault.Connect, "check"},
		{"no database", with(func(u *url.URL) { u.Path = "/none" }), fault.Connect, "after the last /"},
		{"nobody there", with(func(u *url.URL) { u.Host = nobody }), fault.Connect, "check host"},
		{"keywords", "host=127.0.0.1 password=" + secret, fault.Config, "postgres://user@host"},
		{"bad port", "postgres://user:" + secret + "@host:port/db", fault.Config, "postgres://user@host"},
		{"bad parameter", "postgres://user:" + secret + "@127.0.0.1/db?sslmode=perhaps", fault.Config, "postgres://user@host"},
		{"nothing", "", fault.Config, "postgres://user@host"},
	} {
		s, err := Open(t.Context(), Options{Address: c.address})
		if err == nil {
			s.Close()
		}
		f := fault.Of(err)
		if f == nil || f.Code != c.code || !strings.Contains(f.Hint, c.hint) || strings.Contains(f.Message+f.Hint, secret) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

func TestLiteralsAreExact(t *testing.T) {
	for _, x := range []float32{0, 1, -1, 0.1, math.SmallestNonzeroFloat32, math.MaxFloat32, 1.0 / 3} {
		var got float32
		if n, err := fmt.Sscanf(literal([]float32{x, 2}), "[%g,2]", &got); n != 1 || err != nil || got != x {
			t.Errorf("%v became %s", x, literal([]float32{x, 2}))
		}
	}
}
