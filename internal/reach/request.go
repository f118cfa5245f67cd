package reach

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Agent is the name under which Plumb asks.
const Agent = "plumb"

// maxRedirects is how many redirects are followed.
const maxRedirects = 5

// Request is a file to ask for.
type Request struct {
	URL    *url.URL
	Client *http.Client
	Sign   func(*http.Request) // nil for an anonymous request
}

// Do sends the request.
func (r Request) Do(ctx context.Context, method string, header http.Header) (*http.Response, error) {
	ask, err := http.NewRequestWithContext(ctx, method, r.URL.String(), nil)
	if err != nil {
		return nil, fault.Wrap(err, fault.Usage, "%s is not an address", WithoutSecrets(r.URL.String())).WithHint("write https://host/file.csv")
	}
	maps.Copy(ask.Header, header)
	ask.Header.Set("User-Agent", Agent)
	if r.Sign != nil {
		r.Sign(ask)
	}
	answer, err := r.Client.Do(ask)
	if err != nil {
		return nil, Unreachable(r.URL, err)
	}
	return answer, nil
}

// ErrRedirects is why a request that was sent from place to place got no answer.
var ErrRedirects = errors.New("too many redirects")

// FollowRedirects checks redirects: at most five, to https, or to hosts that may be reached without
// encryption. The dialler decides about their IP addresses.
func FollowRedirects(mayBePlain func(host string) bool) func(*http.Request, []*http.Request) error {
	return func(r *http.Request, via []*http.Request) error {
		switch {
		case len(via) > maxRedirects:
			return ErrRedirects
		case r.URL.Scheme != "https" && (r.URL.Scheme != "http" || !mayBePlain(r.URL.Hostname())):
			return fault.New(fault.Connect, "%s redirects to an address that is not encrypted: %s", WithoutSecrets(via[0].URL.String()), WithoutSecrets(r.URL.String())).
				WithHint("download the file yourself, and use the copy")
		}
		r.Header.Del("Referer") // which has the parameters of the address, perhaps a key
		if r.URL.Host != via[0].URL.Host || r.URL.Scheme != via[0].URL.Scheme {
			r.Header.Del("Authorization")
		}
		return nil
	}
}

// Unreachable is the fault for a request that got no answer.
func Unreachable(u *url.URL, err error) error {
	var known *fault.Fault
	var dns *net.DNSError
	var timeout net.Error
	shown := WithoutSecrets(u.String())
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, ErrRedirects):
		return fault.Wrap(err, fault.Connect, "%s redirects more than %d times", shown, maxRedirects).WithHint("open it in a browser, and use the address where it ends")
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

// Refusal is the cause of the fault for an answer other than the file.
type Refusal struct {
	Status int
	Wait   time.Duration // before the next request, as the server wants it; 0 if it does not say
}

func (r Refusal) Error() string { return fmt.Sprintf("status %d", r.Status) }

// Refused is the fault for an answer other than the file.
func (r Request) Refused(answer *http.Response) error {
	shown, status, detail := WithoutSecrets(r.URL.String()), answer.StatusCode, s3Error(answer)
	if detail != "" {
		detail = ": " + detail
	}
	cause := Refusal{status, retryAfter(answer.Header)}
	switch {
	case status == http.StatusNotFound || status == http.StatusGone:
		return fault.Wrap(cause, fault.Connect, "there is no file at %s%s", shown, detail).WithHint("check the address; it may have moved")
	case r.Sign != nil && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		return fault.Wrap(cause, fault.Connect, "%s may not be read with the credentials of AWS_ACCESS_KEY_ID (status %d)%s", shown, status, detail).
			WithHint("check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, and what they may read")
	case r.URL.User != nil && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		return fault.Wrap(cause, fault.Connect, "%s may not be read with the login of the address (status %d)%s", shown, status, detail).
			WithHint("check the login, and what it may read")
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fault.Wrap(cause, fault.Connect, "%s may not be downloaded without a login (status %d)%s", shown, status, detail).
			WithHint("download the file yourself, and use the copy; for S3 set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case status == http.StatusTooManyRequests || status >= 500:
		return fault.Wrap(cause, fault.Connect, "%s cannot answer now (status %d)%s", r.URL.Host, status, detail).WithHint("try again later")
	}
	return fault.Wrap(cause, fault.Connect, "%s answered with status %d instead of the file%s", shown, status, detail).WithHint("check the address in a browser")
}

// retryAfter is what a server says in seconds; its other form, a date, is rare.
func retryAfter(h http.Header) time.Duration {
	const most = 3600
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, most)) * time.Second
}
