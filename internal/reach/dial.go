package reach

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

const (
	dialTime      = 15 * time.Second
	headerTime    = 60 * time.Second
	handshakeTime = 15 * time.Second
)

// Dialer connects to hosts.
type Dialer struct {
	// Permit decides about an IP address that a host has led to, before anything is sent to it.
	Permit   func(host string, ip netip.Addr) error
	Resolver *net.Resolver  // nil for the system's
	Roots    *x509.CertPool // whose certificates are accepted; nil for the system's
}

// DialContext connects to host:port.
func (d Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{Timeout: dialTime, Resolver: d.Resolver, Control: func(_, resolved string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(resolved)
		if err != nil {
			return err
		}
		return d.Permit(host, ap.Addr())
	}}
	return dialer.DialContext(ctx, network, address)
}

// TLS is the configuration of encrypted connections to a host.
func (d Dialer) TLS(host string) *tls.Config {
	return &tls.Config{ServerName: host, RootCAs: d.Roots, MinVersion: tls.VersionTLS12}
}

// Client speaks HTTP over connections of the dialer. No proxy is used: it would decide what is reached.
// Bodies come as they are sent, so that sizes and validators are those of the file.
func (d Dialer) Client(checkRedirect func(*http.Request, []*http.Request) error) *http.Client {
	return &http.Client{CheckRedirect: checkRedirect, Transport: &http.Transport{
		TLSClientConfig:        d.TLS(""),
		TLSHandshakeTimeout:    handshakeTime,
		ResponseHeaderTimeout:  headerTime,
		MaxResponseHeaderBytes: 1 << 20,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
		DialContext:            d.DialContext,
	}}
}
