package cli

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/plumbdata/plumb/internal/fault"
)

// browsers are the programs that open an address in the person's browser.
var browsers = map[string][][]string{
	"darwin":  {{"open"}},
	"windows": {{"rundll32.exe", "url.dll,FileProtocolHandler"}},
}

// browse opens an address in the browser, and does not wait for it.
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
