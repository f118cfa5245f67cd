package sandbox

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
	"github.com/plumbdata/plumb/internal/table"
)

func pythonOptions(t *testing.T) Options {
	t.Helper()
	o := options(t)
	o.Python = python3(t)
	return o
}

func TestPythonTables(t *testing.T) {
	r := mustRun(t, Program{Language: Python, Tables: sales(), Code: `
import datetime, math, statistics, json, re, itertools, collections, functools, decimal, fractions, random, string
rows = tables["sales"]
emit("next", [{"region": r["region"], "twice": r["amount"] * 2, "next": r["day"] + datetime.timedelta(days=1)} for r in rows])
emit("lists", [[1, None, True, [1]], [2.5, "x", None, {"a": 1}]], columns=["n", "t", "b", "j"])
value("mean", statistics.mean(r["amount"] for r in rows))
value("big", 2**100)
print("hello", len(rows))
`}, pythonOptions(t))
	if got, want := csv(t, r, "next"), "region:text,twice:decimal,next:date\nnorth,21.00,2024-02-01\nsouth,8.50,2024-02-02\nnorth,2.50,2024-03-01"; got != want {
		t.Errorf("got %s", got)
	}
	if got, want := csv(t, r, "lists"), "n:float,t:text,b:boolean,j:json\n1,,true,[1]\n2.5,x,,{\"a\": 1}"; got != want {
		t.Errorf("got %s", got)
	}
	if len(r.Values) != 2 || r.Values[0].Value.Kind() != table.Decimal || r.Values[1].Value.String() != "1267650600228229401496703205376" {
		t.Errorf("got %v", r.Values)
	}
	if r.Printed != "hello 3\n" {
		t.Errorf("printed %q", r.Printed)
	}
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0].Message, "pandas") {
		t.Logf("pandas is here: %v", r.Notes)
	}
}

func TestPythonEnds(t *testing.T) {
	o := pythonOptions(t)
	for code, want := range map[string]fault.Code{
		"raise SystemExit(3)":           "",
		"x = 1":                         "",
		"def f(:\n  pass":               SyntaxError,
		"x = 1\nx.foo":                  RuntimeError,
		"tables['nothing']":             RuntimeError,
		"def f(n): return f(n+1)\nf(0)": RuntimeError,
	} {
		_, err := Run(t.Context(), Program{Language: Python, Code: code, Tables: sales()}, o)
		if got := fault.CodeOf(err); got != want {
			t.Errorf("%q gives %q: %v", code, got, err)
		}
	}
}

func TestPythonFailureTellsLineAndVariables(t *testing.T) {
	_, err := Run(t.Context(), Program{Language: Python, Tables: sales(), Code: "def total(rows):\n    seen = len(rows)\n    return sum(r['amonut'] for r in rows)\n\ntotal(tables['sales'])\n"}, pythonOptions(t))
	var e *ProgramError
	if !errors.As(err, &e) || e.Line != 3 || !strings.Contains(e.Message, "amonut") || !strings.Contains(e.Detail(), "region") || !Retryable(err) {
		t.Errorf("got %v", err)
	}
}

// importEscapes reach for what the import list keeps away: plainly, and through the
// objects of the interpreter.
var importEscapes = map[string]string{
	"import":         "import os",
	"import from":    "from subprocess import run",
	"import inside":  "import json.decoder, os",
	"__import__":     "__import__('socket')",
	"importlib":      "import importlib",
	"module's os":    "import random\nrandom._os.system('true')",
	"subclasses":     "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0].__init__.__globals__['system']('true')",
	"functions":      "emit.__globals__['sys']",
	"closures":       "emit.__closure__[0].cell_contents",
	"frames":         "try:\n  1/0\nexcept Exception as e:\n  value('frame', str(e.__traceback__.tb_frame.f_back.f_globals))",
	"frame function": "import collections\ncollections._sys._getframe()",
	"getattr":        "getattr(emit, '__glo' + 'bals__')",
	"class":          "getattr(().__class__, '__ba' + 'se__')",
	"mappings":       "emit.__class__.__dict__['__globals__'].__get__(emit)",
	"forking":        "import random\nrandom._os.fork()",
}

func TestPythonImports(t *testing.T) {
	o := pythonOptions(t)
	for name, code := range importEscapes {
		t.Run(name, func(t *testing.T) {
			_, err := Run(t.Context(), Program{Language: Python, Code: code}, o)
			if fault.CodeOf(err) != Blocked || Retryable(err) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestPythonLacksFunctions names built-in functions that are not there.
func TestPythonLacksFunctions(t *testing.T) {
	o := pythonOptions(t)
	for _, code := range []string{"open('/etc/passwd')", "exec('import os')", "eval('1')", "compile('1', '', 'eval')", "input()", "breakpoint()"} {
		_, err := Run(t.Context(), Program{Language: Python, Code: code}, o)
		if fault.CodeOf(err) != RuntimeError || !strings.Contains(err.Error(), "NameError") {
			t.Errorf("%s gives %v", code, err)
		}
	}
}

// kernelEscapes are made from Python with every module at hand. They end with
// done() where they succeed.
var kernelEscapes = map[string]string{
	"read /etc/passwd":     "open('/etc/passwd').read(); done()",
	"read the home":        "[done() for p in ('/root', '/home') if os.listdir(p)]",
	"read the environment": "os.environ.pop('OPENBLAS_NUM_THREADS'); os.environ.pop('OMP_NUM_THREADS'); os.environ.pop('MKL_NUM_THREADS'); os.environ.pop('LC_CTYPE', 0); os.environ and done()",
	"read /proc":           "open('/proc/self/maps').read(); done()",
	"see the parent":       "os.listdir('/proc'); done()",
	"inet socket":          "socket.socket(socket.AF_INET); done()",
	"unix socket":          "socket.socket(socket.AF_UNIX); done()",
	"socket pair":          "socket.socketpair(); done()",
	"netlink socket":       "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW); done()",
	"loopback":             "socket.create_connection(('127.0.0.1', PORT)); done()",
	"fork":                 "os.fork(); done()",
	"posix_spawn":          "os.posix_spawn(sys.executable, ['x'], {}); done()",
	"exec a shell":         "os.execv('/bin/sh', ['sh', '-c', 'exit 42'])",
	"exec itself":          "os.execv(PROGRAM, ['python', '-c', 'import os; os._exit(42)'])",
	"exec by descriptor":   "os.execve(os.open(PROGRAM, os.O_RDONLY), ['python', '-c', 'import os; os._exit(42)'], {})",
	"execveat":             "ctypes.CDLL(None, use_errno=True).syscall(322, os.open(PROGRAM, os.O_RDONLY), b'', (ctypes.c_char_p*4)(b'p', b'-c', b'import os; os._exit(42)', None), (ctypes.c_char_p*1)(None), 0x1000) == -1 or done()",
	"system":               "os.system('true') == 0 and done()",
	"subprocess":           "subprocess.run(['/bin/true']); done()",
	"write a file":         "[write(d) for d in ('/', '/tmp', '/dev/shm', '/var/tmp', os.path.dirname(os.__file__))]",
	"signal the parent":    "os.kill(PARENT, 0); done()",
	"signal all":           "os.kill(-1, 0); done()",
	"ptrace":               "ctypes.CDLL(None, use_errno=True).ptrace(0x4206, PARENT, 0, 0) == 0 and done()",
	"mount":                "ctypes.CDLL(None, use_errno=True).mount(b'none', b'/', b'tmpfs', 0, None) == 0 and done()",
	"unshare":              "ctypes.CDLL(None, use_errno=True).unshare(0x10000000) == 0 and done()",
	"setuid":               "os.setuid(1); done()",
	"chroot":               "os.chroot('/'); done()",
	"raise a limit":        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (9999, 9999)); done()",
	"shared memory":        "import mmap; mmap.mmap(-1, 1 << 20); done()",
	"memfd":                "os.memfd_create('x'); done()",
	"symlink":              "[os.symlink('/etc/passwd', d + '/link') or done() for d in ('/', '/tmp')]",
	"inherited files":      "[done() for fd in range(3, 64) if fstat(fd)]",
	"climb out":            "os.chdir('../../../..'); os.listdir('etc/ssl') and done()",
}

// refusal is how Python names errors of the kernel.
var refusal = regexp.MustCompile(`PermissionError|FileNotFoundError|OSError: \[Errno 38\]|not allowed to raise maximum limit`)

func TestPythonKernel(t *testing.T) {
	o := pythonOptions(t)
	o.skip = []string{wire.LayerImports}
	around := surroundings(t)
	const prelude = `
import os, sys, socket, subprocess, ctypes
def done(): value("outcome", "succeeded")
def write(folder):
    with open(folder + "/plumb-test-file", "w"): pass
    os.remove(folder + "/plumb-test-file")
    done()
def fstat(fd):
    try: return os.fstat(fd)
    except OSError: return None
PROGRAM = os.path.realpath(sys.executable)
`
	_, port, _ := strings.Cut(around.Address, ":")
	for name, code := range kernelEscapes {
		t.Run(name, func(t *testing.T) {
			code := strings.NewReplacer("PARENT", itoa(os.Getpid()), "PORT", port).Replace(code)
			r, err := run(t.Context(), Program{Language: Python, Code: prelude + code}, o)
			if err != nil {
				if fault.CodeOf(err) != RuntimeError || !refusal.MatchString(err.Error()) {
					t.Errorf("%v (%v)", err, errors.Unwrap(err))
				}
				return
			}
			if len(r.Values) > 0 {
				t.Error("it succeeds")
			}
		})
	}
}
