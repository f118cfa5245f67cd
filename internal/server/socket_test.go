package server

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/plumbdata/plumb/internal/session"
)

type talker struct {
	t    *testing.T
	conn *websocket.Conn
	all  *jsonschema.Schema
	kept []string // heard while waiting for another message
}

func dial(t *testing.T, url string, header http.Header) *talker {
	t.Helper()
	conn, answer, err := websocket.Dial(t.Context(), url+"/api/ws", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		t.Fatalf("%v (%v)", err, answer)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	text, err := build(t, newFake()).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := readDocument(t, string(text)).compiler.Compile("openapi.json#/components/schemas/ServerMessage")
	if err != nil {
		t.Fatal(err)
	}
	return &talker{t: t, conn: conn, all: schema}
}

func (k *talker) say(message string) {
	k.t.Helper()
	if err := k.conn.Write(k.t.Context(), websocket.MessageText, []byte(message)); err != nil {
		k.t.Fatal(err)
	}
}

// hear waits for a message that contains all of the texts, and takes it. Events
// and replies come in any order: what is heard meanwhile is kept for a later call.
func (k *talker) hear(texts ...string) string {
	k.t.Helper()
	matches := func(message string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(message, text) })
	}
	if i := slices.IndexFunc(k.kept, matches); i >= 0 {
		message := k.kept[i]
		k.kept = slices.Delete(k.kept, i, i+1)
		return message
	}
	for {
		_, b, err := k.conn.Read(k.t.Context())
		if err != nil {
			k.t.Fatalf("waiting for %v: %v", texts, err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
		if err == nil {
			err = k.all.Validate(v)
		}
		if err != nil {
			k.t.Errorf("the document does not allow %s: %v", b, err)
		}
		if matches(string(b)) {
			return string(b)
		}
		k.kept = append(k.kept, string(b))
	}
}

func TestASocketCarriesBothWays(t *testing.T) {
	d, web := open(t)
	k := dial(t, web.URL, http.Header{"Origin": {web.URL}})
	k.say(`{"type":"follow","notebook":"nb_1","after":0}`)
	k.hear(`"type":"event"`, `session.started`)
	k.say(`{"type":"ask","notebook":"nb_1","question":"revenue","ref":7}`)
	k.hear(`"type":"accepted"`, `"ref":7`, `"turn":"turn_1"`)
	k.say(`{"type":"run_sql","notebook":"nb_1","sql":"SELECT 1","ref":{"a":[1]}}`)
	k.hear(`"type":"accepted"`, `"ref":{"a":[1]}`)
	k.say(`{"type":"choose","notebook":"nb_1","cell":"cell_1","reading":1,"ref":"c"}`)
	k.hear(`"type":"accepted"`, `"ref":"c"`)
	k.hear(`turn.ended`, `turn_3`)
	k.say(`{"type":"cancel","turn":"turn_1"}`)
	k.say(`{"type":"cancel","turn":"nix","ref":"x"}`)
	k.hear(`"type":"error"`, `"ref":"x"`, `NOT_FOUND`)
	k.say(`{"type":"dance","ref":1}`)
	k.hear(`"type":"error"`, `BAD_REQUEST`)
	k.say(`{"type":"ask","unknown":1}`)
	k.hear(`BAD_REQUEST`, `no message has the field \"unknown\"`)
	k.say(`not json`)
	k.hear(`BAD_REQUEST`)
	k.say(`{"type":"follow","notebook":"nix","ref":2}`)
	k.hear(`NOT_FOUND`, `"ref":2`)
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.canceled) != 1 || d.asked[1].SQL != "SELECT 1" || d.asked[2].Reading != 1 || d.asked[2].Replaces != "cell_1" {
		t.Errorf("asked %+v, canceled %v", d.asked, d.canceled)
	}
}

// TestASocketForgetsWhatItCannotFollow: it takes no place of what it can.
func TestASocketForgetsWhatItCannotFollow(t *testing.T) {
	_, web := open(t)
	k := dial(t, web.URL, nil)
	for i := range maxFollowed + 1 {
		k.say(fmt.Sprintf(`{"type":"follow","notebook":"nix %d","ref":%d}`, i, i))
		k.hear(`NOT_FOUND`, fmt.Sprintf(`"ref":%d,`, i))
	}
	for range 3 { // again and again from the beginning
		k.say(`{"type":"follow","notebook":"nb_1"}`)
		k.hear("session.started")
	}
}

func TestAnIdleSocketSaysThatItIsThere(t *testing.T) {
	_, web := open(t, func(o *Options) { o.Limits.Pulse = 20 * time.Millisecond })
	k := dial(t, web.URL, nil)
	for range 3 {
		k.hear(`"type":"here"`)
	}
}

func TestASocketSaysThatFollowingBegins(t *testing.T) {
	_, web := open(t, func(o *Options) { o.Limits.Pulse = time.Hour })
	k := dial(t, web.URL, nil)
	k.say(`{"type":"follow","notebook":"nb_1","after":1}`) // there is nothing after it
	k.hear(`"type":"here"`)
}

// TestASlowSocketIsToldWhereToGoOn: it is sent nothing more until it asks to
// follow again, and then misses nothing.
func TestASlowSocketIsToldWhereToGoOn(t *testing.T) {
	var clock atomic.Int64
	d, web := open(t, func(o *Options) {
		o.Limits.Stall = time.Minute
		o.Now = func() time.Time { return time.Unix(40*clock.Add(1), 0) } // every message takes 40 seconds
	})
	for range 2 {
		d.append(session.StageEntered, "turn_1", session.StagePayload{Stage: session.Thinking}, nil)
	}
	k := dial(t, web.URL, nil)
	for after := range 3 {
		k.say(fmt.Sprintf(`{"type":"follow","notebook":"nb_1","after":%d}`, after))
		k.hear(`"type":"here"`)
		k.hear(`"type":"event"`, fmt.Sprintf(`"id":%d,`, after+1))
		k.hear(`"type":"lagging"`, fmt.Sprintf(`"after":%d`, after+1))
	}
}

func TestASocketOfAnotherSiteIsRefused(t *testing.T) {
	_, web := open(t)
	for _, header := range []http.Header{
		{"Origin": {"https://evil.example"}},
		{"Origin": {"null"}},
		{"Origin": {web.URL}, "Sec-Fetch-Site": {"cross-site"}},
	} {
		_, answer, err := websocket.Dial(t.Context(), web.URL+"/api/ws", &websocket.DialOptions{HTTPHeader: header})
		if err == nil || answer == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %v", header, err)
		}
	}
}

func TestASocketIsToldThatTheServerEnds(t *testing.T) {
	s := build(t, newFake())
	address := serve(t, s)
	k := dial(t, "http://"+address, nil)
	k.say(`{"type":"follow","notebook":"nb_1"}`)
	k.hear("session.started")
	s.close()
	_, _, err := k.conn.Read(context.WithoutCancel(t.Context()))
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the socket ended with %v", err)
	}
}
