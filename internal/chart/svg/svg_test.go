package svg

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
)

const bars = `{"data":{"values":[{"a":"A","b":28},{"a":"B","b":55},{"a":"C","b":43}]},"mark":"bar",
	"encoding":{"x":{"field":"a","type":"nominal"},"y":{"field":"b","type":"quantitative"}}}`

// shared is loaded once for all tests.
var shared = sync.OnceValue(NewRenderer)

// warm is the renderer that tests share.
func warm(t *testing.T) *Renderer {
	t.Helper()
	for _, name := range []string{"vega.min.js", "vega-lite.min.js"} {
		if _, err := chart.Asset(name); err != nil {
			t.Skipf("needs Vega, which make brings: %v", err)
		}
	}
	return shared()
}

func TestPictureIsWellFormedAndSaysWhatItShows(t *testing.T) {
	picture, err := warm(t).SVG(t.Context(), []byte(bars), nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := texts(t, picture)
	for _, want := range []string{"A", "B", "C", "a", "b", "0", "50"} {
		if !texts[want] {
			t.Errorf("no text %q in %s", want, picture)
		}
	}
}

// texts are the texts of a picture, which must be well-formed.
func texts(t *testing.T, picture string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("%v in %s", err, picture)
		}
		if text, ok := token.(xml.CharData); ok {
			found[string(text)] = true
		}
	}
}

func TestPictureHasTheSameBytesWhateverWasDrawnBefore(t *testing.T) {
	specs := []string{
		bars,
		`{"data":{"values":[{"a":1,"b":2},{"a":3,"b":4}]},"mark":{"type":"line","clip":true},
			"encoding":{"x":{"field":"a","type":"quantitative"},"y":{"field":"b","type":"quantitative"}}}`,
		`{"data":{"values":[{"a":1},{"a":2},{"a":3},{"a":9}]},"transform":[{"sample":2}],"mark":"point","encoding":{"x":{"field":"a","type":"quantitative"}}}`,
		`{"data":{"values":[{"a":1,"b":2},{"a":2,"b":3}]},"mark":{"type":"area","color":{"gradient":"linear","stops":[{"offset":0,"color":"white"},{"offset":1,"color":"red"}]}},
			"encoding":{"x":{"field":"a","type":"quantitative"},"y":{"field":"b","type":"quantitative"}}}`,
	}
	var first []string
	for _, r := range []*Renderer{warm(t), NewRenderer()} {
		for _, i := range []int{0, 1, 2, 3, 1} {
			picture, err := r.SVG(t.Context(), []byte(specs[i]), nil)
			switch {
			case err != nil:
				t.Fatal(err)
			case i == len(first):
				first = append(first, picture)
			case picture != first[i]:
				t.Errorf("the second picture differs:\n%s\n%s", first[i], picture)
			}
		}
	}
}

func TestPicturesInOnePageDoNotShareNames(t *testing.T) {
	spec := `{"title":"a%d url(#clip0) id=\"clip0\"","data":{"values":[{"a":1,"b":2},{"a":3,"b":4}]},"mark":{"type":"line","clip":true},
		"encoding":{"x":{"field":"a","type":"quantitative"},"y":{"field":"b","type":"quantitative"}}}`
	r := warm(t)
	names := regexp.MustCompile(`<clipPath id="([^"]+)"`)
	seen := map[string]bool{}
	for i := range 2 {
		picture, err := r.SVG(t.Context(), fmt.Appendf(nil, spec, i), nil)
		if err != nil {
			t.Fatal(err)
		}
		found := names.FindStringSubmatch(picture)
		if found == nil || seen[found[1]] || !strings.Contains(picture, `clip-path="url(#`+found[1]+`)"`) {
			t.Errorf("%v in %s", found, picture)
			continue
		}
		seen[found[1]] = true
		if want := fmt.Sprintf(`a%d url(#clip0) id="clip0"`, i); !texts(t, picture)[want] {
			t.Errorf("no text %q in %s", want, picture)
		}
	}
}

func TestTimesAreDrawnInUTC(t *testing.T) {
	spec := `{"data":{"values":[{"d":"2025-01-01","t":"2025-01-01T00:00:00","n":1735689600000}]},"mark":"text","encoding":{"text":{"field":%q,"timeUnit":"yearmonthdatehours","format":"%%Y-%%m-%%d %%H h"}}}`
	r := warm(t)
	for _, field := range []string{"d", "t", "n"} {
		picture, err := r.SVG(t.Context(), fmt.Appendf(nil, spec, field), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !texts(t, picture)["2025-01-01 00 h"] {
			t.Errorf("%s: %s", field, picture)
		}
	}
}

func TestThemeReachesThePicture(t *testing.T) {
	picture, err := warm(t).SVG(t.Context(), []byte(bars), []byte(`{"background":"#123456","bar":{"color":"#abcdef"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(picture, "#123456") || !strings.Contains(picture, "#abcdef") {
		t.Error(picture)
	}
}

func TestRefused(t *testing.T) {
	mark := func(mark, encoding string) string {
		return `{"data":{"values":[{"a":"https://example.com/x","b":1}]},"mark":` + mark + `,"encoding":{"x":{"field":"b","type":"quantitative"}` + encoding + `}}`
	}
	cases := []struct {
		name, spec string
		code       fault.Code
	}{
		{"data from a url", `{"data":{"url":"https://example.com/x.json"},"mark":"point","encoding":{"x":{"field":"a","type":"quantitative"}}}`, fault.Validation},
		{"data from a file", `{"data":{"url":"file:///etc/passwd","format":{"type":"csv"}},"mark":"point","encoding":{"x":{"field":"a","type":"quantitative"}}}`, fault.Validation},
		{"lookup from a url", `{"data":{"values":[{"a":1}]},"transform":[{"lookup":"a","from":{"data":{"url":"x.csv"},"key":"a","fields":["b"]}}],"mark":"point","encoding":{"x":{"field":"a","type":"quantitative"}}}`, fault.Validation},
		{"an image", mark(`"image"`, `,"url":{"field":"a"}`), fault.Validation},
		{"a link", mark(`"point"`, `,"href":{"field":"a"}`), fault.Validation},
		{"a paint from outside", mark(`{"type":"bar","color":"url(https://example.com/p.svg#x)"}`, ``), fault.Validation},
		{"not JSON", `{`, fault.BadData},
		{"no mark", `{"data":{"values":[]}}`, fault.BadData},
		{"a broken expression", `{"data":{"values":[{"a":1}]},"transform":[{"filter":"datum.a >"}],"mark":"point"}`, fault.BadData},
		{"nested too deep", strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200), fault.BadData},
		{"too many rows", `{"data":{"values":[` + strings.Repeat("{},", maxObjects) + `{}]},"mark":"point"}`, fault.BadData},
	}
	r := warm(t)
	for _, c := range cases {
		picture, err := r.SVG(t.Context(), []byte(c.spec), nil)
		if fault.CodeOf(err) != c.code {
			t.Errorf("%s: got %q and error %v (%s), want %s", c.name, picture, err, fault.CodeOf(err), c.code)
			continue
		}
		if fault.Of(err).Hint == "" {
			t.Errorf("%s: %v has no hint", c.name, err)
		}
	}
	if _, err := r.SVG(t.Context(), []byte(bars), nil); err != nil {
		t.Errorf("after the refusals: %v", err)
	}
}

func TestWordsFromDataStayWords(t *testing.T) {
	evil := `<script>alert(1)</script>"'&\u0000\u001b[2J\ud800\uffff ]]> url(http://x)`
	spec := `{"title":"` + strings.ReplaceAll(evil, `"`, `\"`) + `","data":{"values":[{"a":"` + strings.ReplaceAll(evil, `"`, `\"`) + `","b":1}]},"mark":"bar",
		"encoding":{"x":{"field":"a","type":"nominal","axis":{"labelLimit":0}},"y":{"field":"b","type":"quantitative"}}}`
	picture, err := warm(t).SVG(t.Context(), []byte(spec), nil)
	if err != nil {
		t.Fatal(err)
	}
	texts(t, picture)
	if strings.Contains(picture, "<script") || !strings.Contains(picture, "&lt;script&gt;") {
		t.Error(picture)
	}
}

const endless = `{"data":{"sequence":{"start":0,"stop":1e9,"as":"x"}},"mark":"point","encoding":{"x":{"field":"x","type":"quantitative"}}}`

func TestCancellingStopsTheDrawing(t *testing.T) {
	r := warm(t)
	if _, err := r.SVG(t.Context(), []byte(bars), nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(200*time.Millisecond, cancel).Stop() // the drawing has begun by then, mostly
	if _, err := r.SVG(ctx, []byte(endless), nil); fault.CodeOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
	if _, err := r.SVG(t.Context(), []byte(bars), nil); err != nil {
		t.Errorf("the next picture: %v", err)
	}
}

// TestWaitingIsNoDrawing: whoever waits for others to draw has all the time that
// there is for a picture when their turn comes.
func TestWaitingIsNoDrawing(t *testing.T) {
	engine := warm(t).engine
	synctest.Test(t, func(t *testing.T) {
		r := NewRenderer()
		r.engine = engine
		token := <-r.turn
		drawn := make(chan error)
		go func() {
			_, err := r.SVG(t.Context(), []byte(bars), nil)
			drawn <- err
		}()
		time.Sleep(2 * maxTime)
		r.turn <- token
		if err := <-drawn; err != nil {
			t.Error(err)
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	warm(t)
	r := NewRenderer()
	r.maxHeap = 2 << 20
	if _, err := r.SVG(t.Context(), []byte(endless), nil); fault.CodeOf(err) != fault.Memory {
		t.Errorf("got %v", err)
	}
}

func TestSeveralDrawAtOnce(t *testing.T) {
	r := warm(t)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			if _, err := r.SVG(t.Context(), []byte(bars), nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestExamplesOfVegaLite draws the published examples that bring their data.
func TestExamplesOfVegaLite(t *testing.T) {
	folder := os.Getenv("PLUMB_EVAL")
	if folder == "" {
		t.Skip("needs PLUMB_EVAL, the folder of evaluation data")
	}
	files, err := filepath.Glob(filepath.Join(folder, "vega-lite", "*.vl.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples in %s: %v", folder, err)
	}
	r := warm(t)
	drawn, refused := 0, 0
	for _, file := range files {
		spec, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := r.SVG(t.Context(), spec, nil)
		switch {
		case fault.CodeOf(err) == fault.Validation:
			refused++
		case err != nil:
			t.Errorf("%s: %v", filepath.Base(file), err)
		default:
			texts(t, picture)
			drawn++
		}
	}
	t.Logf("%d examples: %d drawn, %d refused because they load or link", len(files), drawn, refused)
}

func BenchmarkSVG(b *testing.B) {
	r := NewRenderer()
	for b.Loop() {
		if _, err := r.SVG(b.Context(), []byte(bars), nil); err != nil {
			b.Fatal(err)
		}
	}
}
