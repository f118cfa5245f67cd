package file

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/vector"
)

// A writer that dies leaves a part of its segment. What was acknowledged before is there,
// and the next writer goes on.
func TestTornSegments(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	put(t, s, 0, 20)
	put(t, s, 20, 30)
	path := filepath.Join(folder, "all", "points")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, 25, 40)
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	watching := open(t, folder)
	for length := len(good); length < len(all); length += 61 {
		torn := all[:length]
		if length%2 == 0 { // the end is there, and something before it is not
			torn = bytes.Clone(all)
			clear(torn[length : length+alignment])
			if bytes.Equal(torn, all) {
				continue
			}
		}
		replace(t, path, torn)
		has(t, watching, 30)
		has(t, open(t, folder), 30)
		other := open(t, folder)
		put(t, other, 100, 101)
		has(t, watching, 31)
		has(t, open(t, folder), 31)
	}
}

// replace makes another file of that name.
func replace(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path+".other", b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".other", path); err != nil {
		t.Fatal(err)
	}
}

// What is damaged otherwise is a fault that says so.
func TestDamagedFiles(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	put(t, s, 0, 20)
	put(t, s, 20, 30)
	path := filepath.Join(folder, "all", "points")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"empty": nil, "short": good[:100], "of something else": bytes.Repeat([]byte("text"), 1000),
		"ids":   bytes.Replace(good, []byte("point-00003"), []byte("point-0000x"), 1),
		"magic": bytes.Replace(good, []byte(magic), []byte("plumbvex"), 1),
	} {
		replace(t, path, b)
		_, err := open(t, folder).Count(t.Context(), "all", everybodys)
		if f := fault.Of(err); fault.CodeOf(err) != fault.Store || f.Hint == "" {
			t.Errorf("%s: got %v", name, err)
		}
		if err := s.Upsert(t.Context(), "all", []vector.Point{{ID: "a", Vector: []float32{1}}}); fault.CodeOf(err) != fault.Store {
			t.Errorf("%s: an upsert gave %v", name, err)
		}
	}
	newer := bytes.Clone(good)
	binary.LittleEndian.PutUint32(newer[8:], version+1)
	binary.LittleEndian.PutUint32(newer[sumAt:], crc32.Checksum(newer[:sumAt], checksums))
	replace(t, path, newer)
	_, err = s.Count(t.Context(), "all", everybodys)
	if f := fault.Of(err); fault.CodeOf(err) != fault.Store || f.Hint != "install the newer version of Plumb" {
		t.Errorf("got %v", err)
	}
	replace(t, path, good)
	has(t, s, 30)
}

// FuzzDecode gives segments whose checksums are right, whatever is in them. What is accepted
// can be searched.
func FuzzDecode(f *testing.F) {
	points := []vector.Point{
		{ID: "a", Vector: []float32{1, 0}, Labels: map[string]string{"type": "pdf", "day": "2025-01-01"}},
		{ID: "b", Owner: "ada", Vector: []float32{0, 1}, Labels: map[string]string{"type": "html"}},
	}
	for _, c := range []*content{newContent(points), newContent(points[:1]), newContent(nil)} {
		c.dimensions = 2
		var b bytes.Buffer
		if err := c.writeTo(&b, 0); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < headerSize {
			return
		}
		b = pad(bytes.Clone(b))
		front := min(binary.LittleEndian.Uint64(b[48:]), uint64(len(b)))
		binary.LittleEndian.PutUint64(b[40:], uint64(len(b)))
		binary.LittleEndian.PutUint32(b[56:], crc32.Checksum(b[min(headerSize, front):front], checksums))
		binary.LittleEndian.PutUint32(b[sumAt:], crc32.Checksum(b[:sumAt], checksums))
		h, err := readHeader(b, 0)
		if err != nil {
			return
		}
		s, err := decode(h, b)
		if err != nil {
			return
		}
		c := &collection{name: "all"}
		if err := c.add(s); err != nil {
			return
		}
		store := &Store{level: 0, collections: map[string]*collection{"all": c}}
		for _, filter := range []vector.Filter{
			everybodys, {Owners: []string{"", "ada"}, IDs: []string{"a", "b"}},
			{Owners: []string{""}, Labels: map[string][]string{"type": {"pdf"}}, From: map[string]string{"day": "2025"}},
		} {
			query := make([]float32, s.Dimensions)
			query[0] = 1
			look := newSearch(store.level, 1, query, 3)
			if err := c.eachChosen(t.Context(), filter, func(p *part, rows chosen) error { return look.scan(t.Context(), p.segment, rows) }); err != nil {
				t.Fatal(err)
			}
			if _, err := look.hits(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		merge(int(s.Dimensions), c.liveRows(nil))
	})
}
