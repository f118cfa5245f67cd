package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// cookieName is where a browser keeps the token.
const cookieName = "plumb_token"

var errRate = fault.New(tooMany, "too many requests in a short time").WithHint("wait a second, and try again")

// admit says why a request may not come in.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) error {
	if !s.knownHost(r.Host) {
		return fault.New(forbidden, "this server does not accept the host name %q", short(r.Host)).
			WithHint("use the address that plumb start shows, or name this one with --host")
	}
	if !s.clients.allow(bucketOf(s.clientOf(r))) {
		return errRate
	}
	if err := fromHere(r); err != nil {
		return err
	}
	if s.draining.Load() && changes(r) {
		return fault.New(ending, "Plumb is shutting down").WithHint("restart it, and try again")
	}
	return s.checkToken(w, r)
}

// knownHost keeps out pages of other sites that have pointed their own name at
// this machine. Only with a token, which they do not have, is an address as
// good as a name.
func (s *Server) knownHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	if ip, err := netip.ParseAddr(name); err == nil && (ip.IsLoopback() || s.options.Token != "") {
		return true
	}
	for _, h := range s.options.Hosts {
		if strings.EqualFold(h, name) {
			return true
		}
	}
	return false
}

func changes(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead
}

// fromHere refuses what pages of other sites send. Browsers say where a request
// comes from; programs that are not browsers say nothing, and may. Other sites
// may link to the page, but not make Plumb look something up: they would not see
// the answer, but a database would be asked.
func fromHere(r *http.Request) error {
	upgrade := r.Header.Get("Upgrade") != ""
	if !changes(r) && !upgrade && !strings.HasPrefix(r.URL.Path, "/api/") {
		return nil
	}
	foreign := fault.New(forbidden, "this request comes from another site").WithHint("open Plumb's own page")
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return foreign
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || !strings.EqualFold(u.Host, r.Host) || (u.Scheme != "http" && u.Scheme != "https") {
			return foreign
		}
	}
	return nil
}

// checkToken holds the request's token against the hash of the right one.
func (s *Server) checkToken(w http.ResponseWriter, r *http.Request) error {
	if s.options.Token == "" || r.URL.Path == "/api/health" {
		return nil
	}
	given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		if c, err := r.Cookie(cookieName); err == nil {
			given = c.Value
		}
	}
	if brings(r) {
		if token := r.URL.Query().Get("token"); token != "" {
			given = token
		} else if pass, ok := s.options.Login.redeem(r.URL.Query().Get("code")); ok {
			given = pass
		}
		requestOf(r.Context()).brought = given
	}
	if s.options.Token.Matches(given) || s.options.Login.accepts(given) {
		return nil
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	said := "this Plumb needs its token"
	if given != "" {
		said = "this is not the token of this Plumb"
	}
	return fault.New(unauthorized, "%s", said).
		WithHint("open the address with the token that plumb start showed, or send it as Authorization: Bearer; plumb start --token creates a new one")
}

// brings is true for an address that lets its browser in: it has the token, or
// the code of a one-time login.
func brings(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == "/" && (r.URL.Query().Has("token") || r.URL.Query().Has("code"))
}

// keepToken keeps what came in the address as a cookie, and takes it out of the
// address. It reports whether that was the answer.
func (s *Server) keepToken(w http.ResponseWriter, r *http.Request) bool {
	if !brings(r) {
		return false
	}
	if s.options.Token != "" {
		http.SetCookie(w, &http.Cookie{
			Name: cookieName, Value: requestOf(r.Context()).brought, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
			Secure: r.TLS != nil, MaxAge: 90 * 24 * 60 * 60,
		})
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		// Whoever follows a link on another site comes to / from there too, if
		// redirected, and browsers leave the cookie out; from a page of ours not.
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, `<!doctype html><meta http-equiv="refresh" content="0; url=/"><title>Plumb</title><a href="/">Plumb</a>`)
		return true
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return true
}

// readBody takes the whole body in, within its limits, so that no route waits
// for a client.
func readBody(w http.ResponseWriter, r *http.Request) error {
	if !hasBody(r) {
		return nil
	}
	most, kind := int64(maxBody), "application/json"
	if r.URL.Path == uploads {
		most, kind = maxUpload, "application/octet-stream" // which no form of another site can send either
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return fault.New(tooLarge, "the request is larger than %d MB", most>>20).WithHint("send less at once")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fault.New(tooSlow, "the request did not arrive in time").WithHint("try again")
	case err != nil:
		return fault.Wrap(err, badRequest, "the request could not be read").WithHint("try again")
	}
	if len(b) > 0 {
		if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != kind {
			what := "requests must be JSON"
			if kind != "application/json" {
				what = "a file is sent as its bytes"
			}
			return fault.New(wrongType, "%s", what).WithHint("send Content-Type: %s", kind)
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(b))
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // the answer may take longer
	return nil
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// peerOf is who a request comes from directly: its address without the port.
func peerOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func short(s string) string { return s[:min(len(s), 100)] }
