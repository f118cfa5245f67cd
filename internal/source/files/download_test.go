package files_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
)

// TestAddresses reads files that a server has.
func TestAddresses(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/export":
			w.Header().Set("Content-Disposition", `attachment; filename="sales.csv"`)
			fmt.Fprint(w, "product,amount\ntent,\"1,200.50\"\nstove,\"3,100.00\"\n")
		case r.URL.Path == "/shop.duckdb", r.URL.Path == "/notes.docx":
			fmt.Fprint(w, "x")
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	cache := t.TempDir()
	open := func(path string, who source.Credentials) (*files.Source, error) {
		return files.Open(t.Context(), source.Config{DSN: server.URL + path, Cache: cache, Credentials: who})
	}
	s, err := open("/export?id=7&sig=geheim", source.CredentialsOfPerson)
	if err != nil {
		t.Fatal(err)
	}
	if found := rows(mustQuery(t, s, "SELECT sum(amount) FROM sales")); found != "4300.50" {
		t.Errorf("got %s", found)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// Nothing lies beside a download: how to read it is kept in a folder of Plumb's.
	settings := t.TempDir()
	c := source.Config{DSN: server.URL + "/export?id=7&sig=geheim", Cache: cache, Credentials: source.CredentialsOfPerson, Settings: settings}
	for _, readings := range [][]source.ReadAs{{{Column: "amount", As: "text"}}, nil} {
		c.Readings = readings
		if s, err = files.Open(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if found := rows(mustQuery(t, s, "SELECT max(amount) FROM sales")); found != "3,100.00" {
			t.Errorf("got %s", found)
		}
		if paths, err := s.KeepReadings(); err != nil || len(readings) > 0 && (len(paths) != 1 || !strings.HasPrefix(paths[0], settings)) {
			t.Error(paths, err)
		}
		_ = s.Close()
	}
	for _, c := range []struct {
		path string
		who  source.Credentials
		want string
	}{
		{"/none.csv?sig=geheim", source.CredentialsOfPerson, "there is no file at"},
		{"/shop.duckdb?sig=geheim", source.CredentialsOfPerson, "/shop.duckdb is a database"},
		{"/notes.docx?sig=geheim", source.CredentialsOfPerson, "/notes.docx is not a kind of file"},
		{"/export?id=7&sig=geheim", source.CredentialsByHost, "private network"},
		{"/export?id=7&sig=geheim", source.CredentialsInAddress, "private network"},
	} {
		s, err := open(c.path, c.who)
		if f := fault.Of(err); f == nil || !strings.Contains(f.Message, c.want) || f.Hint == "" || strings.Contains(f.Message+f.Hint, "geheim") {
			t.Errorf("%s: %v", c.path, err)
		}
		if s != nil {
			s.Close()
		}
	}
}
