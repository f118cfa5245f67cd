# Runs a foreign program over tables. The kernel keeps it from everything else;
# what is done here about imports and files only makes the errors clearer, and the
# way to the kernel longer.
import ast
import builtins
import datetime
import decimal
import functools
import json
import os
import resource
import struct
import sys
import _thread

READY, PROGRAM, TABLE, ROWS, PRINTED, VALUE, FAILED, END = 2, 3, 4, 6, 7, 8, 9, 10


def main():
    channel_in, channel_out = sys.stdin.buffer, sys.stdout.buffer
    program = json.loads(expect(channel_in, PROGRAM))
    if program["Memory"]:
        resource.setrlimit(resource.RLIMIT_DATA, (program["Memory"], program["Memory"]))
    raw = receive(channel_in)
    sys.path[:] = program["Path"] or []
    # One thread of a linear algebra library is enough, and each takes memory.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    try:
        import pandas
    except Exception:
        pandas = None
    allowed = program["Allowed"]

    def send(kind, payload):
        channel_out.write(struct.pack("<BI", kind, len(payload)) + payload)

    def send_json(kind, value):
        send(kind, json.dumps(value, allow_nan=False).encode())

    class Printer:
        encoding = "utf-8"
        errors = "replace"

        def write(self, text):
            send(PRINTED, str(text).encode("utf-8", "replace"))
            return len(text)

        def flush(self):
            channel_out.flush()

        def isatty(self):
            return False

        def writable(self):
            return True

    def emit(name, rows, columns=None):
        names, list_of_rows = as_rows(pandas, rows, columns)
        send_json(TABLE, {"name": str(name), "columns": [{"name": str(n), "type": "text"} for n in names]})
        for i in range(0, len(list_of_rows), 1000):
            send_json(ROWS, [[cell(v) for v in row] for row in list_of_rows[i:i + 1000]])

    def value(name, x):
        send_json(VALUE, {"name": str(name), "value": cell(x)})

    tables = {name: as_given(pandas, columns, rows) for name, columns, rows in raw}
    own = make_builtins(allowed)
    scope = {"__builtins__": own, "__name__": "__main__", "tables": tables, "emit": emit, "value": value}
    if pandas is not None:
        scope["pd"] = scope["pandas"] = pandas
    sys.stdout = sys.stderr = Printer()
    sys.stdin = None
    try:
        tree = ast.parse(program["Code"], FILE)
        refusal = check(tree) if allowed is not None else None
        code = compile(tree, FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        send_json(FAILED, {"kind": "syntax", "message": getattr(e, "msg", None) or str(e) or type(e).__name__, "line": getattr(e, "lineno", 0) or 0})
        channel_out.flush()
        return
    failure = None if refusal else run(code, scope, own, allowed)
    if refusal:
        send_json(FAILED, refusal)
    elif failure is None:
        send(END, b"")
    else:
        send_json(FAILED, describe(failure))
    channel_out.flush()


FILE = "program"


def expect(channel, wanted):
    kind, size = struct.unpack("<BI", exactly(channel, 5))
    if kind != wanted:
        sys.exit(1)
    return exactly(channel, size)


def receive(channel):
    tables = []
    while True:
        kind, size = struct.unpack("<BI", exactly(channel, 5))
        payload = exactly(channel, size)
        if kind == TABLE:
            header = json.loads(payload)
            tables.append((header["name"], header["columns"] or [], []))
        elif kind == ROWS:
            tables[-1][2].extend(json.loads(payload))
        elif kind == END:
            return tables


def exactly(channel, size):
    data = channel.read(size)
    if len(data) != size:
        sys.exit(1)
    return data


# Tables.

def parsed(x):
    if type(x) is not dict:
        return x
    (kind, text), = x.items()
    try:
        if kind == "decimal":
            return decimal.Decimal(text)
        if kind == "float":
            return float(text.replace("Infinity", "inf"))
        if kind == "date":
            return datetime.date.fromisoformat(text)
        if kind == "time":
            return datetime.time.fromisoformat(micros(text))
        if kind in ("timestamp", "timestamptz"):
            return datetime.datetime.fromisoformat(micros(text.replace("Z", "+00:00")))
        if kind == "json":
            return json.loads(text)
    except ValueError:
        pass  # years that Python has not, and "infinity"
    return text


def micros(text):
    """The fraction of a time with six digits, which old versions require."""
    head, point, tail = text.partition(".")
    if not point:
        return text
    digits = len(tail) - len(tail.lstrip("0123456789"))
    return head + "." + (tail[:digits] + "000000")[:6] + tail[digits:]


def as_given(pandas, columns, rows):
    names = [c["name"] for c in columns]
    rows = [[parsed(x) for x in row] for row in rows]
    if pandas is None:
        return [dict(zip(names, row)) for row in rows]
    frame = pandas.DataFrame(rows, columns=names)
    for i, column in enumerate(columns):
        kind, series = column["type"], frame.iloc[:, i]
        try:
            if kind in ("decimal", "float"):
                series = series.astype("float64")
            elif kind == "integer":
                series = series.astype("Int64" if series.isna().any() else "int64")
            elif kind in ("date", "timestamp", "timestamptz"):
                series = pandas.to_datetime(series, utc=kind == "timestamptz")
            else:
                continue
        except (ValueError, TypeError, OverflowError):
            continue
        frame.isetitem(i, series) if hasattr(frame, "isetitem") else frame.__setitem__(names[i], series)
    return frame


def as_rows(pandas, rows, columns):
    if pandas is not None:
        if isinstance(rows, pandas.Series):
            rows = rows.to_frame()
        if isinstance(rows, pandas.DataFrame):
            if not isinstance(rows.index, pandas.RangeIndex) and any(n is not None for n in rows.index.names):
                rows = rows.reset_index()
            names = [" ".join(map(str, c)) if isinstance(c, tuple) else c for c in rows.columns]
            return names, [list(r) for r in rows.itertuples(index=False, name=None)]
    if isinstance(rows, dict):
        rows = [rows]
    rows = list(rows)
    if columns is None:
        columns = []
        for row in rows:
            if not isinstance(row, dict):
                raise TypeError("emit: a row is a %s, not a dict; a list of lists needs columns=[...]" % type(row).__name__)
            columns.extend(n for n in row if n not in columns)
    result = []
    for row in rows:
        row = [row.get(n) for n in columns] if isinstance(row, dict) else list(row)
        if len(row) != len(columns):
            raise ValueError("emit: a row has %d values for %d columns" % (len(row), len(columns)))
        result.append(row)
    return columns, result


def cell(x):
    if x is None or type(x) in (bool, int):
        return x
    if hasattr(x, "item") and hasattr(x, "dtype") and getattr(x, "shape", None) == ():
        x = x.item()
    if isinstance(x, bool) or x is None:
        return x
    if isinstance(x, int):
        return int(x)
    if type(x).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(x, float):
        if x != x:
            return None
        if x in (float("inf"), float("-inf")):
            return {"float": "Infinity" if x > 0 else "-Infinity"}
        return float(x)
    if isinstance(x, str):
        return x.encode("utf-8", "replace").decode()
    if isinstance(x, decimal.Decimal):
        return {"decimal": format(x, "f")} if x.is_finite() else {"float": "NaN"}
    if isinstance(x, datetime.datetime):
        if x.tzinfo is not None:
            return {"timestamptz": x.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat() + "Z"}
        return {"timestamp": x.isoformat()}
    if isinstance(x, datetime.date):
        return {"date": x.isoformat()}
    if isinstance(x, datetime.time):
        return {"time": x.isoformat()}
    if isinstance(x, (list, tuple, dict, set, frozenset)):
        if isinstance(x, (set, frozenset)):
            x = list(x)
        return {"json": json.dumps(x, default=str)}
    return str(x)


# Running.

class Blocked(ImportError):
    pass


# Attributes through which code finds its way to what it cannot import.
PRIVATE = frozenset((
    "__globals__", "__builtins__", "__closure__", "__code__", "__subclasses__", "__bases__", "__base__", "__mro__", "__dict__", "__getattribute__",
    "__loader__", "__spec__", "tb_frame", "gi_frame", "gi_code", "cr_frame", "ag_frame", "f_back", "f_globals", "f_builtins", "f_locals",
))


def check(tree):
    """Finds such attributes in a program, which need no more to be run."""
    for node in ast.walk(tree):
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None
        if name in PRIVATE:
            return {"kind": "import", "message": "%s cannot be read here" % name, "line": node.lineno}
    return None


def make_builtins(allowed):
    own = dict(vars(builtins))
    if allowed is None:
        return own
    for name in ("open", "input", "breakpoint", "help", "exit", "quit", "copyright", "credits", "license", "exec", "eval", "compile"):
        own.pop(name, None)
    getattr_ = builtins.getattr

    def guarded_getattr(*arguments):
        if len(arguments) > 1 and arguments[1] in PRIVATE:
            raise Blocked("%s cannot be read here" % arguments[1])
        return getattr_(*arguments)

    own["getattr"] = guarded_getattr
    original = builtins.__import__
    names = frozenset(allowed)

    def guarded(name, globals=None, locals=None, fromlist=(), level=0):
        if type(name) is not str or level or name.partition(".")[0] not in names:
            raise Blocked("the module %s cannot be imported here; there are: %s" % (name, ", ".join(sorted(names))))
        return original(name, globals, locals, fromlist, level)

    own["__import__"] = guarded
    return own


def arm(own):
    """Refuses what the interpreter announces. A hook cannot be removed."""
    frame_of = sys._getframe
    refused = ("socket.", "subprocess.", "ctypes.", "shutil.", "pty.", "os.", "signal.", "fcntl.", "mmap.", "resource.", "syslog.", "gc.", "tempfile.",
               "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.", "sys.addaudithook", "sys.setprofile", "sys.settrace", "code.__new__")
    harmless = ("os.listdir", "os.scandir", "os.walk", "os.fwalk")

    looking = []

    def foreign():
        """Whether foreign code caused the event. Looking is an event itself."""
        looking.append(True)
        try:
            return frame_of(2).f_builtins is own
        finally:
            looking.pop()

    def hook(event, arguments):
        if event == "open":
            mode = arguments[1]
            if isinstance(mode, str) and mode.strip("rbtU"):
                raise Blocked("files cannot be written here")
        elif event == "object.__getattr__":
            if arguments[1] in PRIVATE and foreign():
                raise Blocked("%s cannot be read here" % arguments[1])
        elif event == "sys._getframe":
            if not looking and foreign():
                raise Blocked("frames cannot be read here")
        elif event.startswith(refused) and event not in harmless:
            raise Blocked("%s is not possible here" % event)

    sys.addaudithook(hook)


def run(code, scope, own, allowed):
    """Runs code in a thread of which no function of ours is a part, so that its
    frames lead nowhere."""
    failures = []
    begun, done = _thread.allocate_lock(), _thread.allocate_lock()
    begun.acquire()
    done.acquire()
    reserve = [bytearray(8 << 20)]  # for what follows when there is no memory left

    def failed(unraisable):
        if not failures and unraisable.exc_value is not None:
            failures.append(unraisable.exc_value)
        if done.locked():
            done.release()

    sys.unraisablehook = failed
    steps = [functools.partial(begun.release), functools.partial(exec, code, scope), functools.partial(done.release)]
    if allowed is not None:
        arm(own)
    _thread.start_new_thread(list, (map(functools.partial.__call__, steps),))
    begun.acquire()  # on a busy machine that takes a while, and until then no thread counts
    finished = True
    while not done.acquire(True, 0.05):
        if _thread._count() == 0:
            finished = False
            break
    if not finished and not failures:
        # It has raised SystemExit, or there was no memory to tell of its failure.
        try:
            bytearray(4 << 20)
        except MemoryError as e:
            failures.append(e)
    reserve.clear()
    if failures and isinstance(failures[0], MemoryError):
        scope.clear()
    return failures[0] if failures else None


def describe(e):
    kind = "runtime"
    if isinstance(e, Blocked):
        kind = "import"
    elif isinstance(e, MemoryError):
        kind = "memory"
    line, variables = 0, []
    t = e.__traceback__
    while t is not None:
        if t.tb_frame.f_code.co_filename == FILE:
            line = t.tb_lineno
            variables = [{"name": n, "text": short(v)} for n, v in list(t.tb_frame.f_locals.items())
                         if not n.startswith("_") and n not in ("tables", "emit", "value", "pd", "pandas") and not callable(v)
                         and type(v).__name__ != "module"][:20]
        t = t.tb_next
    if isinstance(e, KeyError):
        message = "KeyError: there is no key %s" % e
    else:
        message = "%s: %s" % (type(e).__name__, e) if str(e) else type(e).__name__
    if kind == "import":
        message = str(e)
    return {"kind": kind, "message": message[:2000], "line": line, "variables": variables}


def short(x):
    try:
        text = repr(x[:8] if isinstance(x, (list, str)) and len(x) > 200 else x)
    except BaseException:
        text = type(x).__name__
    return text if len(text) <= 200 else text[:200] + "…"


# Made while there is memory for it.
LACKING = json.dumps({"kind": "memory", "message": "MemoryError"}).encode()
LACKING = struct.pack("<BI", FAILED, len(LACKING)) + LACKING
OUTPUT = sys.stdout.buffer
try:
    main()
except MemoryError:
    OUTPUT.write(LACKING)
    OUTPUT.flush()
