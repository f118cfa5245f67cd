package fetch

import (
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
)

// canonical is one address for what web servers serve under several: without fragment, session and campaign
// parameters, default port and the name of the index page, in one encoding. It is nil for what is no web
// address, or is so long that a program must have made it.
func canonical(u *url.URL) *url.URL {
	const longest = 2000
	scheme, host := strings.ToLower(u.Scheme), canonicalHost(u)
	if scheme != "http" && scheme != "https" || host == "" || u.Opaque != "" {
		return nil
	}
	c := &url.URL{Scheme: scheme, Host: host, RawQuery: canonicalQuery(u.RawQuery)}
	p := canonicalPath(u.EscapedPath())
	var err error
	if c.Path, err = url.PathUnescape(p); err != nil {
		return nil
	}
	c.RawPath = p
	if len(c.String()) > longest {
		return nil
	}
	return c
}

func canonicalHost(u *url.URL) string {
	host, port := strings.ToLower(strings.TrimRight(u.Hostname(), ".")), u.Port()
	if host == "" || strings.ContainsAny(host, "/\\?#@%<>\"' \t\r\n") {
		return ""
	}
	if strings.Contains(host, ":") {
		ip, err := netip.ParseAddr(host)
		if err != nil {
			return ""
		}
		host = "[" + ip.String() + "]"
	}
	if port == "" || port == "443" && strings.EqualFold(u.Scheme, "https") || port == "80" && strings.EqualFold(u.Scheme, "http") {
		return host
	}
	return host + ":" + port
}

// indexPages are what servers send for a folder.
var indexPages = []string{"index.html", "index.htm", "index.php", "index.asp", "index.aspx", "index.jsp", "default.html", "default.htm", "default.asp", "default.aspx"}

func canonicalPath(escaped string) string {
	if at := strings.Index(strings.ToLower(escaped), ";jsessionid="); at >= 0 {
		end := strings.IndexByte(escaped[at:], '/')
		if end < 0 {
			end = len(escaped) - at
		}
		escaped = escaped[:at] + escaped[at+end:]
	}
	p := path.Clean("/" + normalEscapes(escaped))
	if isFolder := strings.HasSuffix(escaped, "/") || strings.HasSuffix(escaped, "/."); isFolder && p != "/" {
		p += "/"
	}
	if dir, name := path.Split(p); slices.Contains(indexPages, strings.ToLower(name)) {
		return dir
	}
	return p
}

// sessionNames and campaignPrefixes are parameters that say who asks, and not for what.
var (
	sessionNames     = []string{"phpsessid", "jsessionid", "sid", "session", "sessionid", "session_id", "aspsessionid", "cfid", "cftoken", "gclid", "fbclid", "msclkid"}
	campaignPrefixes = []string{"utm_", "mtm_", "pk_"}
)

// canonicalQuery has its parameters in order, without those that change nothing.
func canonicalQuery(raw string) string {
	var pairs []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, _, _ := strings.Cut(pair, "=")
		name = strings.ToLower(name)
		isCampaign := slices.ContainsFunc(campaignPrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
		if pair == "" || isCampaign || slices.Contains(sessionNames, name) {
			continue
		}
		pairs = append(pairs, normalEscapes(pair))
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// normalEscapes writes a path or query in one encoding: %XX in capitals, and only where it must be.
func normalEscapes(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	escape := func(c byte) {
		b.WriteByte('%')
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			decoded := fromHex(s[i+1])<<4 | fromHex(s[i+2])
			if i += 2; isUnreserved(decoded) {
				b.WriteByte(decoded)
			} else {
				escape(decoded)
			}
		case isUnreserved(c) || strings.IndexByte("!$&'()*+,;=:@/?", c) >= 0:
			b.WriteByte(c)
		default:
			escape(c)
		}
	}
	return b.String()
}

func isUnreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func fromHex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// goesRound reports whether a path repeats itself as those of pages do that link to themselves one level below.
func goesRound(p string) bool {
	const most, deepest = 3, 30
	seen := map[string]int{}
	parts := strings.Split(p, "/")
	for _, part := range parts {
		if seen[part]++; part != "" && seen[part] > most {
			return true
		}
	}
	return len(parts) > deepest
}
