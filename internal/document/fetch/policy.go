package fetch

import (
	"net/netip"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// dialer connects to what may be reached.
func (o Options) dialer() reach.Dialer {
	return reach.Dialer{Permit: o.permit, Resolver: o.Resolver, Roots: o.Roots}
}

// isAllowed reports whether the person allowed a host by name.
func (o Options) isAllowed(host string) bool {
	host = plainHost(host)
	for _, a := range o.Allowed {
		if plainHost(a) == host {
			return true
		}
	}
	return false
}

// plainHost is one spelling of a host. [::1] and ::1 are the same, as are IPv6 addresses that are written out.
func plainHost(host string) string {
	host = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(host), "."))
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ip.Unmap().String()
	}
	return host
}

// permit decides about the IP address that a host has led to. A host that is allowed by its name still cannot
// lead to a metadata service.
func (o Options) permit(host string, ip netip.Addr) error {
	switch scope := reach.ScopeOf(ip); {
	case scope == reach.Public:
		return nil
	case scope == reach.Private && o.isAllowed(host), o.isAllowed(ip.String()) && plainHost(host) == ip.Unmap().String():
		return nil
	}
	return fault.New(fault.Connect, "%s is at an address inside a private network, from which documents are fetched only if the host is allowed by name", host).
		WithHint("if you trust it, allow it by its name: plumb docs add --allow %s, or documents.NAME.allow in the configuration", host)
}

// checkPlain refuses a server without encryption unless its host is allowed.
func (o Options) checkPlain(p place, encrypted string) error {
	if o.isAllowed(p.url.Hostname()) {
		return nil
	}
	return fault.New(fault.Usage, "%s is not encrypted: anyone on the way could change the documents", p.shown).
		WithHint("write %s, or allow it by its name: plumb docs add --allow %s, or documents.NAME.allow in the configuration", encrypted, p.url.Hostname())
}
