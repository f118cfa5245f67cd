package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// maxHops bounds how many addresses of a forwarded request are looked at.
const maxHops = 32

// clientOf is who sends a request. That is the peer of the connection; only a
// trusted proxy may say for whom it asks. Proxies add to what they are told, so
// that the last address that is not one of theirs is the one to believe.
//
// A proxy sets one of the two headers and passes the other on, which whoever asks
// may have made up. Where both are there and differ, neither is believed.
func (s *Server) clientOf(r *http.Request) string {
	peer, ok := parseAddress(r.RemoteAddr)
	if !ok {
		return r.RemoteAddr
	}
	if !s.trusts(peer) {
		return peer.String()
	}
	byList, inList := s.lastUntrusted(peer, forwardedFor(r.Header))
	byRFC, inRFC := s.lastUntrusted(peer, parseForwarded(r.Header))
	switch {
	case inList && inRFC && byList != byRFC:
		return peer.String()
	case inRFC:
		return byRFC.String()
	}
	return byList.String()
}

// bucketOf is whose allowance a client uses. One person has a whole network of
// IPv6 addresses to choose from.
func bucketOf(client string) string {
	a, err := netip.ParseAddr(client)
	if err != nil || a.Is4() || a.IsLoopback() {
		return client
	}
	const network = 64
	p, err := a.Prefix(network)
	if err != nil {
		return client
	}
	return p.String()
}

func (s *Server) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.options.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// lastUntrusted is the last address of a chain that no trusted proxy has; found
// is whether there was a chain. What is no address ends it.
func (s *Server) lastUntrusted(peer netip.Addr, chain []string) (client netip.Addr, found bool) {
	client = peer
	for i, text := range slices.Backward(chain) {
		a, ok := parseAddress(text)
		if !ok || len(chain)-i > maxHops {
			break
		}
		if client = a; !s.trusts(a) {
			break
		}
	}
	return client, len(chain) > 0
}

// forwardedFor are the addresses in X-Forwarded-For.
func forwardedFor(h http.Header) []string { return elements(h.Values("X-Forwarded-For")) }

// parseForwarded are the addresses in Forwarded (RFC 7239). An element without one is
// an address that nobody knows.
func parseForwarded(h http.Header) []string {
	var chain []string
	for _, element := range elements(h.Values("Forwarded")) {
		address := ""
		for pair := range strings.SplitSeq(element, ";") {
			if key, value, _ := strings.Cut(pair, "="); strings.EqualFold(strings.TrimSpace(key), "for") {
				address = strings.Trim(strings.TrimSpace(value), `"`)
			}
		}
		chain = append(chain, address)
	}
	return chain
}

// elements are those of a header that may be there several times.
func elements(lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	return strings.Split(strings.Join(lines, ","), ",")
}

// parseAddress reads an address with or without a port.
func parseAddress(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		withPort, err := netip.ParseAddrPort(text)
		if err != nil {
			return netip.Addr{}, false
		}
		a = withPort.Addr()
	}
	return a.Unmap().WithZone(""), true
}
