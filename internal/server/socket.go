package server

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
)

// maxFollowed is how many notebooks one socket may follow.
const maxFollowed = 32

// socket is one connection over which a client asks and follows.
type socket struct {
	server *Server
	conn   *websocket.Conn
	ctx    context.Context
	wait   sync.WaitGroup
	pulse  *time.Timer // after which an idle socket says that it is there

	mu       sync.Mutex
	followed map[string]*following // by notebook
}

// following is a notebook whose events are sent.
type following struct {
	stop context.CancelFunc
	over chan struct{} // closed when nothing more is sent
}

// clientMessage has the fields of all that a client may say.
type clientMessage struct {
	Type string          `json:"type"`
	Ref  json.RawMessage `json:"ref,omitempty"`

	question
	SQL   string `json:"sql"`
	After int64  `json:"after"`
	Cell  string `json:"cell"`
	Turn  string `json:"turn"`
}

type eventMessage struct {
	Type     string          `json:"type"`
	Notebook string          `json:"notebook"`
	Event    json.RawMessage `json:"event"`
}

// hereMessage says that the connection stands, when following begins and while
// nothing happens: scripts in a browser do not see the pings of a socket.
type hereMessage struct {
	Type string `json:"type"`
}

// laggingMessage tells a client that it was too slow to be sent more of a
// notebook, and where to go on.
type laggingMessage struct {
	Type     string `json:"type"`
	Notebook string `json:"notebook"`
	After    int64  `json:"after"`
}

type acceptedMessage struct {
	Type string          `json:"type"`
	Ref  json.RawMessage `json:"ref,omitempty"`
	Turn desk.Turn       `json:"turn"`
}

type errorMessage struct {
	Type  string          `json:"type"`
	Ref   json.RawMessage `json:"ref,omitempty"`
	Error Problem         `json:"error"`
}

// socket upgrades a request. Where it comes from was checked before.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	leave, err := s.enter(r)
	if err != nil { // also said to who only asks: scripts in a browser do not see why a socket is refused
		refuse(w, r, err)
		return
	}
	defer leave()
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		refuse(w, r, fault.New(badRequest, "this is a WebSocket").WithHint("connect with ws://, or follow /api/notebooks/{id}/events"))
		return
	}
	s.sockets.Add(1)
	defer s.sockets.Done()
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	conn.SetReadLimit(maxBody)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	k := &socket{server: s, conn: conn, ctx: ctx, followed: map[string]*following{}}
	k.mu.Lock()
	k.pulse = time.AfterFunc(s.limits.Pulse, k.here)
	k.mu.Unlock()
	defer k.pulse.Stop()
	stop := context.AfterFunc(s.closing, func() { _ = conn.Close(websocket.StatusGoingAway, "Plumb ends") })
	defer stop()
	client := bucketOf(s.clientOf(r))
	for {
		_, message, err := conn.Read(ctx)
		if err != nil {
			break
		}
		if !s.clients.allow(client) {
			k.fail(nil, errRate)
			continue
		}
		k.answer(message)
	}
	cancel()
	k.wait.Wait()
	_ = conn.CloseNow()
}

func (k *socket) answer(message []byte) {
	var m clientMessage
	d := json.NewDecoder(bytes.NewReader(message))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		said := "this message cannot be read"
		if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			said += ": no message has the field " + short(field)
		}
		k.fail(nil, fault.Wrap(err, badRequest, "%s", said).WithHint("/docs lists the messages"))
		return
	}
	var q desk.Question
	switch m.Type {
	case "follow":
		k.follow(m)
		return
	case "cancel":
		if err := k.server.turns.Cancel(k.ctx, m.Turn); err != nil {
			k.fail(m.Ref, err)
		}
		return
	case "ask":
		q = m.question.forDesk()
	case "run_sql":
		q = m.question.forDesk()
		q.SQL = m.SQL
	case "choose":
		q = desk.Question{Notebook: m.Notebook, Replaces: m.Cell, Reading: m.Reading}
	default:
		k.fail(m.Ref, fault.New(badRequest, "there is no message of type %q", m.Type).WithHint("follow, ask, run_sql, choose or cancel"))
		return
	}
	turn, err := k.server.beginTurn(k.ctx, q)
	if err != nil {
		k.fail(m.Ref, err)
		return
	}
	k.send(acceptedMessage{Type: "accepted", Ref: m.Ref, Turn: turn})
}

// follow begins to send a notebook's events; following it again starts over,
// once the last event of before is sent.
func (k *socket) follow(m clientMessage) {
	ctx, cancel := context.WithCancel(k.ctx)
	one := &following{stop: cancel, over: make(chan struct{})}
	k.mu.Lock()
	before := k.followed[m.Notebook]
	full := before == nil && len(k.followed) >= maxFollowed
	if !full {
		k.followed[m.Notebook] = one
	}
	k.mu.Unlock()
	if full {
		cancel()
		k.fail(m.Ref, fault.New(tooMany, "one socket follows at most %d notebooks", maxFollowed).WithHint("open another socket"))
		return
	}
	k.wait.Go(func() {
		defer close(one.over)
		defer cancel()
		if before != nil {
			before.stop()
			<-before.over
		}
		k.sendAll(ctx, m)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.followed[m.Notebook] == one { // there is room for another
			delete(k.followed, m.Notebook)
		}
	})
}

// sendAll sends the events of a notebook until it is told to stop, or the client
// is too slow.
func (k *socket) sendAll(ctx context.Context, m clientMessage) {
	k.here()
	for e, err := range k.server.turns.Follow(ctx, m.Notebook, m.After) {
		var text []byte
		if err == nil {
			text, err = k.server.frames.of(m.Notebook, e)
		}
		if err != nil {
			k.fail(m.Ref, err)
			return
		}
		began := k.server.options.Now()
		k.send(eventMessage{Type: "event", Notebook: m.Notebook, Event: text})
		if k.server.options.Now().Sub(began) > k.server.limits.Stall/2 {
			k.send(laggingMessage{Type: "lagging", Notebook: m.Notebook, After: e.ID})
			return
		}
	}
}

func (k *socket) here() { k.send(hereMessage{Type: "here"}) }

func (k *socket) fail(ref json.RawMessage, err error) {
	k.send(errorMessage{Type: "error", Ref: ref, Error: failure(k.ctx, err).Problem})
}

// send writes one message. A client that takes none of it for too long is cut
// off, and goes on by the id that it saw last.
func (k *socket) send(v any) {
	var b bytes.Buffer
	if err := encodeJSON(&b, v); err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(k.ctx, k.server.limits.Stall)
	defer cancel()
	if k.conn.Write(ctx, websocket.MessageText, bytes.TrimSuffix(b.Bytes(), []byte("\n"))) != nil {
		_ = k.conn.CloseNow()
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pulse.Reset(k.server.limits.Pulse)
}
