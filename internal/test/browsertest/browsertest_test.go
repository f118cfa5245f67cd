package browsertest

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func serve(t *testing.T, html string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestTextIsWhatThePageShows(t *testing.T) {
	url := serve(t, `<title>x</title><h1>before</h1>
<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<h2>Größe <b>4</b><i hidden>5</i></h2>"), 50)</script>`)
	if got := Text(t, url, "h2"); got != "Größe 4" {
		t.Errorf("got %q", got)
	}
}

func TestScreenshotIsTheWholePageInColour(t *testing.T) {
	url := serve(t, `<body style="margin:0"><div style="height:2000px;background:#0000ff"></div>`)
	shot, err := png.Decode(bytes.NewReader(Screenshot(t, url)))
	if err != nil {
		t.Fatal(err)
	}
	if size := shot.Bounds().Size(); size.X != 1280 || size.Y != 2000 {
		t.Errorf("size %v", size)
	}
	if r, g, b, _ := shot.At(640, 1900).RGBA(); r != 0 || g != 0 || b != 0xffff {
		t.Errorf("colour %x %x %x, want blue", r, g, b)
	}
}

func TestLettersAreDrawn(t *testing.T) {
	url := serve(t, `<body style="margin:0;font:40px sans-serif;color:#000;background:#fff">Plumb`)
	page := Open(t, Visit{URL: url, Width: 300, Height: 200, Screenshot: true})
	shot, err := png.Decode(bytes.NewReader(page.Screenshot))
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	for y := range shot.Bounds().Dy() {
		for x := range shot.Bounds().Dx() {
			if r, _, _, _ := shot.At(x, y).RGBA(); r < 0x4000 {
				dark++
			}
		}
	}
	if dark < 200 {
		t.Errorf("only %d dark pixels: no font was found", dark)
	}
}

func TestOpenReportsErrorsAndRefusesTheOutside(t *testing.T) {
	url := serve(t, `<title>Trouble</title><img src="http://192.0.2.1/pixel.png">
<p>text</p><script>console.error("said so"); throw new Error("thrown")</script>`)
	page := Open(t, Visit{URL: url, Selectors: []string{"p"}})
	if page.Title != "Trouble" || !slices.Equal(page.Texts, []string{"text"}) {
		t.Errorf("got %+v", page)
	}
	if !slices.Equal(page.Refused, []string{"http://192.0.2.1/pixel.png"}) {
		t.Errorf("refused %q", page.Refused)
	}
	all := strings.Join(page.Errors, "\n")
	if !strings.Contains(all, "said so") || !strings.Contains(all, "thrown") {
		t.Errorf("errors %q", page.Errors)
	}
}
