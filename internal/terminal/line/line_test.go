package line

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/terminal"
)

func TestTypingAndEditing(t *testing.T) {
	for _, c := range []struct{ name, keys, shows, enters string }{
		{"plain", "how many orders", "plumb> how many orders▌", "how many orders"},
		{"left and insert", "ac\x1b[Db", "plumb> ab▌c", "abc"},
		{"home, end", "bc\x01a\x05d", "plumb> abcd▌", "abcd"},
		{"home and end keys", "bc\x1b[Ha\x1b[Fd\x1bOH", "plumb> ▌abcd", "abcd"},
		{"words", "one two three\x1bb\x1b[1;5D\x1bfX", "plumb> one twoX▌ three", "one twoX three"},
		{"backspace, delete", "abcd\x7f\x02\x02\x1b[3~", "plumb> a▌c", "ac"},
		{"Ctrl-D in a text", "abc\x01\x04", "plumb> ▌bc", "bc"},
		{"Ctrl-W, Ctrl-Y", "one two.x\x17\x19\x19", "plumb> one two.xtwo.x▌", "one two.xtwo.x"},
		{"Ctrl-U, Ctrl-Y", "one two\x1bb\x15\x05\x19", "plumb> twoone ▌", "twoone "},
		{"Ctrl-K", "one two\x1bb\x0b", "plumb> one ▌", "one "},
		{"kills in a row come back together", "one two three\x17\x17\x01\x19", "plumb> two three▌one", "two threeone "},
		{"Alt-D and Alt-Backspace", "one two three\x01\x1bd\x05\x1b\x7f", "plumb>  two ▌", " two "},
		{"accents", "cafe\u0301s\x02\x02\x7f", "plumb> ca▌e\u0301s", "cae\u0301s"},
		{"accents whole", "cafe\u0301s\x02\x7f", "plumb> caf▌s", "cafs"},
		{"wide", "売上は\x02\x02x", "plumb> 売x▌上は", "売x上は"},
		{"emoji", "a👍🏽b👩‍👩‍👧c\x02\x7f", "plumb> a👍🏽b▌c", "a👍🏽bc"},
		{"unknown keys do nothing", "a\x1b[15~\x1bz\x1b[1;2P\x0fb", "plumb> ab▌", "ab"},
		{"pasted tabs and escapes", "\x1b[200~a\tb\x1bc\x1b[201~", "plumb> a    bc▌", "a\tbc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := sit(t, 60, 10, nil).prompted()
			p.press(c.keys)
			p.sees(c.shows)
			p.press("\r")
			p.gets(c.enters, nil)
		})
	}
}

// A terminal that draws the parts of an emoji side by side still has the cursor
// where the text goes on.
func TestTheCursorIsRightOnANaiveTerminal(t *testing.T) {
	p := sit(t, 60, 10, nil).prompted()
	p.screen.naive = true
	p.press("a👍🏽b👩\u200d👩\u200d👧c")
	p.sees("plumb> a👍b👩\u200dc▌")
	p.press("\x02")
	p.sees("plumb> a👍b👩\u200d▌c")
	p.press("\r")
	p.gets("a👍🏽b👩\u200d👩\u200d👧c", nil)
}

func TestLongTextIsWrapped(t *testing.T) {
	atEveryWidth(t, func(t *testing.T, columns int) {
		p := sit(t, columns, 10, nil).prompted()
		room := columns - 7
		first, second := strings.Repeat("a", room), strings.Repeat("b", room)
		p.press(first)
		p.sees("plumb> "+first, "       ▌")
		p.press(second + "c")
		p.sees("plumb> "+first, "       "+second, "       c▌")
		p.press("\x01x")
		p.sees("plumb> x▌"+first[1:], "       a"+second[1:], "       bc")
		p.press("\x7f\x05\x7f\x7f")
		p.sees("plumb> "+first, "       "+second[1:]+"▌")
		p.press("\x15売")
		p.sees("plumb> 売▌")
		p.press("\x7f" + strings.Repeat("a", room-1) + "売")
		p.sees("plumb> "+strings.Repeat("a", room-1), "       売▌")
		p.press("\x0c")
		p.sees("plumb> "+strings.Repeat("a", room-1), "       売▌")
		p.press("\r")
		p.gets(strings.Repeat("a", room-1)+"売", nil)
	})
}

func TestSeveralLines(t *testing.T) {
	atEveryWidth(t, func(t *testing.T, columns int) {
		p := sit(t, columns, 10, func(o *Options) {
			o.Unfinished = func(text string) bool { return strings.HasPrefix(text, "/query") && !strings.HasSuffix(text, ";") }
		}).prompted()
		p.press("one\\\rtwo\x1b\rthree")
		p.sees("plumb> one", "  ...> two", "  ...> three▌")
		p.press("\x1b[A\x1b[A\x1b[AX") // the first line has nothing above, and there is no history
		p.sees("plumb> oneX▌", "  ...> two", "  ...> three")
		p.press("\x1b[B\x01\x7f")
		p.sees("plumb> oneX▌two", "  ...> three")
		p.press("\r")
		p.gets("oneXtwo\nthree", nil)
		p.sees("plumb> oneXtwo", "  ...> three", "▌")
		p.prompted()
		p.press("/query select\r1;\r")
		p.gets("/query select\n1;", nil)
	})
}

func TestAPasteIsNotEntered(t *testing.T) {
	atEveryWidth(t, func(t *testing.T, columns int) {
		p := sit(t, columns, 10, nil).prompted()
		p.press("a\x1b[200~b\r\nc\rd\x1b[201~e")
		p.sees("plumb> ab", "  ...> c", "  ...> de▌")
		p.press("\r")
		p.gets("ab\nc\nde", nil)
		p.prompted()
		p.press("keep\x1b[200~" + strings.Repeat("long ", maxText/4) + "\x1b[201~")
		p.until(func() bool { return strings.Contains(p.screen.text(), "nothing was added") }, "a note")
		p.press("!\x1b[200~never ends\x03\r")
		p.gets("", nil)
	})
}

func TestATextHigherThanTheWindow(t *testing.T) {
	p := sit(t, 40, 4, nil).prompted()
	p.press("\x1b[200~1\n2\n3\n4\n5\n6\x1b[201~")
	p.sees("  ...> 3", "  ...> 4", "  ...> 5", "  ...> 6▌")
	p.press("\x1b[A\x1b[A\x1b[A\x1b[A")
	p.sees("  ...> 2▌", "  ...> 3", "  ...> 4", "  ...> 5")
	p.press("\r")
	p.gets("1\n2\n3\n4\n5\n6", nil)
	p.sees("  ...> 4", "  ...> 5", "  ...> 6", "▌")
	p.screen.height = 7
	p.sees("plumb> 1", "  ...> 2", "  ...> 3", "  ...> 4", "  ...> 5", "  ...> 6", "▌")
}

func TestLeaving(t *testing.T) {
	atEveryWidth(t, func(t *testing.T, columns int) {
		for _, c := range []struct {
			keys    string
			failure error
			shows   string
		}{
			{"\x03", io.EOF, "plumb>\n▌"},
			{"\x04", io.EOF, "plumb>\n▌"},
			{"text\x03\x03", io.EOF, "plumb>\n▌"},
			{"text\x03\x04", io.EOF, "plumb>\n▌"},
		} {
			p := sit(t, columns, 10, nil).prompted()
			p.press(c.keys)
			p.gets("", c.failure)
			p.sees(strings.Split(c.shows, "\n")...)
		}
	})
}

func TestCtrlCClearsTheLine(t *testing.T) {
	atEveryWidth(t, func(t *testing.T, columns int) {
		p := sit(t, columns, 10, nil).prompted()
		p.press("one\x1b\rtwo")
		p.sees("plumb> one", "  ...> two▌")
		p.press("\x03")
		p.sees("plumb> ▌")
		p.press("three\r")
		p.gets("three", nil)
	})
}

// What was typed ahead belongs to the next line.
func TestTypingAhead(t *testing.T) {
	p := sit(t, 60, 10, nil)
	p.press("one\rtwo\rthr")
	p.read(t.Context()).gets("one", nil)
	p.read(t.Context()).gets("two", nil)
	p.read(t.Context()).press("ee\r")
	p.gets("three", nil)
}

func TestTheTerminalIsPutBack(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	for _, c := range []struct {
		name string
		ctx  context.Context
		act  func(p *person)
		fail error
	}{
		{"after a line", t.Context(), func(p *person) { p.press("\r") }, nil},
		{"after leaving", t.Context(), func(p *person) { p.press("\x04") }, io.EOF},
		{"when the context ends", ended, func(*person) { end() }, context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := sit(t, 60, 10, nil)
			before, err := term.GetState(int(p.slave.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			p.read(c.ctx).sees("plumb> ▌")
			during, _ := term.GetState(int(p.slave.Fd()))
			if *during == *before || !p.screen.pasting {
				t.Error("the terminal is not raw")
			}
			c.act(p)
			p.gets("", c.fail)
			p.until(func() bool { return !p.screen.pasting }, "the end of pasting")
			if after, _ := term.GetState(int(p.slave.Fd())); *after != *before {
				t.Error("the terminal is not as it was")
			}
		})
	}
}

func TestTheTerminalIsPutBackOnAPanic(t *testing.T) {
	p := sit(t, 60, 10, func(o *Options) {
		o.Complete = func(string, int) []Candidate { panic("in completion") }
	})
	before, err := term.GetState(int(p.slave.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	caught := make(chan any, 1)
	go func() {
		defer func() { caught <- recover() }()
		_, _ = p.editor.Read(t.Context())
	}()
	p.sees("plumb> ▌")
	p.press("\t")
	p.until(func() bool { return !p.screen.pasting }, "the end of pasting")
	if reason := <-caught; reason != "in completion" {
		t.Errorf("caught %v", reason)
	}
	if after, _ := term.GetState(int(p.slave.Fd())); *after != *before {
		t.Error("the terminal is not as it was")
	}
}

func TestTheTerminalGoes(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	defer slave.Close()
	failure := make(chan error, 1)
	go func() {
		_, err := New(Options{In: slave, Out: slave, Prompt: "plumb> "}).Read(t.Context())
		failure <- err
	}()
	for drawn := ""; !strings.HasSuffix(drawn, wrapOn); {
		b := make([]byte, 256)
		n, err := master.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		drawn += string(b[:n])
	}
	master.Close()
	if err := <-failure; !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

func TestResizing(t *testing.T) {
	p := sit(t, 80, 10, nil).prompted()
	text := strings.Repeat("0123456789", 16)
	p.press(text)
	p.sees("plumb> "+text[:73], "       "+text[73:146], "       "+text[146:]+"▌")
	for _, columns := range []int{60, 40, 200, 61, 80} {
		p.screen.resize(columns, 10)
		p.size(columns, 10)
		if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil { // the terminal is not that of the test's own session
			t.Fatal(err)
		}
		var want []string
		prompt := "plumb> "
		for rest := text; rest != ""; prompt = "       " {
			n := min(len(rest), columns-7)
			want, rest = append(want, prompt+rest[:n]), rest[n:]
		}
		want[len(want)-1] += "▌"
		p.sees(want...)
	}
	p.press("\r")
	p.gets(text, nil)
}

func TestColoursOnlyWhereAllowed(t *testing.T) {
	for _, color := range []bool{false, true} {
		var out strings.Builder
		e := New(Options{Out: &out, Prompt: "> ", Screen: terminal.Screen{Color: color}})
		e.width, e.height = 60, 10
		e.draw()
		if got := strings.Contains(out.String(), "\x1b[1m"); got != color {
			t.Errorf("colours %t: %q", color, out.String())
		}
	}
}
