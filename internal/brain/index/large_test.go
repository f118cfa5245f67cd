package index_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
	"github.com/plumbdata/plumb/internal/table"
)

// A value that only the last rows of a long file have is known, too.
func TestValuesOfALongFile(t *testing.T) {
	var text strings.Builder
	text.WriteString("country,n\n")
	for i := range 150_000 {
		fmt.Fprintf(&text, "Land %d,%d\n", i/10_000, i)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "cases.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := connection.Open(t.Context(), connection.Spec{
		Driver: files.Driver, Config: source.Config{DSN: path, Name: "test", Memory: source.DefaultMemory, Cache: t.TempDir(), Limits: source.Limits{}.OrDefault()},
		Identity: path, Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	found, err := index.FromConnection(c).Distinct(t.Context(), &s.Tables[0], "country", 100)
	if err != nil || len(found) != 15 || !slices.ContainsFunc(found, func(v table.Value) bool { return v.String() == "Land 14" }) {
		t.Errorf("%d values: %v", len(found), err)
	}
}
