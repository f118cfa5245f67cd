package desk

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/talk"
)

// sources are the databases that are open. Each is opened once for all who ask
// it, with its brain, and closed when nobody has asked it for a while. One whose
// configuration has changed is opened again.
type sources struct {
	desk *Work

	mu       sync.Mutex
	open     map[[sha256.Size]byte]*opened // by all that decides how it is opened
	problems map[string]*fault.Fault       // why one could not be opened last time, by its name
	secrets  map[string]*held              // that were typed into a form, by the name of their connection, in memory only
	watched  bool                          // somebody looks for idle ones
	closed   bool
}

// opened is a source, or one that is being opened.
type opened struct {
	desk       *Work
	spec       connection.Spec
	configured bool          // under its name
	ready      chan struct{} // closed when conn or err is known
	conn       *connection.Connection
	err        error

	since time.Time // it is used

	// These belong to the sources.
	users int
	used  time.Time
	stale bool // closed when its last user leaves

	mind chan struct{} // full while the conversation begins
	talk *talk.Talk
	look look
}

func newSources(w *Work) *sources {
	return &sources{desk: w, open: map[[sha256.Size]byte]*opened{}, problems: map[string]*fault.Fault{}, secrets: map[string]*held{}}
}

// held are the secrets of a connection, for as long as there is one.
type held struct {
	secrets    []config.Secret
	configured bool // its connection was seen
}

// hold keeps secrets until their connection is removed, or the process ends.
// Undo brings back what was kept before.
func (s *sources) hold(name string, list []config.Secret) (undo func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.secrets[name]
	put := func(h *held) {
		if s.secrets[name] = h; h == nil {
			delete(s.secrets, name)
		}
	}
	put(&held{secrets: list})
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		put(before)
	}
}

func (s *sources) withSecrets(environ []string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	environ = slices.Clip(environ)
	for _, h := range s.secrets {
		for _, x := range h.secrets {
			environ = append(environ, x.Variable+"="+x.Value)
		}
	}
	return environ
}

// settle forgets the secrets of connections that are gone, whoever removed them.
func (s *sources) settle(c *config.Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, h := range s.secrets {
		_, there := c.Connections[name]
		if !there && h.configured {
			delete(s.secrets, name)
		}
		h.configured = h.configured || there
	}
}

// keyOf is the same for specifications that open the same in the same way.
func keyOf(s connection.Spec) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %q %q %d %v %q %q", s.Driver.Name, s.Config.Name, s.Config.DSN, s.Identity,
		s.Filter.Include, s.Filter.Exclude, s.Config.Memory, s.Config.Limits, s.Functions, s.Docs))
}

// use is a source for as long as it takes until release is called. Opens is
// called if it has to be opened first; may be nil.
func (s *sources) use(ctx context.Context, name string, opens func()) (*opened, func(), error) {
	c, err := s.desk.settings()
	if err != nil {
		return nil, nil, err
	}
	spec, err := s.desk.spec(c, name)
	if err != nil {
		return nil, nil, err
	}
	_, configured := c.Connections[spec.Config.Name]
	o, isNew, err := s.take(spec, configured)
	if err != nil {
		return nil, nil, err
	}
	if isNew && opens != nil {
		opens()
	}
	release := func() { s.release(o) }
	select {
	case <-o.ready:
	case <-ctx.Done():
		release()
		return nil, nil, fault.Of(context.Cause(ctx))
	}
	if o.err != nil {
		release()
		return nil, nil, o.err
	}
	return o, release, nil
}

// useNamed is use for a name that came with a request. Only connections are
// opened for it: an address could lead anywhere, and take secrets along.
func (s *sources) useNamed(ctx context.Context, name string) (*opened, func(), error) {
	c, err := s.desk.settings()
	if err == nil {
		err = s.desk.checkConnection(c, name)
	}
	if err != nil {
		return nil, nil, err
	}
	return s.use(ctx, name, nil)
}

// checkConnection refuses what is not the name of a connection, or of what is asked
// when nothing is named. Other data is connected first, which shows what it is.
func (w *Work) checkConnection(c *config.Config, name string) error {
	if name == "" {
		return nil
	}
	_, err := c.Connection(name)
	if err == nil {
		return nil
	}
	if usual, other := w.Spec(c, ""); other == nil && usual.Config.Name == name {
		return nil
	}
	return err
}

// spec says how a source is opened. What is asked when nothing is named may be
// named as well, even if no configuration has it. The place that a notebook
// names is taken as it stands there: whoever wrote it gets no variable to see.
func (w *Work) spec(c *config.Config, name string) (connection.Spec, error) {
	if _, ok := c.Connections[name]; !ok && name != "" {
		if usual, err := w.Spec(c, ""); err == nil && usual.Config.Name == name {
			return usual, nil
		}
		if strings.Contains(name, "${") {
			return connection.Spec{}, fault.New(fault.Usage, "references such as ${NAME} are not allowed in a notebook").
				WithHint("connect the data, and use that connection")
		}
		if strings.Contains(name, "://") { // a file shows what it is; a server would be shown who asks
			return connection.Spec{}, fault.New(fault.NotFound, "the notebook uses a server that is not a connection here").
				WithHint("connect the data, and use that connection")
		}
	}
	return w.Spec(c, name)
}

// take finds a source that is open, or begins to open it. Several that no
// configuration names may have the same name.
func (s *sources) take(spec connection.Spec, configured bool) (o *opened, isNew bool, err error) {
	key := keyOf(spec)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, closing()
	}
	if o = s.open[key]; o == nil {
		for other, old := range s.open { // its configuration has changed
			if configured && old.configured && old.spec.Config.Name == spec.Config.Name {
				s.retire(other, old)
			}
		}
		o = &opened{desk: s.desk, spec: spec, configured: configured, since: s.desk.Clock(), ready: make(chan struct{}), mind: make(chan struct{}, 1)}
		if !s.desk.goes(func() { s.connect(key, o) }) {
			return nil, false, closing()
		}
		if !s.watched {
			s.watched = s.desk.goes(s.watch)
		}
		s.open[key], isNew = o, true
	}
	o.users++
	o.used = s.desk.Clock()
	return o, isNew, nil
}

// borrow is a source of a name that is open, the one that was used last. It is
// released like one that is used. Nil if there is none.
func (s *sources) borrow(name string) *opened {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.last(name)
	if o != nil {
		o.users++
	}
	return o
}

// last is the source of a name that is open and was used last, or nil. The
// sources are held.
func (s *sources) last(name string) *opened {
	var found *opened
	for _, o := range s.open {
		if o.spec.Config.Name == name && o.isReady() && o.err == nil && (found == nil || o.used.After(found.used)) {
			found = o
		}
	}
	return found
}

// share is one more use of a source that somebody uses.
func (s *sources) share(o *opened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.users++
}

// connect opens a source, for whoever waits for it.
func (s *sources) connect(key [sha256.Size]byte, o *opened) {
	conn, err := connection.Open(s.desk.life, o.spec)
	s.mu.Lock()
	defer s.mu.Unlock()
	o.conn, o.err = conn, err
	delete(s.problems, o.spec.Config.Name)
	if err != nil {
		s.problems[o.spec.Config.Name] = fault.Of(err)
		if s.open[key] == o {
			delete(s.open, key)
		}
	}
	close(o.ready)
	if o.stale && o.users == 0 {
		o.close()
	}
}

// retire takes a source out of use; its last user closes it. The sources are
// held.
func (s *sources) retire(key [sha256.Size]byte, o *opened) {
	delete(s.open, key)
	o.stale = true
	if o.users == 0 && o.isReady() {
		o.close()
	}
}

func (s *sources) release(o *opened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.users--
	o.used = s.desk.Clock()
	if o.stale && o.users == 0 && o.isReady() {
		o.close()
	}
}

func (o *opened) isReady() bool {
	select {
	case <-o.ready:
		return true
	default:
		return false
	}
}

// close frees a source that nobody uses, beside the others: it may take a while.
func (o *opened) close() {
	conn := o.conn
	if o.conn = nil; conn == nil {
		return
	}
	if !o.desk.goes(func() { _ = conn.Close() }) {
		_ = conn.Close()
	}
}

// watch closes what nobody asks.
func (s *sources) watch() {
	tick := time.NewTicker(max(s.desk.Bounds.Idle/4, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.mu.Lock()
			for key, o := range s.open {
				if o.users == 0 && o.isReady() && s.desk.Clock().Sub(o.used) >= s.desk.Bounds.Idle {
					s.retire(key, o)
				}
			}
			s.mu.Unlock()
		case <-s.desk.life.Done():
			return
		}
	}
}

// drop takes a source of a name out of use, so that it is opened again.
func (s *sources) drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.problems, name)
	for key, o := range s.open {
		if o.spec.Config.Name == name {
			s.retire(key, o)
		}
	}
}

// renew opens a source again beside those that still use it.
func (s *sources) renew(ctx context.Context, old *opened) {
	s.mu.Lock()
	if key := keyOf(old.spec); s.open[key] == old {
		s.retire(key, old)
	}
	s.mu.Unlock()
	o, _, err := s.take(old.spec, old.configured)
	if err != nil {
		return // the next who asks hears why
	}
	defer s.release(o)
	select {
	case <-o.ready:
	case <-ctx.Done():
	}
}

// close ends all. Nobody uses them any more.
func (s *sources) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var errs []error
	for _, o := range s.open {
		if o.conn != nil {
			errs = append(errs, o.conn.Close())
		}
	}
	clear(s.open)
	return errors.Join(errs...)
}

// state says whether a source of a name is open, and why it could not be.
func (s *sources) state(name string) (*opened, *fault.Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.last(name); o != nil {
		return o, nil
	}
	return nil, s.problems[name]
}

// conversation begins the conversation about a source with the first who wants
// it. Others wait; if that one is stopped, the next begins.
func (o *opened) conversation(ctx context.Context) (*talk.Talk, error) {
	select {
	case o.mind <- struct{}{}:
		defer func() { <-o.mind }()
	case <-ctx.Done():
		return nil, fault.Of(context.Cause(ctx))
	}
	if o.talk != nil {
		return o.talk, nil
	}
	c, err := o.desk.settings()
	if err != nil {
		return nil, err
	}
	o.talk, err = o.desk.Talk(ctx, c, o.spec, o.conn)
	if err != nil {
		o.talk = nil
		return nil, err
	}
	return o.talk, nil
}
