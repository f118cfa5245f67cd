package remote

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// checkAddress refuses addresses that are never requested.
func checkAddress(u *url.URL, trusted bool) error {
	switch {
	case strings.EqualFold(u.Scheme, "https"):
		return nil
	case !reach.IsLoopback(u.Hostname()):
		return fault.New(fault.Usage, "%s is not encrypted: anyone on the way could change the data", reach.WithoutSecrets(u.String())).
			WithHint("write https:// instead of http://, or download the file yourself")
	case !trusted:
		return errPrivate(u.Hostname())
	}
	return nil
}

func errPrivate(host string) error {
	return fault.New(fault.Connect, "%s is an address inside a private network, which is reached only if you write it in the command line or in your own config.yaml", host).
		WithHint("connect it with plumb connect, or download the file and connect that")
}

// newClient makes a client for one address, whose host may be private if the
// person wrote it; without encryption it must be this machine.
func newClient(u *url.URL, mayBePrivate bool, o Options) *http.Client {
	named, onlyLoopback := u.Hostname(), u.Scheme == "http"
	d := reach.Dialer{Roots: o.roots, Permit: func(host string, ip netip.Addr) error {
		mayBePrivate := mayBePrivate && strings.EqualFold(host, named)
		if onlyLoopback && !ip.Unmap().IsLoopback() || !mayBePrivate && reach.ScopeOf(ip) != reach.Public {
			return errPrivate(host)
		}
		return nil
	}}
	return d.Client(reach.FollowRedirects(func(host string) bool { return onlyLoopback && reach.IsLoopback(host) }))
}

// webPage is the fault for the page about a file, or that of a login.
func webPage(u *url.URL) error {
	return fault.New(fault.Connect, "%s is a web page, not a data file", reach.WithoutSecrets(u.String())).
		WithHint("open it in a browser, and connect the address of its download link, or the downloaded file")
}

func tooLarge(u *url.URL, most int64) error {
	return fault.New(fault.Connect, "%s has more than %s", reach.WithoutSecrets(u.String()), sizeOf(most)).
		WithHint("load the data into a database, and connect that")
}

func sizeOf(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
