package decode

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/charmap"

	"github.com/plumbdata/plumb/internal/fault"
)

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type member struct {
	name string
	data []byte
}

func zipped(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name)
		if err == nil {
			_, err = w.Write(m.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCompressedFiles(t *testing.T) {
	want := samples["german"]
	latin := encode(t, charmap.Windows1252, want)
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	// What bzip2 makes of "a,b\n1,2\n"; the standard library only reads it.
	bz, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWb+HQH8AAANZAAAQAAQwADAAIAAwwAhpsogjJ4u5IpwoSF/DoD+A")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		data  []byte
		want  string
		notes int
	}{
		{"data.csv.gz", gzipped(t, []byte(want)), want, 1},
		{"data.csv.gz", gzipped(t, latin), want, 2},
		{"data.csv", gzipped(t, latin), want, 2}, // whatever it is called
		{"data.csv.gz", append(gzipped(t, latin[:20]), gzipped(t, latin[20:])...), want, 2},
		{"data.csv.zst", z.EncodeAll(latin, nil), want, 2},
		{"data.csv.bz2", bz, "a,b\n1,2\n", 1},
		{"data.zip", zipped(t, member{"data.csv", latin}, member{"__MACOSX/._data.csv", []byte("\x00")}, member{"README.txt", []byte("hello")}), want, 2},
		{"data.zip", zipped(t, member{"../../data.csv.gz", gzipped(t, latin)}), want, 3},
	} {
		p, got := decodeOne(t, c.name, c.data)
		if got != c.want || len(p.Notes) != c.notes || p.Kind != CSV || p.Notes[0].Subject != Unpacked {
			t.Errorf("%s: %+v: %q", c.name, p, got)
		}
	}
}

func TestArchiveOfSeveralFiles(t *testing.T) {
	path := write(t, "shop.zip", zipped(t, member{"shop/orders.csv", []byte("a\n1\n")}, member{"shop/items.jsonl", []byte("{}\n")}))
	dir := t.TempDir()
	parts, err := Open(t.Context(), path, dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != 2 || parts[0].Name != "orders" || parts[1].Name != "items" || parts[1].Kind != JSONLines {
		t.Errorf("%+v", parts)
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("%v is left", files)
	}
}

func TestBrokenAndHostileArchives(t *testing.T) {
	small := limits{bytes: 1 << 20, parts: 3, cells: 100, columns: 10, strings: 1 << 10}
	zeros := bytes.Repeat([]byte("1,2,3,4\n"), 1<<18)
	many := []member{{"a.csv", nil}, {"b.csv", nil}, {"c.csv", nil}, {"d.csv", nil}}
	whole := gzipped(t, []byte(samples["german"]))
	for name, c := range map[string]struct {
		file string
		data []byte
		want string
	}{
		"gzip bomb":     {"data.csv.gz", gzipped(t, zeros), "more than 1 MiB"},
		"zip bomb":      {"data.zip", zipped(t, member{"data.csv", zeros}), "more than 1 MiB"},
		"nested":        {"data.zip", zipped(t, member{"data.csv.gz", gzipped(t, gzipped(t, gzipped(t, []byte("a\n"))))}), "packed more than 2 times"},
		"many members":  {"data.zip", zipped(t, many...), "more than 3 data files"},
		"no members":    {"data.zip", zipped(t, member{"a.pdf", nil}), "no data files"},
		"cut gzip":      {"data.csv.gz", whole[:len(whole)-6], "not a complete gzip file"},
		"cut zip":       {"data.zip", zipped(t, member{"data.csv", nil})[:20], "not a complete zip file"},
		"open document": {"data.ods", zipped(t, member{"content.xml", nil}), "save it as .xlsx"},
	} {
		dir := t.TempDir()
		_, err := open(t.Context(), write(t, c.file, c.data), dir, small, nil)
		if f := fault.Of(err); f == nil || f.Code != fault.BadData || !strings.Contains(f.Message+f.Hint, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %v is left", name, left)
		}
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"data.csv", "data.csv.gz"} {
		_, err := Open(ctx, write(t, name, gzipped(t, []byte("a,b\n1,2\n"))), t.TempDir())
		if fault.CodeOf(err) != fault.Canceled {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMissingFile(t *testing.T) {
	_, err := Open(t.Context(), t.TempDir()+"/none.csv", t.TempDir())
	if fault.CodeOf(err) != fault.Connect || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
