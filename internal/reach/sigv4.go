package reach

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// credentials sign requests to AWS.
type credentials struct {
	key, secret, session string
}

// emptyHash is the SHA-256 of the body that a GET does not have.
var emptyHash = hashOf("")

// signV4 signs a request without a body by AWS Signature Version 4. All headers
// that are set are signed.
func signV4(r *http.Request, c credentials, region, service string, now time.Time) {
	at := now.UTC().Format("20060102T150405Z")
	r.Header.Set("X-Amz-Date", at)
	if service == "s3" {
		r.Header.Set("X-Amz-Content-Sha256", emptyHash)
	}
	if c.session != "" {
		r.Header.Set("X-Amz-Security-Token", c.session)
	}
	headers, signed := canonicalHeaders(r)
	canonical := strings.Join([]string{r.Method, canonicalPath(r.URL), canonicalQuery(r.URL), headers, signed, emptyHash}, "\n")
	scope := strings.Join([]string{at[:8], region, service, "aws4_request"}, "/")
	toSign := strings.Join([]string{"AWS4-HMAC-SHA256", at, scope, hashOf(canonical)}, "\n")
	key := []byte("AWS4" + c.secret)
	for _, part := range []string{at[:8], region, service, "aws4_request", toSign} {
		key = mac(key, part)
	}
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+c.key+"/"+scope+", SignedHeaders="+signed+", Signature="+hex.EncodeToString(key))
}

func canonicalHeaders(r *http.Request) (headers, signed string) {
	values := map[string]string{"host": r.URL.Host}
	names := []string{"host"}
	for name, list := range r.Header {
		if name == "Authorization" || name == "User-Agent" { // which others may change on the way
			continue
		}
		lower := strings.ToLower(name)
		names = append(names, lower)
		for i := range list {
			list[i] = strings.Join(strings.Fields(list[i]), " ")
		}
		values[lower] = strings.Join(list, ",")
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		b.WriteString(name + ":" + values[name] + "\n")
	}
	return b.String(), strings.Join(names, ";")
}

// canonicalPath is the path as S3 wants it: encoded once.
func canonicalPath(u *url.URL) string {
	if u.Path == "" {
		return "/"
	}
	return uriEncode(u.Path, true)
}

func canonicalQuery(u *url.URL) string {
	var pairs []string
	for name, values := range u.Query() {
		for _, v := range values {
			pairs = append(pairs, uriEncode(name, false)+"="+uriEncode(v, false))
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// uriEncode encodes all but the characters that RFC 3986 does not reserve.
func uriEncode(s string, keepSlash bool) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '.', c == '_', c == '~', c == '/' && keepSlash:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	return b.String()
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
