"""Runs docs/check.py for each line of the input, a JSON list of its words, and answers with a line each, what it printed
and its exit code. The program is executed anew each time; only a signature that was verified before is remembered."""

import contextlib
import functools
import io
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    program = compile(file.read(), sys.argv[1], "exec")
verify = None
for line in sys.stdin:
    module = {"__name__": "check"}
    exec(program, module)
    verify = verify or functools.lru_cache(None)(module["holds_signature"])
    module["holds_signature"] = verify
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = module["main"](json.loads(line))
    print(json.dumps({"code": code, "output": output.getvalue(), "errors": errors.getvalue()}))
