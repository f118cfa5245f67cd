package remote

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	maxRedirects  = 5
	dialTime      = 15 * time.Second
	headerTime    = 60 * time.Second
	handshakeTime = 15 * time.Second
)

// checkAddress refuses addresses that are never requested.
func checkAddress(u *url.URL, trusted bool) error {
	switch {
	case strings.EqualFold(u.Scheme, "https"):
		return nil
	case !isLoopback(u.Hostname()):
		return fault.New(fault.Usage, "%s is not encrypted: anyone on the way could change the data", withoutSecrets(u.String())).
			WithHint("write https:// instead of http://, or download the file yourself")
	case !trusted:
		return errPrivate(u.Hostname())
	}
	return nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

func errPrivate(host string) error {
	return fault.New(fault.Connect, "%s is an address inside a private network, which is reached only if you write it in the command line or in your own config.yaml", host).
		WithHint("connect it with plumb connect, or download the file and connect that")
}

// newClient makes a client for one address, whose host may be private if the
// person wrote it; without encryption it must be this machine. No proxy is used:
// it would decide what is reached.
func newClient(u *url.URL, mayBePrivate bool, o Options) *http.Client {
	host, onlyLoopback := u.Hostname(), u.Scheme == "http"
	transport := &http.Transport{
		TLSClientConfig:       &tls.Config{RootCAs: o.roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:   handshakeTime,
		ResponseHeaderTimeout: headerTime,
		DisableCompression:    true, // sizes and validators are those of the file
		ForceAttemptHTTP2:     true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled, _, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			d := net.Dialer{Timeout: dialTime, Control: func(_, address string, _ syscall.RawConn) error {
				return checkDial(address, dialled, mayBePrivate && strings.EqualFold(dialled, host), onlyLoopback)
			}}
			return d.DialContext(ctx, network, address)
		},
	}
	return &http.Client{Transport: transport, CheckRedirect: checkRedirect}
}

// checkDial decides about the IP address that a host has led to.
func checkDial(address, host string, mayBePrivate, onlyLoopback bool) error {
	ap, err := netip.ParseAddrPort(address)
	switch {
	case err != nil:
		return err
	case onlyLoopback && !ap.Addr().Unmap().IsLoopback(), !mayBePrivate && !isPublic(ap.Addr()):
		return errPrivate(host)
	}
	return nil
}

// reserved are addresses that are not on the public internet and that netip does
// not name, among them those that lead to IPv4 addresses in other ways.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("2001::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, p := range reserved {
		if p.Contains(ip) {
			return false
		}
	}
	return ip.IsGlobalUnicast() && !ip.IsPrivate()
}

var errRedirects = errors.New("too many redirects")

// checkRedirect lets redirects lead to https only. The dialler refuses private
// addresses other than the host that was named.
func checkRedirect(r *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return errRedirects
	case r.URL.Scheme != "https" && (via[0].URL.Scheme != "http" || !isLoopback(r.URL.Hostname())):
		return fault.New(fault.Connect, "%s redirects to an address that is not encrypted: %s", withoutSecrets(via[0].URL.String()), withoutSecrets(r.URL.String())).
			WithHint("download the file yourself, and connect that")
	}
	r.Header.Del("Referer") // which has the parameters of the address, perhaps a key
	if r.URL.Host != via[0].URL.Host {
		r.Header.Del("Authorization")
	}
	return nil
}

// unreachable is the fault for a request that got no answer.
func unreachable(u *url.URL, err error) error {
	var known *fault.Fault
	var dns *net.DNSError
	var timeout net.Error
	shown := withoutSecrets(u.String())
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errRedirects):
		return fault.Wrap(err, fault.Connect, "%s redirects more than %d times", shown, maxRedirects).WithHint("open it in a browser, and connect the address of the file itself")
	case errors.As(err, &dns):
		return fault.Wrap(err, fault.Connect, "the host %s is not known", u.Hostname()).WithHint("check the address and the network")
	case errors.As(err, &timeout) && timeout.Timeout():
		return fault.Wrap(err, fault.Connect, "%s did not answer in time", u.Host).WithHint("check the network, and try again")
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err // the address in the message may hold a secret
	}
	return fault.Wrap(err, fault.Connect, "%s cannot be reached: %v", u.Host, err).WithHint("check the address and the network")
}

// refused is the fault for an answer other than the file. A request that was
// signed had credentials.
func refused(u *url.URL, status int, signed bool, detail string) error {
	shown := withoutSecrets(u.String())
	if detail != "" {
		detail = ": " + detail
	}
	switch {
	case status == http.StatusNotFound || status == http.StatusGone:
		return fault.New(fault.Connect, "there is no file at %s%s", shown, detail).WithHint("check the address; it may have moved")
	case signed && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		return fault.New(fault.Connect, "%s may not be read with the credentials of AWS_ACCESS_KEY_ID (status %d)%s", shown, status, detail).
			WithHint("check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, and what they may read")
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fault.New(fault.Connect, "%s may not be downloaded without a login (status %d)%s", shown, status, detail).
			WithHint("download the file yourself, and connect that; for S3 set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case status == http.StatusTooManyRequests || status >= 500:
		return fault.New(fault.Connect, "%s cannot answer now (status %d)%s", u.Host, status, detail).WithHint("try again later")
	}
	return fault.New(fault.Connect, "%s answered with status %d instead of the file%s", shown, status, detail).WithHint("check the address in a browser")
}

// webPage is the fault for the page about a file, or that of a login.
func webPage(u *url.URL) error {
	return fault.New(fault.Connect, "%s is a web page, not a data file", withoutSecrets(u.String())).
		WithHint("open it in a browser, and connect the address of its download link, or the downloaded file")
}

func tooLarge(u *url.URL, most int64) error {
	return fault.New(fault.Connect, "%s has more than %s", withoutSecrets(u.String()), sizeOf(most)).
		WithHint("load the data into a database, and connect that")
}

func sizeOf(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
