// Package reach is how Plumb reaches other machines: which IP addresses are dialled, how redirects are
// followed, and how S3 is spoken.
//
// An address is checked when it is dialled, by the IP address that the host has led to: no name can be
// made to lead inside a network, whatever it resolved to before. What may be dialled is decided by who
// asks (Dialer.Permit).
package reach

import (
	"net/netip"
	"net/url"
	"path"
	"strings"
)

// Scope is where an IP address lies.
type Scope int

// The scopes.
const (
	// Special addresses belong to no host that has documents or data: link-local, multicast and
	// unspecified ones, those of the metadata services of clouds, and those that lead elsewhere.
	Special Scope = iota
	// Private addresses are those of this machine and of private networks.
	Private
	// Public addresses are on the internet.
	Public
)

// metadata are the services that give credentials to whoever asks from a machine of a cloud.
var metadata = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"), netip.MustParseAddr("fd00:ec2::254"), // Amazon and most others
	netip.MustParseAddr("fd20:ce::254"),    // Google
	netip.MustParseAddr("100.100.100.200"), // Alibaba
	netip.MustParseAddr("168.63.129.16"),   // Azure
}

// inside are the ranges of private networks that netip does not name.
var inside = []netip.Prefix{
	netip.MustParsePrefix("100.64.0.0/10"), // carriers' and overlay networks
	netip.MustParsePrefix("198.18.0.0/15"), // local proxies, which answer for other hosts
}

// reserved are ranges that are not on the public internet and that netip does not name, among them those
// that lead to IPv4 addresses in other ways.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/8"), // with 64:ff9b::/96 and the other embedded IPv4 addresses
	netip.MustParsePrefix("100::/8"), netip.MustParsePrefix("2001::/32"), netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("3fff::/20"), netip.MustParsePrefix("5f00::/16"), netip.MustParsePrefix("fec0::/10"),
}

// ScopeOf says where an IP address lies. An IPv4 address that is written as IPv6 is what it stands for.
func ScopeOf(ip netip.Addr) Scope {
	ip = ip.Unmap().WithZone("")
	for _, m := range metadata {
		if ip == m {
			return Special
		}
	}
	switch {
	case ip.IsLoopback(), ip.IsPrivate(), isIn(inside, ip):
		return Private
	case isIn(reserved, ip), !ip.IsGlobalUnicast():
		return Special
	}
	return Public
}

func isIn(list []netip.Prefix, ip netip.Addr) bool {
	for _, p := range list {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// IsLoopback reports whether a host is named as this machine.
func IsLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// WithoutSecrets is an address without login and parameters.
func WithoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		scheme, _, _ := strings.Cut(address, "://")
		return scheme + "://…"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// FileName is a name for the file at an address: the last part of its path, or the host, without
// characters that file systems refuse.
func FileName(u *url.URL) string {
	const most = 120
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, path.Base(u.Path))
	name = strings.TrimLeft(name, ".")
	for len(name) > most {
		name = name[1:]
	}
	if name = strings.ToValidUTF8(name, "_"); name == "" || name == "_" {
		return u.Hostname()
	}
	return name
}
