package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// entry is a file or folder of a server.
type entry struct {
	name     string
	isFolder bool
	isFile   bool // neither a link nor a device
	size     int64
	modified time.Time
}

// session is a login at a server with files. Paths are those of addresses.
type session interface {
	list(path string) ([]entry, error)
	stat(path string) (entry, error)
	open(path string) (io.ReadCloser, error)
	close()
}

// tree is a file of such a server, or what is below a folder.
type tree struct {
	origin string // sftp://host
	path   string // of the file or folder
	glob   pattern
	accept func(string) bool
	effort *effort
	login  func(*lines) (session, error)
	lines  *lines
	live   session // nil before the first request and after one that broke it
}

func newTree(p place, o Options) (*tree, error) {
	t := &tree{origin: p.scheme + "://" + p.url.Host, path: path.Clean("/" + p.url.Path), accept: o.Accept, effort: newEffort(p.url.Host, o)}
	if strings.HasPrefix(p.url.Path, "//") {
		t.path = "/" + t.path // from the root of the server, and not from where the login is
	}
	if isPattern(t.path) {
		base, rest, err := splitPattern(t.path)
		if err != nil {
			return nil, err
		}
		t.path, t.glob = base, rest
		if base == "" {
			t.path = "/"
		}
	}
	return t, nil
}

// lines are the connections of a session. They end with the request that they serve, and carry no more than
// an item may have.
type lines struct {
	ctx   context.Context // of the request
	left  atomic.Int64    // bytes that may still arrive for it
	mu    sync.Mutex
	all   map[*line]bool
	isCut bool
}

// add bounds a connection.
func (l *lines) add(c net.Conn) net.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	added := &line{c, l}
	if l.isCut {
		_ = c.Close() // whoever uses it has the error
	}
	l.all[added] = true
	return added
}

// cut ends all connections.
func (l *lines) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
	for c := range l.all {
		_ = c.Conn.Close() // as above
	}
}

type line struct {
	net.Conn
	lines *lines
}

func (l *line) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	if l.lines.left.Add(-int64(n)) < 0 {
		return 0, errFlood
	}
	return n, err
}

func (l *line) Close() error {
	l.lines.mu.Lock()
	delete(l.lines.all, l)
	l.lines.mu.Unlock()
	return l.Conn.Close()
}

// errFlood ends a connection on which far more arrives than was asked for.
var errFlood = fault.New(fault.Connect, "the server sends more than was asked for").WithHint("check that the address is that of a file server")

// with runs a request in a session, and in a new one after one broke.
func (t *tree) with(ctx context.Context, request func(session) error) error {
	const overhead = 32 << 20 // listings, and what protocols add
	return t.effort.try(ctx, func(ctx context.Context) error {
		if t.live == nil {
			t.lines = &lines{all: map[*line]bool{}}
		}
		lines := t.lines
		lines.ctx = ctx
		lines.left.Store(t.effort.ItemBytes + t.effort.ItemBytes/8 + overhead)
		stop := context.AfterFunc(ctx, lines.cut)
		err := t.ask(request)
		if !stop() && err == nil {
			err = ctx.Err() // the connections are gone, whatever came before
		}
		if isBroken(err) || ctx.Err() != nil {
			t.hangUp()
		}
		return err
	})
}

func (t *tree) ask(request func(session) error) (err error) {
	if t.live == nil {
		if t.live, err = t.login(t.lines); err != nil {
			t.live = nil
			t.hangUp()
			return err
		}
	}
	return request(t.live)
}

// isBroken reports whether a session cannot be used after an error.
func isBroken(err error) bool {
	var connection *net.OpError
	return errors.As(err, &connection) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, errFlood) || errors.Is(err, errTooLarge) || errors.Is(err, errBroken)
}

func (t *tree) hangUp() {
	if t.live != nil {
		t.live.close()
		t.live = nil
	}
	if t.lines != nil {
		t.lines.cut()
	}
}

func (t *tree) Close() error {
	t.hangUp()
	return nil
}

// shown is the address of a path.
func (t *tree) shown(p string) string { return t.origin + (&url.URL{Path: p}).EscapedPath() }

func (t *tree) List(ctx context.Context, _ map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		t.effort.begin()
		var root entry
		err := t.with(ctx, func(s session) (err error) {
			root, err = s.stat(t.path)
			return err
		})
		switch {
		case err != nil:
			yield(Item{}, t.faultOf(t.path, err))
		case root.isFile:
			yield(t.item(t.path, baseName(t.path), root), nil)
		default:
			t.walk(ctx, yield)
		}
	}
}

// walk lists a folder and those below it, breadth first. Links are left out as far as the server calls them so:
// where they lead is known only to it.
func (t *tree) walk(ctx context.Context, yield func(Item, error) bool) {
	const deepest = 40
	found := 0
	folders := []string{""}
	for n := 0; n < len(folders); n++ {
		if n > t.effort.Items {
			yield(Item{}, truncated("%s has more than %d folders; the others are left out", t.shown(t.path), t.effort.Items).WithHint("name folders in it"))
			return
		}
		var entries []entry
		at := t.path
		if folders[n] != "" {
			at = below(t.path, folders[n])
		}
		err := t.with(ctx, func(s session) (err error) {
			entries, err = s.list(at)
			return err
		})
		if err != nil {
			if !yield(Item{}, t.faultOf(at, err)) || n == 0 || ctx.Err() != nil {
				return
			}
			continue
		}
		slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
		for _, e := range entries {
			rel := path.Join(folders[n], e.name)
			switch {
			case e.name == "" || e.name == "." || e.name == ".." || strings.ContainsRune(e.name, '/') || strings.ContainsFunc(e.name, isControl):
			case e.isFolder && t.glob.mayHold(rel) && strings.Count(rel, "/") < deepest:
				folders = append(folders, rel)
			case e.isFile && t.glob.match(rel) && t.accept(e.name):
				if found++; found > t.effort.Items {
					yield(Item{}, truncated("%s has more than %d documents; the others are left out", t.shown(t.path), t.effort.Items).WithHint("name folders in it"))
					return
				}
				if !yield(t.item(below(at, e.name), rel, e), nil) {
					return
				}
			}
		}
	}
}

// below is a path in a folder, which may be the root.
func below(folder, rel string) string { return strings.TrimSuffix(folder, "/") + "/" + rel }

func (t *tree) item(p, name string, e entry) Item {
	return Item{Address: t.shown(p), Name: strings.ToValidUTF8(name, "\ufffd"), Size: e.size, Modified: e.modified, Mark: fmt.Sprintf("%d@%d", e.size, e.modified.UnixNano())}
}

func (t *tree) Read(ctx context.Context, item Item) ([]byte, error) {
	p, err := url.PathUnescape(strings.TrimPrefix(item.Address, t.origin))
	isBelow := p == t.path || strings.HasPrefix(p, strings.TrimSuffix(t.path, "/")+"/")
	if err != nil || !strings.HasPrefix(item.Address, t.origin+"/") || !isBelow || slices.Contains(strings.Split(p, "/"), "..") || strings.ContainsFunc(p, isControl) {
		return nil, fault.New(fault.NotFound, "%s is not in %s", item.Address, t.shown(t.path)).WithHint("list the place again")
	}
	if err := t.effort.checkSize(item); err != nil {
		return nil, err
	}
	var data []byte
	err = t.with(ctx, func(s session) (err error) {
		data, err = t.readFile(s, p)
		return err
	})
	switch {
	case errors.Is(err, errTooLarge):
		return nil, t.effort.tooLarge(item.Name, -1)
	case err != nil:
		return nil, t.faultOf(p, err)
	}
	return data, t.effort.spend(data)
}

func (t *tree) readFile(s session, p string) ([]byte, error) {
	now, err := s.stat(p)
	if err != nil {
		return nil, err
	}
	if now.size > t.effort.ItemBytes {
		return nil, errTooLarge
	}
	f, err := s.open(p)
	if err != nil {
		return nil, err
	}
	data, err := t.effort.read(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil && int64(len(data)) < now.size {
		err = fault.Wrap(errBroken, fault.Connect, "the download of %s broke off after %s", t.shown(p), sizeOf(int64(len(data)))).WithHint("try again")
	}
	return data, err
}

// errAbsent is a session's error for what is not there.
var errAbsent = errors.New("no such file")

// faultOf is the fault for a path that cannot be listed or read.
func (t *tree) faultOf(p string, err error) error {
	var known *fault.Fault
	switch {
	case errors.Is(err, errAbsent):
		return notFound(t.shown(p))
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fault.Wrap(err, fault.Connect, "%s cannot be read: %s", t.shown(p), brief(err)).WithHint("check what the login may read, and try again")
}

// brief is what a server says in an error, on one line that is not too long.
func brief(err error) string {
	const most = 200
	text := strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(err.Error(), "?"))
	if cut := []rune(text); len(cut) > most {
		return string(cut[:most]) + "…"
	}
	return text
}
