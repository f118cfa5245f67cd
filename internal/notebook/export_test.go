package notebook

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var keep = flag.String("keep", "", "folder to keep the exports and screenshots in, to look at them")

func export(t *testing.T, name string, write func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	keepFile(t, name, b.Bytes())
	return b.Bytes()
}

func keepFile(t *testing.T, name string, b []byte) {
	t.Helper()
	if *keep == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*keep, name), b, 0o600); err != nil {
		t.Fatal(err)
	}
}
