package cli

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/terminal"
)

// keep adds an answer to a notebook, which is made if there is none.
func (t *dialogue) keep(of *turn, name string) error {
	if name == "" {
		return nil
	}
	return t.keepAll([]session.Cell{of.Cell}, name)
}

func (t *dialogue) keepAll(list []session.Cell, name string) error {
	ctx := t.life
	s, ref, err := t.notebooks(name)
	if err != nil {
		return err
	}
	if ref, err = s.Ensure(ctx, ref, notebook.Connection{Name: t.Connection.Name(), Database: t.Identity, Type: t.driver}); err != nil {
		return err
	}
	for _, c := range list {
		if err := s.Append(ctx, ref, c); err != nil {
			return err
		}
	}
	return nil
}

// shelve keeps the conversation in a notebook or a file.
func (c *conversation) shelve(_ context.Context, name, rest string) error {
	switch {
	case name == "notebook" && rest == "":
		if c.book == "" {
			c.remark("answers are not saved; /notebook NAME saves them in a notebook")
			return nil
		}
		return c.reply(c.book)
	case name == "notebook":
		if err := c.keepAll(c.all, rest); err != nil {
			return err
		}
		c.book = rest
		return c.confirm("%s saved in %s", count(len(c.all), "answer"), terminal.Clean(rest))
	case rest == "":
		return fault.New(fault.Usage, "/%s takes the name of a file", name).WithHint("for example: /export sales.html")
	case len(c.all) == 0:
		return noAnswer()
	}
	return c.export(rest)
}

// export writes the conversation to a file, by its ending.
func (c *conversation) export(file string) error {
	n := &notebook.Notebook{ID: c.Session.ID(), Name: c.Connection.Name(), CreatedAt: c.Session.Info().CreatedAt, UpdatedAt: c.Now(), Connection: notebook.Connection{Name: c.Connection.Name()}}
	n.Cells = slices.Clone(c.all)
	write := notebook.WriteMarkdown
	switch strings.ToLower(filepath.Ext(file)) {
	case ".html", ".htm":
		write = notebook.WriteHTML
	case ".ipynb":
		write = notebook.WriteJupyter
	case ".md":
	default:
		return fault.New(fault.Usage, "the file extension of %q is not a known format", file).WithHint("use .html, .md or .ipynb")
	}
	var b bytes.Buffer
	if err := write(&b, n); err != nil {
		return err
	}
	if err := c.putFile(file, b.Bytes()); err != nil {
		return err
	}
	return c.confirm("wrote %s", terminal.Clean(file))
}

// confirm says that a command has been carried out.
func (c *conversation) confirm(format string, args ...any) error {
	if c.machine() {
		return c.writeLine(map[string]string{"done": fmt.Sprintf(format, args...)})
	}
	sign := c.out.Sign("✓", "ok:")
	printHangingAt(c.Stdout, c.out, c.out.Paint(terminal.Green, sign)+" ", terminal.Width(sign)+1, fmt.Sprintf(format, args...), "")
	return nil
}

// reply prints the name that was asked for.
func (c *conversation) reply(name string) error {
	if c.machine() {
		return c.writeLine(map[string]string{"name": name})
	}
	c.printf("%s\n", terminal.Clean(name))
	return nil
}
