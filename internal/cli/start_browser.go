package cli

import (
	"fmt"
	"html"
	"net"
	"os"
	"path/filepath"
	"runtime"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/server"
)

// wayIn is what the browser is opened with: the address of the page or, where a
// token is needed, a file that leads there. Others on this machine see what a
// program was started with; the file is the person's alone, what it holds lets
// one browser in once, and it is removed then, or at the end.
func (a *app) wayIn(o *server.Options, addr net.Addr, token string) (address string, remove func(), err error) {
	if o.Token == "" {
		return pageAt(addr), func() {}, nil
	}
	dir, err := os.MkdirTemp(a.privateFolder(), "plumb-open-") // mode 0700
	if err != nil {
		return "", func() {}, noWayIn(err)
	}
	remove = func() { _ = os.RemoveAll(dir) }
	login, code, err := server.NewOneTimeLogin(*o, token, remove)
	if err != nil {
		return "", remove, err
	}
	to := html.EscapeString(pageAt(addr, "code", code))
	page := fmt.Sprintf(`<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Plumb</title>
<meta http-equiv="refresh" content="0; url=%s"><a href="%s">Plumb</a>
`, to, to)
	address = filepath.Join(dir, "plumb.html")
	if err := os.WriteFile(address, []byte(page), 0o600); err != nil {
		return "", remove, noWayIn(err)
	}
	o.Login = login
	return address, remove, nil
}

func noWayIn(err error) error {
	return fault.Wrap(err, fault.Store, "the browser cannot be signed in: %v", err).WithHint("open the address yourself")
}

// privateFolder is where programs of this person keep what is for now; "" is
// where those of all do.
func (a *app) privateFolder() string {
	dir := a.env("XDG_RUNTIME_DIR")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || !filepath.IsAbs(dir) {
		return ""
	}
	return dir
}

// browsers are the programs that open an address in the person's browser.
var browsers = map[string][][]string{
	"darwin":  {{"open"}},
	"windows": {{"rundll32.exe", "url.dll,FileProtocolHandler"}},
}

// browse opens an address or a file in the browser, and does not wait for it.
func (a *app) browse(address string) error {
	candidates, ok := browsers[runtime.GOOS]
	if !ok {
		candidates = [][]string{{"xdg-open"}, {"gio", "open"}, {"wslview"}}
	}
	for _, c := range candidates {
		for _, dir := range filepath.SplitList(a.env("PATH")) {
			program := filepath.Join(dir, c[0])
			if info, err := os.Stat(program); err != nil || info.IsDir() || !filepath.IsAbs(program) {
				continue
			}
			process, err := os.StartProcess(program, append(c, address), &os.ProcAttr{Env: a.Environ})
			if err != nil {
				continue
			}
			go func() { _, _ = process.Wait() }() // so that nothing of it stays behind
			return nil
		}
	}
	return fault.New(fault.NotFound, "no browser was found to open").WithHint("open the address yourself")
}
