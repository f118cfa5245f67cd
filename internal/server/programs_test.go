package server

import (
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/desk"
)

// What programs ask has a notebook for each connection, made when there is none
// yet, or none with room, whatever other notebooks are called.
func TestQuestionsOfProgramsFindANotebook(t *testing.T) {
	work := realDesk(t)
	s := New(t.Context(), work, Options{Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now, Random: rand.Reader})
	t.Cleanup(s.close)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	own, err := work.Create(t.Context(), programsName+" and by me", "")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(more string) string {
		t.Helper()
		answer, text := call(t, web, "POST /analysis/ask", `{"question":"amount for each channel"`+more+`}`)
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("%d: %s", answer.StatusCode, text)
		}
		return decode[analysis](t, text).Notebook
	}
	shop := ask("")
	if answer, text := call(t, web, "POST /api/sources", `{"name":"again","kind":"sqlite","properties":{"path":"shop.db"}}`); answer.StatusCode != http.StatusCreated {
		t.Fatalf("%d: %s", answer.StatusCode, text)
	}
	again := ask("")
	if shop == own.ID || again == own.ID || again == shop {
		t.Errorf("one's own is %s; kept in %s, then in %s", own.ID, shop, again)
	}
	if there := ask(""); there != again {
		t.Errorf("kept in %s, then in %s", again, there)
	}
	if back := ask(`,"source":"shop"`); back != shop {
		t.Errorf("of the shop: kept in %s, then in %s", shop, back)
	}
	for range maxPrograms {
		if _, err := work.Note(t.Context(), again, "full", ""); err != nil {
			t.Fatal(err)
		}
	}
	if next := ask(""); next == again || next == shop {
		t.Errorf("kept in %s, which is full", next)
	}
	answer, text := call(t, web, "GET /api/notebook?own=true", "")
	if open := decode[desk.Book](t, text); answer.StatusCode != http.StatusOK || open.ID != own.ID {
		t.Errorf("a person opens %s, and has %s: %d", open.ID, own.ID, answer.StatusCode)
	}
}
