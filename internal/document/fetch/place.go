package fetch

import (
	"net/url"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/reach"
)

// place is where documents are, taken apart.
type place struct {
	scheme string   // "" for files
	url    *url.URL // of a server, with its login; of S3 bucket and key
	shown  string   // as it may be kept and shown; the path of files
	text   string   // of text:
}

var schemes = []string{"https", "http", "s3", "ftp", "ftps", "sftp"}

// IsLocal reports whether a place is on this machine: what only the person may name.
func IsLocal(where string) bool {
	scheme, isAddress := schemeOf(where)
	return !isAddress && scheme != "text" || scheme == "file"
}

// schemeOf is what stands before :// in an address, or before the colon of text:.
func schemeOf(where string) (scheme string, isAddress bool) {
	if strings.HasPrefix(where, "text:") {
		return "text", false
	}
	scheme, _, isAddress = strings.Cut(where, "://")
	return strings.ToLower(scheme), isAddress
}

func parsePlace(where string, env func(string) string) (place, error) {
	where = strings.TrimSpace(where)
	scheme, isAddress := schemeOf(where)
	switch {
	case where == "":
		return place{}, fault.New(fault.Usage, "no place is named").WithHint("name a file, a folder or an address")
	case strings.ContainsRune(where, 0):
		return place{}, fault.New(fault.Usage, "the place has a NUL in its name").WithHint("check how it was written")
	case scheme == "text":
		return place{scheme: "text", shown: "text", text: strings.TrimPrefix(where, "text:")}, nil
	case !isAddress:
		return place{shown: where}, nil
	case scheme == "file":
		u, err := url.Parse(where)
		if err != nil || u.Path == "" || u.Host != "" && u.Host != "localhost" {
			return place{}, fault.New(fault.Usage, "%s is not the address of a file", reach.WithoutSecrets(where)).WithHint("write file:///folder/file, or only the path")
		}
		return place{shown: u.Path}, nil
	case !slices.Contains(schemes, scheme):
		return place{}, fault.New(fault.Usage, "documents cannot be fetched from %s:// addresses", scheme).
			WithHint("addresses that work begin with %s://", strings.Join(schemes, ":// "))
	}
	return parseAddress(scheme, where, env)
}

// parseAddress takes the address of a server apart, and puts what variables hold for ${NAME}: in the login and
// in parameters, which are sent to that server only.
func parseAddress(scheme, where string, env func(string) string) (place, error) {
	rest := where[len(scheme)+len("://"):]
	at := strings.IndexAny(rest, "/?#")
	if at < 0 {
		at = len(rest)
	}
	authority, tail := rest[:at], rest[at:]
	login, host := "", authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		login, host = authority[:i], authority[i+1:]
	}
	if scheme == "s3" {
		return parseS3(login, host, tail)
	}
	tail, _, _ = strings.Cut(tail, "#")
	path, query, _ := strings.Cut(tail, "?")
	p := place{scheme: scheme, shown: scheme + "://" + host + tail}
	if strings.Contains(host+path, "${") {
		return p, fault.New(fault.Usage, "a reference such as ${NAME} stands in the login or in the parameters of an address only").WithHint("write the host and the path out")
	}
	if err := checkLiteral(login, query); err != nil {
		return p, err
	}
	login, err := expand(login, env)
	if err == nil {
		query, err = expand(query, env)
	}
	if err != nil {
		return p, err
	}
	full := scheme + "://"
	if login != "" {
		full += login + "@"
	}
	full += host + path
	if query != "" {
		full += "?" + query
	}
	if p.url, err = url.Parse(full); err != nil || p.url.Hostname() == "" || strings.ContainsFunc(p.url.Path, isControl) {
		return p, fault.New(fault.Usage, "%s is not an address", p.shown).WithHint("write %s://host/path", scheme)
	}
	return p, nil
}

// parseS3 takes keys as they are: they may have ? and #, and no encoding.
func parseS3(login, bucket, tail string) (place, error) {
	if login != "" {
		return place{}, fault.New(fault.Usage, "an s3 address has no login").WithHint("write s3://bucket/prefix, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	return place{scheme: "s3", url: &url.URL{Scheme: "s3", Host: bucket, Path: tail}, shown: "s3://" + bucket + tail}, nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// secretNames are the parameters that hold secrets, in small letters.
var secretNames = []string{"token", "access_token", "auth", "api_key", "apikey", "password", "secret", "client_secret", "sig", "signature", "x-amz-signature", "x-amz-security-token", "x-goog-signature"}

// checkLiteral refuses secrets that are written out: a place is kept and shown.
func checkLiteral(login, query string) error {
	if _, password, _ := strings.Cut(login, ":"); password != "" && strings.TrimSpace(withoutReferences(password)) != "" {
		return fault.New(fault.Usage, "the address has a password in it, which would be kept with it").
			WithHint("write ${NAME} for the password, and set NAME in the environment")
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if slices.Contains(secretNames, strings.ToLower(name)) && withoutReferences(value) != "" {
			return fault.New(fault.Usage, "the address has a secret in it, its parameter %s, which would be kept with it", name).
				WithHint("write %s=${NAME}, and set NAME in the environment", name)
		}
	}
	return nil
}

var reference = lazyregexp.New(`\$\{[A-Za-z_][A-Za-z0-9_]*\}`)

func withoutReferences(text string) string {
	for at := reference.FindStringIndex(text); at != nil; at = reference.FindStringIndex(text) {
		text = text[:at[0]] + text[at[1]:]
	}
	return text
}

// expand puts the values of variables where they are referred to, encoded for an address.
func expand(text string, env func(string) string) (string, error) {
	var b strings.Builder
	for {
		at := reference.FindStringIndex(text)
		if at == nil {
			break
		}
		name := text[at[0]+2 : at[1]-1]
		value := env(name)
		if value == "" {
			return "", fault.New(fault.Config, "the environment variable %s is not set", name).WithHint("export %[1]s=…, or write %[1]s=… into .env", name)
		}
		b.WriteString(text[:at[0]] + strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
		text = text[at[1]:]
	}
	if strings.Contains(text, "${") {
		return "", fault.New(fault.Usage, "a reference in the address is not complete").WithHint("write ${NAME}")
	}
	return b.String() + text, nil
}
