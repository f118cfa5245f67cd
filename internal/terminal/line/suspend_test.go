package line

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// TestMain lets the test's own program be the one that a shell suspends.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "prompt" {
		os.Exit(prompt())
	}
	os.Exit(m.Run())
}

func prompt() int {
	text, err := New(Options{In: os.Stdin, Out: os.Stdout, Prompt: "plumb> ", Continue: "  ...> "}).Read(context.Background())
	fmt.Printf("entered %q, %v\n", text, err)
	return 0
}

func TestSuspending(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash, for its job control")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const script = `"$0" prompt; echo "stopped: $(stty -a | grep -ow -e -icanon -e icanon)"; read -r; fg >/dev/null`
	c := exec.CommandContext(t.Context(), shell, "-m", "-c", script, self)
	master, err := pty.StartWithSize(c, &pty.Winsize{Rows: 10, Cols: 60})
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	defer master.Close()
	p := watch(t, master, 60, 10)
	p.sees("plumb> ▌")
	p.press("half a ques")
	p.sees("plumb> half a ques▌")
	p.press("\x1a")
	p.until(func() bool { return strings.HasSuffix(p.screen.text(), "\nstopped: icanon\n▌") }, "that it is stopped")
	if p.screen.pasting {
		t.Error("pastes are still marked")
	}
	p.press("\n") // the shell reads it
	p.until(func() bool { return strings.HasSuffix(p.screen.text(), "\nplumb> half a ques▌") }, "the prompt again")
	p.press("tion\r")
	p.until(func() bool { return strings.Contains(p.screen.text(), `entered "half a question", <nil>`) }, "the line")
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}
