package fetch

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// SSH says how SFTP servers and the person prove who they are. A server whose key is not known is never logged
// in to.
type SSH struct {
	KnownHosts string            // the path of a file such as ~/.ssh/known_hosts; "" for none
	HostKeys   map[string]string // SHA256:… fingerprints by host, several separated by spaces
	Identity   string            // the path of a private key, or ${NAME} for one in the environment; "" for none
	Passphrase string            // ${NAME} for the passphrase of the key; "" for none
}

func openSFTP(p place, o Options) (Source, error) {
	if p.url.User.Username() == "" {
		return nil, fault.New(fault.Usage, "%s does not say who logs in", p.shown).WithHint("write sftp://name@host/path, and sftp://name:${PASSWORD}@host/path for a password")
	}
	t, err := newTree(p, o)
	if err != nil {
		return nil, err
	}
	t.login = func(l *lines) (session, error) { return loginSFTP(p.url, o, l) }
	return t, nil
}

type sftpSession struct {
	ssh    *ssh.Client
	client *sftp.Client
}

func loginSFTP(u *url.URL, o Options, l *lines) (session, error) {
	address := net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "22"))
	keys, err := readHostKeys(o.SSH, u.Hostname(), address)
	if err != nil {
		return nil, err
	}
	methods, err := loginMethods(u, o)
	if err != nil {
		return nil, err
	}
	conn, err := o.dialer().DialContext(l.ctx, "tcp", address)
	if err != nil {
		return nil, reach.Unreachable(u, err)
	}
	conn = l.add(conn)
	c, channels, requests, err := ssh.NewClientConn(conn, address, &ssh.ClientConfig{
		User: u.User.Username(), Auth: methods, ClientVersion: "SSH-2.0-" + reach.Agent,
		HostKeyCallback: keys.check, HostKeyAlgorithms: keys.algorithms(conn.RemoteAddr()),
	})
	switch {
	case err == nil:
	case keys.refusal != nil:
		return nil, keys.refusal
	case l.ctx.Err() != nil:
		return nil, l.ctx.Err()
	case keys.isAccepted && !isBroken(err): // what follows is the login
		return nil, fault.Wrap(err, fault.Connect, "%s refuses the login of %s", u.Host, u.User.Username()).
			WithHint("check the password, or the private key and that the server knows its public key")
	case keys.isAccepted:
		return nil, fault.Wrap(err, fault.Connect, "%s ended the connection during the login: %s", u.Host, brief(err)).WithHint("try again later")
	default:
		return nil, fault.Wrap(err, fault.Connect, "%s does not speak SSH as it should: %s", u.Host, brief(err)).WithHint("check the address and the port")
	}
	client := ssh.NewClient(c, channels, requests)
	files, err := sftp.NewClient(client)
	if err != nil {
		return nil, errors.Join(fault.Wrap(err, fault.Connect, "%s offers no files over SFTP: %s", u.Host, brief(err)).WithHint("ask those who run the server"), client.Close())
	}
	return &sftpSession{client, files}, nil
}

// loginMethods are the private key and the password of the person, as far as there are.
func loginMethods(u *url.URL, o Options) ([]ssh.AuthMethod, error) {
	var methods []ssh.AuthMethod
	signer, err := readIdentity(o)
	if err != nil {
		return nil, err
	}
	if signer != nil {
		methods = append(methods, ssh.PublicKeys(signer))
	}
	if password, ok := u.User.Password(); ok {
		methods = append(methods, ssh.Password(password), ssh.KeyboardInteractive(func(_, _ string, questions []string, shows []bool) ([]string, error) {
			answers := make([]string, len(questions))
			for i := range questions {
				if !shows[i] { // the question for a password
					answers[i] = password
				}
			}
			return answers, nil
		}))
	}
	if methods == nil {
		return nil, fault.New(fault.Config, "there is neither a password nor a private key for %s", u.Host).
			WithHint("write sftp://%s:${PASSWORD}@%s/, or name a private key in the settings", u.User.Username(), u.Host)
	}
	return methods, nil
}

func readIdentity(o Options) (ssh.Signer, error) {
	if o.SSH.Identity == "" {
		return nil, nil
	}
	var pem []byte
	shown := o.SSH.Identity
	if at := reference.FindStringIndex(shown); at != nil && at[0] == 0 && at[1] == len(shown) {
		pem = []byte(o.Environment(shown[2 : len(shown)-1]))
	} else {
		var err error
		if pem, err = os.ReadFile(shown); err != nil {
			return nil, fileFault(shown, err)
		}
	}
	signer, err := ssh.ParsePrivateKey(pem)
	var locked *ssh.PassphraseMissingError
	if errors.As(err, &locked) {
		var passphrase string
		if passphrase, err = expandPlain(o.SSH.Passphrase, o.Environment); err != nil {
			return nil, err
		}
		if passphrase == "" {
			return nil, fault.New(fault.Config, "the private key %s has a passphrase", shown).WithHint("set its passphrase in the environment, and refer to it as ${NAME}")
		}
		signer, err = ssh.ParsePrivateKeyWithPassphrase(pem, []byte(passphrase))
	}
	if err != nil {
		// What the parser says may have a part of the key.
		return nil, fault.New(fault.Config, "%s is not a private key that can be used", shown).WithHint("check its format, and its passphrase if it has one")
	}
	return signer, nil
}

// expandPlain is the value of a variable that is referred to.
func expandPlain(text string, env func(string) string) (string, error) {
	at := reference.FindStringIndex(text)
	switch {
	case text == "":
		return "", nil
	case at == nil || at[0] != 0 || at[1] != len(text):
		return "", fault.New(fault.Config, "the passphrase is written out in the settings").WithHint("write ${NAME}, and set NAME in the environment")
	}
	return env(text[2 : len(text)-1]), nil
}

// hostKeys decides whether a server is the one that is meant.
type hostKeys struct {
	host       string
	address    string // host:port
	allowed    []string
	known      ssh.HostKeyCallback // nil without a file
	isAccepted bool
	refusal    error
}

func readHostKeys(o SSH, host, address string) (*hostKeys, error) {
	k := &hostKeys{host: host, address: address}
	for h, prints := range o.HostKeys {
		if plainHost(h) == plainHost(host) || plainHost(h) == plainHost(address) {
			k.allowed = append(k.allowed, strings.Fields(prints)...)
		}
	}
	if o.KnownHosts == "" {
		return k, nil
	}
	known, err := knownhosts.New(o.KnownHosts)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fault.Wrap(err, fault.Config, "%s cannot be read: %s", o.KnownHosts, brief(err)).WithHint("check the file, or write the fingerprint of %s into the settings", host)
	default:
		k.known = known
	}
	return k, nil
}

// check is asked by the handshake. The session is kept for what it found: the error of the handshake is text.
func (k *hostKeys) check(_ string, remote net.Addr, key ssh.PublicKey) error {
	k.refusal = k.decide(remote, key)
	k.isAccepted = k.refusal == nil
	return k.refusal
}

func (k *hostKeys) decide(remote net.Addr, key ssh.PublicKey) error {
	fingerprint := ssh.FingerprintSHA256(key)
	if slices.Contains(k.allowed, fingerprint) {
		return nil
	}
	var wrong *knownhosts.KeyError
	var revoked *knownhosts.RevokedError
	err := errors.New("no file of known hosts")
	if k.known != nil {
		err = k.known(k.address, remote, key)
	}
	switch {
	case err == nil && len(k.allowed) == 0:
		return nil
	case errors.As(err, &revoked):
		return fault.Wrap(err, fault.Connect, "the key of %s (%s %s) was revoked", k.host, key.Type(), fingerprint).WithHint("ask those who run the server for its new key")
	case len(k.allowed) > 0, errors.As(err, &wrong) && len(wrong.Want) > 0:
		return fault.Wrap(err, fault.Connect, "the key of %s is not the one that is known: it has %s %s. Somebody else may be answering", k.host, key.Type(), fingerprint).
			WithHint("ask those who run the server whether its key was changed, and correct the known key only then")
	}
	return fault.Wrap(err, fault.Connect, "the key of %s is not known: it has %s %s", k.host, key.Type(), fingerprint).
		WithHint("compare it with what those who run the server say; then log in once with ssh, which adds it to known_hosts, or write %s as the key of %s into the settings", fingerprint, k.host)
}

// algorithms are the kinds of keys that are asked for: those that are known of the server, as it may have
// others, too; otherwise in the order of OpenSSH, so that people see the same fingerprint.
func (k *hostKeys) algorithms(remote net.Addr) []string {
	rsa := []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256}
	all := append([]string{ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521}, rsa...)
	if k.known == nil || len(k.allowed) > 0 {
		return all
	}
	var wrong *knownhosts.KeyError
	if err := k.known(k.address, remote, noKey{}); !errors.As(err, &wrong) || len(wrong.Want) == 0 {
		return nil // unknown or signed by an authority: the handshake decides
	}
	var known []string
	for _, w := range wrong.Want {
		if kind := w.Key.Type(); kind == ssh.KeyAlgoRSA {
			known = append(known, rsa...)
		} else {
			known = append(known, kind)
		}
	}
	slices.SortFunc(known, func(a, b string) int { return slices.Index(all, a) - slices.Index(all, b) })
	return slices.Compact(known)
}

// noKey is a key that no server has, with which the known ones are asked for.
type noKey struct{}

func (noKey) Type() string                        { return "none" }
func (noKey) Marshal() []byte                     { return []byte("none") }
func (noKey) Verify([]byte, *ssh.Signature) error { return errors.New("not a key") }

// at is the path on the server: /~/docs is below the folder in which the login begins.
func (s *sftpSession) at(p string) string {
	if below, ok := strings.CutPrefix(p, "/~"); ok && (below == "" || below[0] == '/') {
		return cmp.Or(strings.TrimPrefix(below, "/"), ".")
	}
	return p
}

func (s *sftpSession) list(p string) ([]entry, error) {
	found, err := s.client.ReadDir(s.at(p))
	if err != nil {
		return nil, sftpError(err)
	}
	entries := make([]entry, 0, len(found))
	for _, info := range found {
		entries = append(entries, entryOfSFTP(info))
	}
	return entries, nil
}

func entryOfSFTP(info fs.FileInfo) entry {
	return entry{name: info.Name(), isFolder: info.IsDir(), isFile: info.Mode().IsRegular(), size: max(info.Size(), 0), modified: info.ModTime()}
}

func (s *sftpSession) stat(p string) (entry, error) {
	info, err := s.client.Stat(s.at(p))
	if err != nil {
		return entry{}, sftpError(err)
	}
	return entryOfSFTP(info), nil
}

func (s *sftpSession) open(p string) (io.ReadCloser, error) {
	const window = 1 << 20 // that is asked for at once: a request for each packet would wait for each
	f, err := s.client.Open(s.at(p))
	if err != nil {
		return nil, sftpError(err)
	}
	return sftpFile{bufio.NewReaderSize(f, window), f}, nil
}

type sftpFile struct {
	r io.Reader
	f *sftp.File
}

func (f sftpFile) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && err != io.EOF {
		err = sftpError(err)
	}
	return n, err
}

func (f sftpFile) Close() error { return f.f.Close() }

// sftpError marks the errors of the library that decide what happens next.
func sftpError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.Join(errAbsent, err)
	case errors.Is(err, sftp.ErrSSHFxConnectionLost):
		return errors.Join(errBroken, err)
	}
	return err
}

func (s *sftpSession) close() {
	_ = s.client.Close() // they are no longer needed
	_ = s.ssh.Close()
}
