package config

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Expand replaces the references of a DSN. A value goes in as it is meant: it
// is percent-encoded in the user part and the parameters of a URL, and quoted
// in a list of key=value, so that a variable holds the password itself. The
// result holds secrets: it must not be printed or stored.
func Expand(dsn string, lookup func(string) (string, bool)) (string, error) {
	a := dissect(dsn)
	return expand(dsn, lookup, a.fit)
}

// Redact shows *** instead of passwords and tokens. References stay. Where a
// DSN can be read in two ways, it shows less.
func Redact(dsn string) string {
	a := dissect(dsn)
	for i, s := range slices.Backward(a.secrets) {
		if path, _, _ := strings.Cut(dsn[s.end:], "?"); i == 0 && s.end == a.userinfo.end {
			s.end += max(0, strings.LastIndexByte(path, '@')) // a password with @ and /
		}
		if s.literal {
			dsn = dsn[:s.start] + "***" + dsn[s.end:]
		}
	}
	return dsn
}

// Secret is a value that belongs into the environment.
type Secret struct {
	Variable string
	Value    string
}

func (s Secret) String() string { return s.Variable + "=***" }

// GoString keeps the value out of %#v.
func (s Secret) GoString() string { return s.String() }

// ExtractSecrets replaces the secrets of a connection's DSN by references and
// returns them apart. Expand puts them back.
func ExtractSecrets(name, dsn string) (rewritten string, secrets []Secret) {
	found := dissect(dsn).secrets
	rewritten = dsn
	taken := map[string]bool{}
	for _, s := range found {
		if !s.literal {
			continue
		}
		if s.variable != "" {
			secrets = append(secrets, Secret{s.variable, s.decode(dsn[s.start:s.end])})
			continue
		}
		variable := envPrefix + envWord(name) + "_" + envWord(s.key)
		for n := 2; taken[variable]; n++ {
			variable = envPrefix + envWord(name) + "_" + envWord(s.key) + "_" + strconv.Itoa(n)
		}
		taken[variable] = true
		secrets = append(secrets, Secret{variable, s.decode(dsn[s.start:s.end])})
	}
	n := len(secrets)
	for _, s := range slices.Backward(found) {
		if s.literal {
			n--
			rewritten = rewritten[:s.start] + "${" + secrets[n].Variable + "}" + rewritten[s.end:]
		}
	}
	return rewritten, secrets
}

// holdsSecret reports whether a value is a DSN with a secret in it.
func holdsSecret(f field, text string) bool {
	return f.typ == reflect.TypeFor[DSN]() &&
		slices.ContainsFunc(dissect(text).secrets, func(s secret) bool { return s.literal })
}

// heldSecret refuses a DSN in a file that holds a secret, and shows the line
// that should be there.
func heldSecret(s setting) error {
	path := strings.Split(s.key, ".")
	name, key := path[1], path[len(path)-1]
	rewritten, secrets := ExtractSecrets(name, s.text)
	return fault.New(fault.Config, "%s: %s holds a secret, and files must not", s.from, s.key).
		WithHint("write\n  %s: %s\nand set %s in the environment or in .env", key, rewritten, secrets[0].Variable)
}

// anatomy is where the parts of a DSN stand that need care.
type anatomy struct {
	userinfo span
	values   []span // of a URL's parameters
	pairs    []pair // of a key=value list
	secrets  []secret
}

type span struct{ start, end int }

func (s span) has(i int) bool { return i >= s.start && i < s.end }

type pair struct {
	span
	quoted bool
}

type secret struct {
	span
	key      string
	literal  bool   // more than references
	variable string // of a reference whose default is the secret
	decode   func(string) string
}

// dissect finds the parts. References are looked through: what they stand for
// is not known, and what they say is not part of the DSN.
func dissect(dsn string) anatomy {
	masked := []byte(dsn)
	refs, err := findReferences(dsn)
	if err != nil {
		refs = nil
	}
	for _, r := range refs {
		clear(masked[r.start:r.end])
	}
	var a anatomy
	switch text := string(masked); {
	case isPairs(text):
		a.findPairs(text)
	default:
		a.findURL(text)
	}
	for i, s := range a.secrets {
		rest := slices.Clone(masked[s.start:s.end])
		for _, r := range refs { // a default in a file is no better than a password
			if s.has(r.start) && r.fallback != "" {
				rest = append(rest, 'x')
			}
			if s.span == (span{r.start, r.end}) {
				a.secrets[i].variable = r.name
				a.secrets[i].decode = func(string) string { return r.fallback }
			}
		}
		a.secrets[i].literal = slices.ContainsFunc(rest, func(c byte) bool { return c != 0 })
	}
	a.secrets = slices.DeleteFunc(a.secrets, func(s secret) bool { return s.start == s.end })
	return a
}

// findURL handles scheme://user:password@host/path?key=value, and the
// parameters of anything else.
func (a *anatomy) findURL(s string) {
	scheme, _, isURL := strings.Cut(s, "://")
	start := 0
	if isURL = isURL && !strings.ContainsAny(scheme, "/?@ "); isURL {
		start = len(scheme) + len("://")
		if at := userinfoEnd(s, start); at >= 0 {
			a.userinfo = span{start, at}
			if colon := strings.IndexByte(s[start:at], ':'); colon >= 0 {
				a.secrets = append(a.secrets, secret{span: span{start + colon + 1, at}, key: "password", decode: unescape})
			}
			start = at + 1
		}
	}
	q := strings.IndexByte(s[start:], '?')
	if q < 0 {
		return
	}
	at := start + q + 1
	for param := range strings.SplitSeq(s[at:], "&") {
		key, value, ok := strings.Cut(param, "=")
		v := span{at + len(key) + 1, at + len(param)}
		at += len(param) + 1
		if !ok {
			continue
		}
		if isURL {
			a.values = append(a.values, v)
		}
		if k := unescape(key); isSecret(k) && value != "" {
			a.secrets = append(a.secrets, secret{span: v, key: k, decode: unescape})
		}
	}
}

// userinfoEnd is the place of the @ that ends the user part, or -1. A password
// with an unescaped / ? or # is recognised by a port that is no number.
func userinfoEnd(s string, start int) int {
	rest := s[start:]
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		return start + at
	}
	_, port, ok := strings.Cut(authority[strings.LastIndexByte(authority, ']')+1:], ":")
	port, _, _ = strings.Cut(port, ",")
	if ok && strings.Trim(port, "0123456789\x00") != "" {
		if at := strings.LastIndexByte(rest, '@'); at >= 0 {
			return start + at
		}
	}
	return -1
}

// isPairs recognises libpq's list of key=value by its first key.
func isPairs(s string) bool {
	key, _, ok := strings.Cut(s, "=")
	switch strings.TrimSpace(key) {
	case "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "sslmode", "sslpassword", "application_name", "connect_timeout", "options":
		return ok
	}
	return false
}

func (a *anatomy) findPairs(s string) {
	for i := 0; i < len(s); {
		key, _, ok := strings.Cut(s[i:], "=")
		if !ok {
			return
		}
		i += len(key) + 1
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		p := pair{span: span{start: i}}
		if p.quoted = i < len(s) && s[i] == '\''; p.quoted {
			i++
			p.start = i
		}
		for i < len(s) && (p.quoted && s[i] != '\'' || !p.quoted && !isSpace(s[i])) {
			if s[i] == '\\' {
				i++
			}
			i++
		}
		p.end = min(i, len(s))
		i = p.end + 1
		a.pairs = append(a.pairs, p)
		if key = strings.TrimSpace(key); isSecret(key) {
			a.secrets = append(a.secrets, secret{span: p.span, key: key, decode: unescapePair})
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// isSecret recognises the keys of secret parameters.
func isSecret(key string) bool {
	key = strings.ToLower(key)
	if key == "pwd" || key == "sig" || key == "apikey" || strings.HasSuffix(key, "api_key") || strings.HasSuffix(key, "access_key") {
		return true
	}
	for _, word := range []string{"password", "passwd", "passphrase", "secret", "token", "signature"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// fit encodes a value for the place in the DSN where its reference stands.
func (a anatomy) fit(at int, value string) string {
	if a.userinfo.has(at) {
		return strings.TrimPrefix(url.UserPassword("", value).String(), ":")
	}
	for _, v := range a.values {
		if v.has(at) {
			// PostgreSQL takes a + in a parameter for itself.
			return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
		}
	}
	for _, p := range a.pairs {
		if !p.has(at) {
			continue
		}
		escaped := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value)
		if p.start == at && !p.quoted && (value == "" || strings.ContainsAny(value, " \t\r\n\v\f'\\")) {
			return "'" + escaped + "'"
		}
		return escaped
	}
	return value
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

func unescapePair(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
