package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// full is a snapshot in which every field, however deep, holds something.
func full(t *testing.T) *Snapshot {
	t.Helper()
	n := 0
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		n++
		switch v.Interface().(type) {
		case time.Time:
			v.Set(reflect.ValueOf(time.Date(2026, 2, 6, 14, 0, 0, 123_000, time.UTC)))
			return
		case table.Kind:
			v.Set(reflect.ValueOf(table.Timestamp))
			return
		}
		switch v.Kind() {
		case reflect.String:
			v.SetString(fmt.Sprintf("text %d ✓", n))
		case reflect.Int, reflect.Int64:
			v.SetInt(int64(-n))
		case reflect.Float64:
			v.SetFloat(float64(n) / 8)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem())
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0))
			fill(v.Index(1))
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i))
			}
		default:
			t.Fatalf("a field of kind %s: teach this test about it", v.Kind())
		}
	}
	var s Snapshot
	fill(reflect.ValueOf(&s).Elem())
	return &s
}

func TestCacheKeepsEveryField(t *testing.T) {
	c := Cache{Dir: filepath.Join(t.TempDir(), "new", "folder")}
	for _, s := range []*Snapshot{full(t), shop(), {}, synthetic(100)} {
		if err := c.Save("k", s); err != nil {
			t.Fatal(err)
		}
		got, err := c.Load("k")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Fatalf("(-saved +loaded)\n%s", diff)
		}
	}
}

func TestCacheFilesArePrivateAndApart(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	keys := []string{"", "a", "A", "../../etc/passwd", "a/b", "a\\b", "a.b", strings.Repeat("x", 5000), "é", "è", "a\x00b", "CON"}
	for _, k := range keys {
		if err := c.Save(k, &Snapshot{Database: k}); err != nil {
			t.Fatalf("%q: %v", k, err)
		}
	}
	for _, k := range keys {
		s, err := c.Load(k)
		if err != nil || s.Database != k {
			t.Errorf("%q: got %v, %v", k, s, err)
		}
	}
	files, err := os.ReadDir(c.Dir)
	if err != nil || len(files) != len(keys) {
		t.Fatalf("%d files for %d keys, %v", len(files), len(keys), err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}

func TestACacheWithoutAFolderKeepsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := (Cache{}).Save("orders", &Snapshot{}); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("the folder holds %v: %v", left, err)
	}
	if _, err := (Cache{}).Load("orders"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("it is read back: %v", err)
	}
}

func TestDamagedCacheCountsAsMissing(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	isMissing := func(why string) {
		t.Helper()
		s, err := c.Load("k")
		if fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%s: got %v, %v", why, s, err)
		}
	}
	isMissing("nothing saved")
	if err := c.Save("k", shop()); err != nil {
		t.Fatal(err)
	}
	path := c.path("k")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(good); i += 1 + i/40 {
		bad := bytes.Clone(good)
		bad[i] ^= 0x41
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		isMissing(fmt.Sprintf("byte %d changed", i))
		if err := os.WriteFile(path, good[:i], 0o600); err != nil {
			t.Fatal(err)
		}
		isMissing(fmt.Sprintf("cut after %d bytes", i))
	}
}

func TestCacheSaysWhyItCannotSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Cache{Dir: filepath.Join(file, "x")}.Save("k", shop())
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.Store || f.Hint == "" {
		t.Errorf("got %v", err)
	}
}

func TestCacheIsReplacedWhole(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	small, large := shop(), synthetic(50)
	if err := c.Save("k", small); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, s := range []*Snapshot{small, large} {
		wg.Go(func() {
			for range 20 {
				if err := c.Save("k", s); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 100 {
			s, err := c.Load("k")
			if err != nil || len(s.Tables) != len(small.Tables) && len(s.Tables) != len(large.Tables) {
				t.Errorf("half a file: %v", err)
			}
		}
	})
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(c.Dir, ".new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Kinds are cached as numbers.
func TestKindsKeepTheirNumbers(t *testing.T) {
	for k, name := range strings.Fields(`null boolean integer decimal float text date time timestamp timestamptz interval uuid json bytes`) {
		if got := table.Kind(k).String(); got != name {
			t.Errorf("kind %d is %s, was %s: raise the number in magic", k, got, name)
		}
	}
}

// BenchmarkCache compares loading with what encoding/json takes for
// the same ten thousand tables.
func BenchmarkCache(b *testing.B) {
	s := synthetic(10_000)
	Enrich(s)
	c := Cache{Dir: b.TempDir()}
	if err := c.Save("k", s); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(c.path("k"))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		b.ReportMetric(float64(info.Size()), "file-bytes")
		for b.Loop() {
			if _, err := c.Load("k"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("save", func(b *testing.B) {
		for b.Loop() {
			if err := c.Save("k", s); err != nil {
				b.Fatal(err)
			}
		}
	})
	text, err := json.Marshal(s)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("baseline=json", func(b *testing.B) {
		for b.Loop() {
			var x Snapshot
			if err := json.Unmarshal(text, &x); err != nil {
				b.Fatal(err)
			}
		}
	})
}
