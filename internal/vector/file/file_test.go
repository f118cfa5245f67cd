package file

import (
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector"
)

func open(t *testing.T, folder string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestConformance(t *testing.T) {
	vectortest.Run(t, func(t *testing.T) vectortest.Place {
		folder := filepath.Join(t.TempDir(), "new", "vectors")
		return func(t *testing.T) vector.Store { return open(t, folder) }
	})
}
