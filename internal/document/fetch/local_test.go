package fetch

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesAndFolders(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.md": "1", "b [x].txt": "2", "sub/c.md": "3", "sub/deep/d.pdf": "4", ".hidden/e.md": "5", ".env": "6", "sub/~$lock.docx": "7", "film.mp4": "8",
	})
	o := options()
	o.Accept = func(name string) bool { return !strings.HasSuffix(name, ".mp4") }
	for where, want := range map[string][]string{
		"":                   {"a.md=1", "b [x].txt=2", "sub/c.md=3", "sub/deep/d.pdf=4"},
		"sub":                {"c.md=3", "deep/d.pdf=4"},
		"a.md":               {"a.md=1"},
		"film.mp4":           {"film.mp4=8"}, // it was named
		"b [x].txt":          {"b [x].txt=2"},
		"*.md":               {"a.md=1"},
		"**/*.md":            {"a.md=1", "sub/c.md=3"},
		"**":                 {"a.md=1", "b [x].txt=2", "sub/c.md=3", "sub/deep/d.pdf=4"},
		"sub/**/*.pdf":       {"deep/d.pdf=4"},
		"*/*.md":             {"sub/c.md=3"},
		".hidden/*":          {"e.md=5"},
		".*":                 {".env=6"},
		"s?b/[a-c].md":       {"sub/c.md=3"},
		"**/**/**/deep/**/*": {"sub/deep/d.pdf=4"},
		"none/*.md":          {"!NOT_FOUND"},
		"*.none":             nil,
	} {
		if got := readAll(t, open(t, filepath.Join(dir, filepath.FromSlash(where)), o)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", where, got, want)
		}
	}
	for where, want := range map[string]fault.Code{"none.md": fault.NotFound, "[": fault.Usage} {
		if _, err := Open(t.Context(), filepath.Join(dir, where), o); fault.CodeOf(err) != want {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// What a link leads to is read only inside the folder; the file that is named may be one.
func TestLinks(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	write(t, outside, map[string]string{"secret.md": "secret", "folder/secret.md": "secret"})
	write(t, dir, map[string]string{"a.md": "1", "sub/b.md": "2"})
	for name, target := range map[string]string{
		"inside.md": "sub/b.md", "out.md": filepath.Join(outside, "secret.md"), "nowhere.md": "none", "folder": outside, "loop": ".", "up.md": "../" + filepath.Base(outside) + "/secret.md",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("this system has no symbolic links")
		}
	}
	s := open(t, dir, options())
	want := []string{"a.md=1", "folder!CONNECT_ERROR", "inside.md=2", "nowhere.md!CONNECT_ERROR", "out.md!CONNECT_ERROR", "sub/b.md=2", "up.md!CONNECT_ERROR"}
	if got := readAll(t, s); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, address := range []string{filepath.Join(outside, "secret.md"), filepath.Join(dir, "..", filepath.Base(outside), "secret.md"), filepath.Join(dir, "out.md"), filepath.Join(dir, "folder", "secret.md")} {
		if data, err := s.Read(t.Context(), Item{Address: address, Name: "x"}); err == nil {
			t.Errorf("%s was read: %s", address, data)
		}
	}
	if got := readAll(t, open(t, filepath.Join(dir, "out.md"), options())); !slices.Equal(got, []string{"out.md=secret"}) {
		t.Errorf("%q", got)
	}
}

func TestNamesThatCannotBeKept(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "gr\xf6\xdfe.md"), []byte("1"), 0o600); err != nil {
		t.Skip("this file system has only names in UTF-8")
	}
	if got := readAll(t, open(t, dir, options())); !slices.Equal(got, []string{"gr\ufffde.md!BAD_DATA"}) {
		t.Errorf("%q", got)
	}
}

func TestSizesAndCountsAreBounded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "12345", "c.md": "123", "d.md": "1234"})
	huge, err := os.Create(filepath.Join(dir, "b.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := huge.Truncate(2 << 30); err != nil {
		t.Skip("this file system has no sparse files")
	}
	_ = huge.Close()
	o := options()
	if got := readAll(t, open(t, dir, o)); !slices.Equal(got, []string{"a.md=12345", "b.pdf!BAD_DATA", "c.md=123", "d.md=1234"}) {
		t.Errorf("%q", got)
	}
	s := open(t, filepath.Join(dir, "b.pdf"), o)
	for item := range s.List(t.Context(), nil) {
		if _, err := s.Read(t.Context(), item); err == nil || err.Error() != "b.pdf has 2 GiB, and at most 64 MiB are read of one document" {
			t.Error(err)
		}
	}
	o.Limits.ItemBytes, o.Limits.TotalBytes = 4, 6
	if got := readAll(t, open(t, dir, o)); !slices.Equal(got, []string{"a.md!BAD_DATA", "b.pdf!BAD_DATA", "c.md=123", "d.md!BAD_DATA"}) {
		t.Errorf("%q", got)
	}
	o.Limits = Limits{Items: 2}
	if got := readAll(t, open(t, dir, o)); !slices.Equal(got, []string{"a.md=12345", "b.pdf!BAD_DATA", "!RESULT_TRUNCATED"}) {
		t.Errorf("%q", got)
	}
}

func TestRefreshOfAFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "1", "b.md": "2", "sub/c.md": "3"})
	s, k := open(t, dir, options()), keep{}
	if got := k.refresh(t, s); got != "changed a.md, changed b.md, changed sub/c.md" {
		t.Error(got)
	}
	write(t, dir, map[string]string{"b.md": "22", "d.md": "4"})
	if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
		t.Fatal(err)
	}
	if got := k.refresh(t, s); got != "changed b.md, changed d.md, gone sub/c.md, same a.md" {
		t.Error(got)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got := k.refresh(t, s); got != "partial NOT_FOUND" || len(k) != 3 {
		t.Errorf("of a folder that is away %s, and %d are left", got, len(k))
	}
}

// scripted is a place that changes before each listing.
type scripted struct {
	Source
	before func()
}

func (s scripted) List(ctx context.Context, known map[string]Item) iter.Seq2[Item, error] {
	s.before()
	return s.Source.List(ctx, known)
}

func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "1", "b.md": "2"})
	s, k := open(t, dir, options()), keep{}
	k.refresh(t, s)
	steps := []struct {
		change func()
		want   string
	}{
		{func() {}, ""},
		{func() { write(t, dir, map[string]string{"a.md": "11"}) }, ""},  // perhaps it is still being written
		{func() { write(t, dir, map[string]string{"a.md": "111"}) }, ""}, // and it was
		{func() {}, "a.md"},
		{func() { write(t, dir, map[string]string{"c.md": "3"}); _ = os.Remove(filepath.Join(dir, "b.md")) }, ""},
		{func() {}, "b.md c.md"},
		{func() {}, ""},
		{func() { _ = os.Rename(dir, dir+"-away") }, "NOT_FOUND"},
		{func() { _ = os.Rename(dir+"-away", dir) }, ""},
	}
	ticks := make(chan time.Time, len(steps))
	for range steps {
		ticks <- time.Time{}
	}
	close(ticks)
	n, got := -1, make([]string, len(steps))
	for changed, err := range Watch(t.Context(), scripted{s, func() { n++; steps[n].change() }}, k, ticks) {
		var names []string
		for _, address := range changed {
			names = append(names, filepath.Base(address))
		}
		got[n] = strings.Join(names, " ") + string(fault.CodeOf(err))
	}
	for i, step := range steps {
		if got[i] != step.want {
			t.Errorf("step %d: %q, want %q", i, got[i], step.want)
		}
	}
}

// listing is a place that gives what a test says.
type listing []struct {
	item Item
	err  error
}

func (l listing) List(context.Context, map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for _, e := range l {
			if !yield(e.item, e.err) {
				return
			}
		}
	}
}
func (listing) Read(context.Context, Item) ([]byte, error) { return []byte("x"), nil }
func (listing) Close() error                               { return nil }

// Nothing is taken for gone because it could not be listed.
func TestRefreshLosesNothing(t *testing.T) {
	a, b, c := Item{Address: "a", Name: "a", Mark: "1"}, Item{Address: "b", Name: "b", Mark: "1"}, Item{Address: "c", Name: "c", Mark: "1"}
	failed := fault.New(fault.Connect, "failed").WithHint("wait")
	for name, test := range map[string]struct {
		listing listing
		want    string
	}{
		"all":          {listing{{a, nil}, {b, nil}, {c, nil}}, "same a, same b, same c"},
		"one is gone":  {listing{{a, nil}, {c, nil}}, "gone b, same a, same c"},
		"and says so":  {listing{{a, nil}, {b, notFound("b")}, {c, nil}}, "gone b, same a, same c"},
		"one fails":    {listing{{a, nil}, {b, failed}, {c, nil}}, "failed b, same a, same c"},
		"a part fails": {listing{{a, nil}, {Item{}, failed}, {c, nil}}, "partial CONNECT_ERROR, same a, same c"},
		"a bound":      {listing{{a, nil}, {Item{}, truncated("bound").WithHint("raise it")}}, "gone b, gone c, partial RESULT_TRUNCATED, same a"},
		"both":         {listing{{a, nil}, {Item{}, failed}, {Item{}, truncated("bound").WithHint("raise it")}}, "partial CONNECT_ERROR, partial RESULT_TRUNCATED, same a"},
		"another mark": {listing{{a, nil}, {Item{Address: "b", Name: "b", Mark: "2"}, nil}, {c, nil}}, "changed b, same a, same c"},
	} {
		if got := (keep{"a": a, "b": b, "c": c}).refresh(t, test.listing); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		glob, path string
		want, hold bool
	}{
		{"**", "a/b/c", true, true}, {"**/c", "c", true, true}, {"**/c", "a/b/c", true, true}, {"a/**/c", "a/c", true, true}, {"a/**/c", "b/c", false, false},
		{"a/*/c", "a/b/c", true, false}, {"a/*/c", "a/b/d/c", false, false}, {"**/.git/*", ".git/config", true, false}, {"**", ".git/config", false, false},
		{"*", "a/b", false, false}, {"a/b/*.md", "a", false, true}, {"a/b/*.md", "c", false, false}, {"**/x/**/y", "a/x/b/c/y", true, true},
	} {
		base, p, err := splitPattern("/*/" + c.glob)
		if err != nil || base != "" || p[0] != "*" {
			t.Fatal(base, p, err)
		}
		if p = p[1:]; p.match(c.path) != c.want || p.mayHold(c.path) != c.hold {
			t.Errorf("%s %s: %v %v", c.glob, c.path, p.match(c.path), p.mayHold(c.path))
		}
	}
	if base, p, err := splitPattern("/srv/docs/**/x/*.md"); err != nil || base != "/srv/docs" || !slices.Equal(p, pattern{"**", "x", "*.md"}) {
		t.Error(base, p, err)
	}
}
