package desk

import (
	"context"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
)

// look is what was last seen of a source's schema beside the one that its
// conversation knows.
type look struct {
	mu      sync.Mutex
	going   chan struct{} // closed when the one that is going on ends; nil if none is
	at      time.Time     // of the last one
	mark    string        // of the source then
	version string        // the hash of its schema then
}

const (
	lookAgain  = 2 * time.Second // after which a source is looked at again for a notebook that is shown
	lookAsked  = time.Minute     // and for a question
	lookWait   = time.Second     // for a look, before a notebook is shown without
	renewAfter = time.Minute     // a source whose data has changed is opened again, at most so often
)

// Stale are the cells of a notebook that were made on another schema than there
// is now, of sources that are open, and follow-ups of answers that have changed. It
// opens no source: whoever uses one does.
func (w *Work) Stale(ctx context.Context, ref string) (Staleness, error) {
	b, err := w.open(ctx, ref)
	if err != nil {
		return Staleness{}, err
	}
	n, err := w.Notebooks.Load(b.id)
	if err != nil {
		return Staleness{}, err
	}
	return w.stale(ctx, n.Cells), nil
}

func (w *Work) stale(ctx context.Context, cells []session.Cell) Staleness {
	versions := map[string]string{}
	found := Staleness{Stale: []string{}, Outdated: notebook.Outdated(cells)}
	for _, c := range cells {
		name := c.Metadata.Source
		if name == "" || c.Metadata.SchemaVersion == "" || c.Result == nil {
			continue
		}
		now, known := versions[name]
		if !known {
			var sure bool
			now, sure = w.versionOf(ctx, name)
			versions[name] = now
			found.Unsure = found.Unsure || !sure
		}
		if now != "" && now != c.Metadata.SchemaVersion {
			found.Stale = append(found.Stale, c.ID)
		}
	}
	return found
}

// versionOf is the hash of the schema of a source, as it was when it was looked
// at last ("" if it never was), and whether nothing newer is to be expected soon.
func (w *Work) versionOf(ctx context.Context, name string) (version string, sure bool) {
	o := w.sources.borrow(name)
	if o == nil {
		_, problem := w.sources.state(name)
		return "", problem != nil
	}
	seen := w.lookAt(o, lookAgain)
	wait := time.NewTimer(lookWait)
	defer wait.Stop()
	select {
	case <-seen:
		sure = true
	case <-wait.C:
	case <-ctx.Done():
	}
	o.look.mu.Lock()
	defer o.look.mu.Unlock()
	return o.look.version, sure
}

// lookAt finds out whether a source has changed, if nobody has done so just now,
// and opens it again if it has: its brain knows the values of yesterday. Who uses
// the old one ends with it. The source is released when that is done.
func (w *Work) lookAt(o *opened, again time.Duration) <-chan struct{} {
	l := &o.look
	l.mu.Lock()
	defer l.mu.Unlock()
	now := w.Clock()
	fresh := !l.at.IsZero() && now.Sub(l.at) < again && l.version != ""
	if going := l.going; going != nil || fresh {
		w.sources.release(o)
		if going == nil {
			going = make(chan struct{})
			close(going)
		}
		return going
	}
	seen := make(chan struct{})
	l.at, l.going = now, seen
	begun := w.goes(func() {
		defer w.sources.release(o)
		version, mark, err := o.seeAgain(w.life)
		l.mu.Lock()
		renew := err == nil && (l.version != version || l.mark != mark && now.Sub(o.since) >= renewAfter)
		if err == nil {
			l.version, l.mark = version, mark
		}
		l.going = nil
		l.mu.Unlock()
		if renew {
			w.sources.renew(w.life, o)
		}
		close(seen)
	})
	if !begun {
		l.going = nil
		close(seen)
		w.sources.release(o)
	}
	return seen
}

// seeAgain is the hash of the schema as it is, and the source's mark then. Where
// the mark says that nothing has changed, that is cheap.
func (o *opened) seeAgain(ctx context.Context) (version, mark string, err error) {
	known, err := o.conn.Schema(ctx, connection.Full)
	if err != nil {
		return "", "", err
	}
	o.look.mu.Lock()
	if o.look.version == "" { // what its conversation knows is what it is held against
		o.look.version, o.look.mark = schema.Hash(known), known.Fingerprint
	}
	version, before := o.look.version, o.look.mark
	o.look.mu.Unlock()
	mark, err = o.conn.Mark(ctx)
	old := o.spec.Now().Sub(known.TakenAt) >= o.spec.Refresh
	if err != nil || !old && (mark == "" || mark == before) {
		return version, before, err
	}
	if old { // whatever the mark says
		mark += ", again"
	}
	again, err := connection.Open(ctx, o.spec)
	if err != nil {
		return "", "", err
	}
	defer again.Close()
	s, err := again.Schema(ctx, connection.Full)
	if err != nil {
		return "", "", err
	}
	return schema.Hash(s), mark, nil
}
