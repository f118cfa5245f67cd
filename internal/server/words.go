package server

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	//go:embed docs/failure.html
	failureHTML string
	//go:embed docs/failure.css
	failureCSS string
)

var words = template.Must(template.New("").Parse(failureHTML))

// told is a failure as a person reads it.
type told struct {
	Problem
	Style template.CSS
	Home  bool // the notebooks can be gone to
}

// say answers with a failure in words. Its style is part of it, because whoever
// may not come in may not load one either; the policy names that style by its
// hash, and allows no script at all.
func say(w http.ResponseWriter, f *Failure) {
	sum := sha256.Sum256([]byte(failureCSS))
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(f.status)
	p := f.Problem
	p.Message, p.Hint = sentence(p.Message), sentence(p.Hint)
	_ = words.Execute(w, told{Problem: p, Style: template.CSS(failureCSS), Home: p.Code != unauthorized && p.Code != forbidden})
}

// sentence begins a message large and ends it, unless it ends with an address,
// which a full stop would become a part of.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	text = string(unicode.ToUpper(first)) + text[size:]
	last := text[strings.LastIndexByte(text, ' ')+1:]
	if strings.ContainsAny(text[len(text)-1:], ".!?") || strings.Contains(last, "/") {
		return text
	}
	return text + "."
}
