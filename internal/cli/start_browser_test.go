package cli

import (
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestTheBrowserIsLetInUnseen lets a script stand for the browser: it notes what
// it was started with, which everybody on the machine can see, and what it read.
func TestTheBrowserIsLetInUnseen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program that opens a browser has another name here")
	}
	b := newBench(t)
	bin, runs := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\nPATH=/usr/bin:/bin\ncp \"$1\" '" + bin + "/page'\nstat -c %a \"$1\" > '" + bin + "/mode'\nprintf '%s\\n' \"$@\" > '" + bin + "/args.new'\nmv '" + bin + "/args.new' '" + bin + "/args'\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	environ := []string{"PATH=" + bin, "XDG_RUNTIME_DIR=" + runs}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(bin, name))
		if err != nil {
			return ""
		}
		return string(text)
	}
	for _, args := range [][]string{{"--token"}, {"--host", "plumb.example.com"}} { // a token that is new, and one that is known by its hash
		p := b.startIn(environ, append(args, "--addr", "127.0.0.1:0", "--open")...)
		for read("args") == "" {
			time.Sleep(time.Millisecond)
		}
		link := regexp.MustCompile(`url=(http[^"]+)"`).FindStringSubmatch(read("page"))
		if link == nil || strings.TrimSpace(read("mode")) != "600" {
			t.Fatalf("mode %s, page %s", read("mode"), read("page"))
		}
		_, code, _ := strings.Cut(link[1], "code=")
		for _, secret := range []string{p.said.Token, code} {
			if secret != "" && strings.Contains(read("args"), secret) {
				t.Errorf("everybody sees %s", read("args"))
			}
		}
		if p.said.Token != "" && strings.Contains(read("page"), p.said.Token) {
			t.Error("the file holds the token")
		}
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := &http.Client{Jar: jar}
		for _, address := range []string{link[1], p.said.URL + "/api/config"} {
			answer, err := browser.Get(address)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusUnauthorized {
				t.Errorf("%s: %d", address, answer.StatusCode)
			}
		}
		if answer, err := http.Get(link[1]); err != nil || answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("the code is good for another: %v", err)
		} else {
			_ = answer.Body.Close()
		}
		if left, err := os.ReadDir(runs); err != nil || len(left) > 0 {
			t.Errorf("it left %v, %v", left, err)
		}
		p.stop()
		if err := os.Remove(filepath.Join(bin, "args")); err != nil {
			t.Fatal(err)
		}
	}
}
