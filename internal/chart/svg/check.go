package svg

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	maxBytes   = 16 << 20
	maxObjects = 100_000 // rows, mostly
	maxDepth   = 100
)

// checkSize refuses what would take too long, or nest deeper than the engine
// can follow.
func checkSize(text []byte) error {
	switch {
	case len(text) == 0:
		return nil
	case len(text) > maxBytes:
		return tooLarge("%d MiB", len(text)>>20)
	case !json.Valid(text):
		return fault.New(fault.BadData, "the chart's specification is not JSON").WithHint("write it as a Vega-Lite specification")
	}
	depth, objects, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			if c == '{' {
				objects++
			}
			if depth > maxDepth {
				return tooLarge("more than %d levels", maxDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	if objects > maxObjects {
		return tooLarge("%d rows", objects)
	}
	return nil
}

func tooLarge(format string, n int) error {
	return fault.New(fault.BadData, "the chart is too large to draw: it has "+format, n).
		WithHint("aggregate the rows first, or draw fewer of them")
}

func externalDataFault() error {
	return fault.New(fault.Validation, "the chart refers to external data, links or images, which are not allowed").
		WithHint("take out url, href and image, and give the data as rows")
}

func undrawable(reason string) error {
	const longest = 300
	reason = strings.TrimPrefix(strings.ToValidUTF8(reason, "\uFFFD"), "Error: ")
	if letters := []rune(reason); len(letters) > longest {
		reason = string(letters[:longest]) + "…"
	}
	return fault.New(fault.BadData, "the chart cannot be drawn: %s", reason).WithHint("correct its specification")
}

// explain turns the engine's error into a fault.
func explain(err error) error {
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	var thrown *goja.Exception
	switch {
	case errors.As(err, &interrupted):
		if cause, ok := interrupted.Value().(error); ok {
			return fault.Of(cause)
		}
		return fault.New(fault.Memory, "the chart needs too much memory to draw").WithHint("draw fewer rows, or aggregate them first")
	case errors.As(err, &overflow):
		return tooLarge("more than %d calls within calls", maxCall)
	case errors.As(err, &thrown):
		return undrawable(thrown.Value().String())
	}
	return fault.Wrap(err, fault.Internal, "the chart library failed: %v", err)
}

var (
	tags  = regexp.MustCompile(`<[^<>]*>`)
	named = regexp.MustCompile(` (?:id="|(?:clip-path|mask|fill|stroke)="url\(#)`)
)

// ownNames makes the names within a picture its own: several pictures in one
// page would otherwise be clipped by each other's shapes. Quotes and angle
// brackets in words are escaped, so that words are never taken for names.
func ownNames(picture string, spec, config []byte) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d\n%s%s", len(spec), spec, config)
	prefix := "p" + hex.EncodeToString(hash.Sum(nil)[:6]) + "-"
	return tags.ReplaceAllStringFunc(picture, func(tag string) string {
		return named.ReplaceAllString(tag, "${0}"+prefix)
	})
}

// drawing are the elements that a picture may have. None of them runs, loads
// or links.
var drawing = map[string]bool{
	"svg": true, "g": true, "path": true, "rect": true, "line": true, "circle": true, "text": true, "tspan": true,
	"defs": true, "clipPath": true, "linearGradient": true, "radialGradient": true, "stop": true, "pattern": true, "title": true,
}

// seal holds a picture to its promise: well-formed, and of drawing elements
// alone, which refer to nothing but each other.
func seal(picture string) (string, error) {
	picture = strings.Map(printable, picture)
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return picture, nil
		}
		if err != nil {
			return "", fault.Wrap(err, fault.Internal, "the chart library drew a picture that cannot be read: %v", err).
				WithHint("report it, with the chart's specification")
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !drawing[element.Name.Local] {
			return "", externalDataFault()
		}
		for _, a := range element.Attr {
			if !harmless(a) {
				return "", externalDataFault()
			}
		}
	}
}

// printable replaces what XML cannot hold: data may hold it.
func printable(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return r
	case r < 0x20, r == 0xFFFE, r == 0xFFFF:
		return '\uFFFD'
	}
	return r
}

func harmless(a xml.Attr) bool {
	name, value := strings.ToLower(a.Name.Local), strings.ToLower(a.Value)
	switch {
	case strings.HasPrefix(name, "on"), name == "src", name == "style" && strings.Contains(value, "import"):
		return false
	case name == "href":
		return strings.HasPrefix(value, "#")
	case name == "aria-label": // words from the data, shown to readers
		return true
	}
	return strings.Count(value, "url(") == strings.Count(value, "url(#")
}
