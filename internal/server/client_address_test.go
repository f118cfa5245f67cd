package server

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestClientOf(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		name, peer, list, rfc, want string
	}{
		{"no proxy", "203.0.113.7:1", "", "", "203.0.113.7"},
		{"a stranger who says another name", "203.0.113.7:1", "198.51.100.1", "for=198.51.100.2", "203.0.113.7"},
		{"a proxy that says nothing", "10.0.0.1:1", "", "", "10.0.0.1"},
		{"a proxy", "10.0.0.1:1", "198.51.100.1", "", "198.51.100.1"},
		{"an address that the client made up", "10.0.0.1:1", "1.2.3.4, 198.51.100.1", "", "198.51.100.1"},
		{"two proxies", "10.0.0.1:1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "", "198.51.100.1"},
		{"proxies alone", "10.0.0.1:1", "10.0.0.3,10.0.0.2", "", "10.0.0.3"},
		{"nonsense", "10.0.0.1:1", "1.2.3.4, nonsense", "", "10.0.0.1"},
		{"nonsense before a proxy", "10.0.0.1:1", "nonsense, 10.0.0.2", "", "10.0.0.2"},
		{"several lines", "10.0.0.1:1", "1.2.3.4\n198.51.100.1", "", "198.51.100.1"},
		{"a port", "10.0.0.1:1", "198.51.100.1:4711", "", "198.51.100.1"},
		{"IPv6", "[fd00::1]:1", "2001:db8::5", "", "2001:db8::5"},
		{"IPv6 with a port", "[fd00::1]:1", "[2001:db8::5]:80", "", "2001:db8::5"},
		{"IPv4 within IPv6", "[::ffff:10.0.0.1]:1", "::ffff:198.51.100.1", "", "198.51.100.1"},
		{"a zone", "10.0.0.1:1", "fe80::1%eth0", "", "fe80::1"},
		{"the standard", "10.0.0.1:1", "", `for=1.2.3.4, proto=https;For="198.51.100.1:80";by=10.0.0.1`, "198.51.100.1"},
		{"the standard, IPv6", "10.0.0.1:1", "", `for="[2001:db8::5]:4711"`, "2001:db8::5"},
		{"hidden", "10.0.0.1:1", "", "for=1.2.3.4, for=_hidden", "10.0.0.1"},
		{"unknown", "10.0.0.1:1", "", "for=1.2.3.4, proto=http", "10.0.0.1"},
		{"both, the same", "10.0.0.1:1", "198.51.100.1", "for=198.51.100.1", "198.51.100.1"},
		{"both, and one made up", "10.0.0.1:1", "198.51.100.1", "for=1.2.3.4", "10.0.0.1"},
		{"too many", "10.0.0.1:1", "198.51.100.1" + strings.Repeat(",10.0.0.2", maxHops), "", "10.0.0.2"},
		{"no address at all", "pipe", "198.51.100.1", "", "pipe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &Server{options: Options{TrustedProxies: proxies}}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			for line := range strings.SplitSeq(c.list, "\n") {
				if line != "" {
					r.Header.Add("X-Forwarded-For", line)
				}
			}
			if c.rfc != "" {
				r.Header.Set("Forwarded", c.rfc)
			}
			if got := s.clientOf(r); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if got := (&Server{}).clientOf(r); got == "198.51.100.1" {
				t.Errorf("without trusted proxies it is %s", got)
			}
		})
	}
}

func TestBucketOf(t *testing.T) {
	for client, want := range map[string]string{
		"198.51.100.1": "198.51.100.1", "2001:db8::5": "2001:db8::/64", "2001:db8::ffff:1": "2001:db8::/64", "2001:db8:0:1::5": "2001:db8:0:1::/64",
		"::1": "::1", "127.0.0.1": "127.0.0.1", "pipe": "pipe",
	} {
		if got := bucketOf(client); got != want {
			t.Errorf("%s: got %s, want %s", client, got, want)
		}
	}
}

// TestEveryoneBehindAProxyHasAnAllowance asks through a proxy for two people, and
// for one who makes addresses up.
func TestEveryoneBehindAProxyHasAnAllowance(t *testing.T) {
	_, web := open(t, func(o *Options) {
		o.Limits = Limits{Rate: .001, Burst: 2}
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	})
	ask := func(chain string) int {
		answer, _ := call(t, web, "GET /api/health", "", "X-Forwarded-For", chain)
		return answer.StatusCode
	}
	for i, want := range []int{200, 200, 429} {
		if got := ask("198.51.100.1"); got != want {
			t.Errorf("request %d: %d", i, got)
		}
	}
	if got := ask("198.51.100.2"); got != 200 {
		t.Errorf("another person: %d", got)
	}
	if got := ask("1.2.3.4, 198.51.100.1"); got != 429 {
		t.Errorf("with a made-up address: %d", got)
	}
	for i, want := range []int{200, 200, 429} {
		if got := ask([]string{"2001:db8::1", "2001:db8::2", "2001:db8::3"}[i]); got != want {
			t.Errorf("request %d of a network: %d", i, got)
		}
	}
}
