package fetch

import (
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

// sftpPlace is a server with files and a login, and the options with which it is reached.
func sftpPlace(t *testing.T) (server *servertest.SFTP, dir, where string, o Options) {
	t.Helper()
	dir = t.TempDir()
	write(t, dir, map[string]string{"a.md": "1", "b ü.md": "2", "sub/c.pdf": "333", ".hidden/d.md": "4"})
	server = servertest.ServeSFTP(t, servertest.SFTPOptions{User: "ann", Password: "geheim"})
	o = options()
	o.Environment = variables("PASSWORD", "geheim", "WRONG", "x")
	o.SSH.HostKeys = map[string]string{"127.0.0.1": "SHA256:another " + ssh.FingerprintSHA256(server.Key.PublicKey())}
	return server, dir, "sftp://ann:${PASSWORD}@" + server.Host + filepath.ToSlash(dir), o
}

func TestSFTP(t *testing.T) {
	server, dir, where, o := sftpPlace(t)
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "passwd.txt")); err != nil {
		t.Skip("this system has no symbolic links")
	}
	for path, want := range map[string][]string{
		"":               {"a.md=1", "b ü.md=2", "sub/c.pdf=333"},
		"/sub":           {"c.pdf=333"},
		"/a.md":          {"a.md=1"},
		"/b%20%C3%BC.md": {"b ü.md=2"},
		"/**/*.pdf":      {"sub/c.pdf=333"},
		"/none":          {"!NOT_FOUND"},
	} {
		if got := readAll(t, open(t, where+path, o)); !slices.Equal(got, want) {
			t.Errorf("%q: %q", path, got)
		}
	}
	s, k := open(t, where, o), keep{}
	k.refresh(t, s)
	write(t, dir, map[string]string{"a.md": "11"})
	before := server.Connections()
	server.HangUp()
	if got := k.refresh(t, s); got != "changed a.md, same b ü.md, same sub/c.pdf" {
		t.Error(got)
	}
	if n := server.Connections() - before; n != 1 {
		t.Errorf("%d connections after the server was started again", n)
	}
	if _, err := s.Read(t.Context(), Item{Address: "sftp://" + server.Host + "/etc/passwd"}); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
	o.Limits.ItemBytes = 2
	if got := readAll(t, open(t, where, o)); !slices.Equal(got, []string{"a.md=11", "b ü.md=2", "sub/c.pdf!BAD_DATA"}) {
		t.Errorf("%q", got)
	}
}

func TestSFTPReadsLargeFiles(t *testing.T) {
	_, dir, where, o := sftpPlace(t)
	content := strings.Repeat("0123456789abcdef", 150_000)
	write(t, dir, map[string]string{"large.txt": content})
	if got := readAll(t, open(t, where+"/large.txt", o)); len(got) != 1 || got[0] != "large.txt="+content {
		t.Errorf("%d bytes", len(strings.Join(got, "")))
	}
}

// A server is logged in to only if its key is known.
func TestHostKeys(t *testing.T) {
	server, _, where, o := sftpPlace(t)
	_, other := servertest.NewKey(t)
	file := filepath.Join(t.TempDir(), "known_hosts")
	know := func(lines ...string) SSH {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return SSH{KnownHosts: file}
	}
	line := func(key ssh.PublicKey) string {
		return knownhosts.Line([]string{knownhosts.Normalize(server.Host)}, key)
	}
	key, fingerprint := server.Key.PublicKey(), ssh.FingerprintSHA256(server.Key.PublicKey())
	host, _, _ := net.SplitHostPort(server.Host)
	for name, c := range map[string]struct {
		ssh  SSH
		want string
	}{
		"known":             {know(line(key)), ""},
		"fingerprint":       {SSH{HostKeys: map[string]string{server.Host: fingerprint}}, ""},
		"nothing known":     {SSH{}, "the key of 127.0.0.1 is not known: it has ssh-ed25519 " + fingerprint},
		"no file":           {SSH{KnownHosts: filepath.Join(t.TempDir(), "none")}, "the key of 127.0.0.1 is not known"},
		"other host":        {SSH{HostKeys: map[string]string{"h.example": fingerprint}}, "the key of 127.0.0.1 is not known"},
		"other fingerprint": {SSH{HostKeys: map[string]string{host: "SHA256:x"}}, "Somebody else may be answering"},
	} {
		if name == "known" {
			c.ssh = know(line(key))
		}
		o.SSH = c.ssh
		checkHostKey(t, name, open(t, where, o), c.want)
	}
	for name, c := range map[string]struct{ line, want string }{
		"changed": {line(other.PublicKey()), "Somebody else may be answering"},
		"revoked": {"@revoked " + line(key), "was revoked"},
		"foreign": {knownhosts.Line([]string{"h.example"}, key), "is not known"},
		"broken":  {"what is this", "cannot be read"},
	} {
		o.SSH = know(c.line)
		checkHostKey(t, name, open(t, where, o), c.want)
	}
}

func checkHostKey(t *testing.T, name string, s Source, want string) {
	t.Helper()
	switch err := listingFault(t, s); {
	case want == "" && err != nil:
		t.Errorf("%s: %v", name, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: %v, want %s", name, err, want)
	}
}

// lockedKey is a private key of no one but this test, with the passphrase geheim, which is derived in one round:
// the usual sixteen take half a second.
const lockedKey = `-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0AAAAGAAAABBIxfq4Cc
DT5gNVLPRg2wg4AAAAAQAAAAEAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIMqliy/iqHfk8g/Y
eq+ERoshj1ZIkuxZ9Cd41ulbK/iJAAAAkE07GHa1Y6lJJfSzXYvSerJmX3FbHM+MlaWK0q
g+/L04+PvONRybY97ZqLOhe02hzoznUxAOTizYCqkU9pmXZt8oGXwAGxEPxf7KR5KJFCyg
/WxjnwFKGpYPcfCtFCEJABZgz/CKSGfe9T6TtC/SNTDcoCQlOrNpkquB+M4L7uO/CuOgDK
5mssdN8F7gXnsPQw==
-----END OPENSSH PRIVATE KEY-----
`

func TestSFTPLogins(t *testing.T) {
	private, err := ssh.ParseRawPrivateKeyWithPassphrase([]byte(lockedKey), []byte("geheim"))
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	server := servertest.ServeSFTP(t, servertest.SFTPOptions{User: "ann", Public: signer.PublicKey()})
	dir := t.TempDir()
	write(t, dir, map[string]string{"docs/a.md": "1"})
	plain, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"key": string(pem.EncodeToMemory(plain)), "locked": lockedKey, "odd": "no key"})
	o := options()
	o.Environment = variables("KEY", string(pem.EncodeToMemory(plain)), "PASSPHRASE", "geheim", "WRONG", "x")
	for name, c := range map[string]struct {
		login, identity, passphrase string
		want                        string
	}{
		"a file":             {"ann", filepath.Join(dir, "key"), "", ""},
		"the environment":    {"ann", "${KEY}", "", ""},
		"a passphrase":       {"ann", filepath.Join(dir, "locked"), "${PASSPHRASE}", ""},
		"no passphrase":      {"ann", filepath.Join(dir, "locked"), "", "has a passphrase"},
		"written out":        {"ann", filepath.Join(dir, "locked"), "geheim", "is written out"},
		"wrong passphrase":   {"ann", filepath.Join(dir, "locked"), "${WRONG}", "not a private key that can be used"},
		"no key":             {"ann", filepath.Join(dir, "odd"), "", "not a private key that can be used"},
		"no file":            {"ann", filepath.Join(dir, "none"), "", "does not exist"},
		"nothing":            {"ann", "", "", "neither a password nor a private key"},
		"somebody else":      {"bob", "${KEY}", "", "refuses the login of bob"},
		"a password instead": {"ann:${WRONG}", "", "", "refuses the login of ann"},
	} {
		o.SSH = SSH{HostKeys: map[string]string{"127.0.0.1": ssh.FingerprintSHA256(server.Key.PublicKey())}, Identity: c.identity, Passphrase: c.passphrase}
		checkHostKey(t, name, open(t, "sftp://"+c.login+"@"+server.Host+filepath.ToSlash(dir)+"/docs", o), c.want)
	}
	if _, err := Open(t.Context(), "sftp://"+server.Host+"/", o); fault.CodeOf(err) != fault.Usage {
		t.Errorf("nobody logs in: %v", err)
	}
}
