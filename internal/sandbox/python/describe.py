# Says of the interpreter that runs it what a sandbox must know.
import importlib.util
import json
import os
import sys

libraries = set()
try:
    with open("/proc/self/maps") as maps:
        for line in maps:
            path = line.rstrip("\n").split(None, 5)[-1]
            if path.startswith("/") and os.path.isfile(path):
                libraries.add(path)
except OSError:
    pass

print(json.dumps({
    "program": os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
    "version": "%d.%d.%d" % sys.version_info[:3],
    "pandas": importlib.util.find_spec("pandas") is not None,
    "path": [os.path.abspath(p) for p in sys.path if p and os.path.exists(p)],
    "base_prefix": sys.base_prefix,
    "libraries": sorted(libraries),
}))
