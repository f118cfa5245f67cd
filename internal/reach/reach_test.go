package reach

import (
	"net/http"
	"net/netip"
	"net/url"
	"testing"
)

func TestScopes(t *testing.T) {
	for ip, want := range map[string]Scope{
		"93.184.216.34": Public, "2606:2800:220:1::1": Public, "8.8.8.8": Public, "::ffff:8.8.8.8": Public,
		"10.0.0.1": Private, "172.16.0.1": Private, "192.168.0.1": Private, "127.0.0.1": Private, "100.64.0.1": Private,
		"::1": Private, "fd00::1": Private, "::ffff:127.0.0.1": Private, "::ffff:10.1.2.3": Private, "198.18.0.1": Private,
		"169.254.169.254": Special, "::ffff:169.254.169.254": Special, "fd00:ec2::254": Special, "100.100.100.200": Special, "168.63.129.16": Special,
		"0.0.0.0": Special, "255.255.255.255": Special, "224.0.0.1": Special, "169.254.1.1": Special, "192.0.2.1": Special, "203.0.113.9": Special,
		"::": Special, "fe80::1": Special, "fe80::1%eth0": Special, "ff02::1": Special, "fec0::1": Special, "2001:db8::1": Special,
		"64:ff9b::a00:1": Special, "2002:a00:1::": Special, "::7f00:1": Special, "::ffff:0:a00:1": Special, "2001::1": Special,
	} {
		if got := ScopeOf(netip.MustParseAddr(ip)); got != want {
			t.Errorf("%s: got %v, want %v", ip, got, want)
		}
	}
}

// A login goes to the host that was named, and to no other.
func TestRedirectsCarryNoSecrets(t *testing.T) {
	first := []*http.Request{{URL: &url.URL{Scheme: "https", Host: "a.example.com"}}}
	follow := FollowRedirects(func(string) bool { return false })
	other := &http.Request{URL: &url.URL{Scheme: "https", Host: "other.example.com"}, Header: http.Header{"Authorization": {"x"}, "Referer": {"y"}}}
	if err := follow(other, first); err != nil || len(other.Header) != 0 {
		t.Error(err, other.Header)
	}
	for _, scheme := range []string{"http", "ftp", "file", "gopher"} {
		if err := follow(&http.Request{URL: &url.URL{Scheme: scheme, Host: "a.example.com"}, Header: http.Header{}}, first); err == nil {
			t.Errorf("a redirect to %s was followed", scheme)
		}
	}
}
