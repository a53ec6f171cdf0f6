#!/usr/bin/env python3
"""Checks evidence with none of Tallystick's code: the pack of a run (a zip), the pack or the folder of a period, the
proof of a line (JSON), or a C2SP tlog-proof. Needs Python 3.8 and nothing else. docs/auditors.md says what each check
means. It makes no replay, which needs the engine, and no check that needs a policy of witnesses or a certificate.

    python3 check.py FILE [KEY...]      KEY: base64 of a key that /.well-known/tallystick-keys lists; of a period, of
                                        who submitted and who approved it
    python3 check.py --vectors FOLDER   the vectors of github.com/transparency-dev/merkle in two files

Exit code: 0 every check holds, by a KEY (of a period by two); 3 every check holds, by the keys in FILE; 1 a check
fails; 2 FILE is unreadable.
"""

import base64
import datetime
import hashlib
import json
import operator
import os
import re
import struct
import sys
import zlib


class Unreadable(Exception):
    pass


def want(is_so, why):
    if not is_so:
        raise Unreadable(why)


# SHA-256, and the trees of RFC 6962.


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def is_hash(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def leaf_hash(line):
    return sha256(b"\0", line)


def hash_of(line):
    return leaf_hash(line.encode()).hex()


def node(left, right):
    return sha256(b"\1", left, right)


EMPTY_ROOT = sha256().hex()


def root_of(leaves):
    """The root over leaf hashes: first the roots of perfect subtrees, then these joined from the right."""
    subtrees = []
    for index, current in enumerate(leaves):
        while index % 2 == 1:
            current, index = node(subtrees.pop(), current), index // 2
        subtrees.append(current)
    if not subtrees:
        return EMPTY_ROOT
    root = subtrees.pop()
    while subtrees:
        root = node(subtrees.pop(), root)
    return root.hex()


def root_by_inclusion(leaf, index, size, hashes):
    """The root that follows from an inclusion proof, RFC 9162 2.1.3.2; None for a proof of no possible tree."""
    if not all(map(is_hash, [leaf, *hashes])) or not is_count(index) or not is_count(size) or index >= size:
        return None
    current, fn, sn = bytes.fromhex(leaf), index, size - 1
    for sibling in map(bytes.fromhex, hashes):
        if sn == 0:
            return None
        if fn % 2 == 1 or fn == sn:
            current = node(sibling, current)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            current = node(current, sibling)
        fn, sn = fn // 2, sn // 2
    return current.hex() if sn == 0 else None


def root_by(leaf, proof):
    return root_by_inclusion(leaf, proof["index"], proof["size"], proof["hashes"])


def is_consistent(first, second, first_root, second_root, hashes):
    """Whether the tree of `second` leaves begins with the tree of `first` leaves, RFC 9162 2.1.4.2."""
    if not is_count(first) or not is_count(second) or first > second or not all(map(is_hash, hashes)):
        return False
    if first == 0:
        is_later = is_hash(second_root) if second > 0 else second_root == EMPTY_ROOT
        return not hashes and first_root == EMPTY_ROOT and is_later
    if first == second:
        return not hashes and first_root == second_root
    if not hashes or not is_hash(first_root):
        return False
    fn, sn = first - 1, second - 1
    while fn % 2 == 1:
        fn, sn = fn // 2, sn // 2
    path = [bytes.fromhex(each) for each in ([first_root] if fn == 0 else []) + hashes]
    fr = sr = path[0]
    for current in path[1:]:
        if sn == 0:
            return False
        if fn % 2 == 1 or fn == sn:
            fr, sr = node(current, fr), node(current, sr)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            sr = node(sr, current)
        fn, sn = fn // 2, sn // 2
    return sn == 0 and fr.hex() == first_root and sr.hex() == second_root


# Ed25519: RFC 8032 5.1.7, step by step as the RFC has it, and slow.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def decode_point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add_points(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(scalar, point):
    product = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            product = add_points(product, point)
        point, scalar = add_points(point, point), scalar >> 1
    return product


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % P)


def is_weak(key):
    """Whether a key is of small order, so that anybody can sign under it, or a second spelling of a key."""
    if int.from_bytes(key, "little") & ((1 << 255) - 1) >= P:
        return True
    point = decode_point(key[:31] + bytes([key[31] & 0x7F]))
    # No signature holds under a point that is not on the curve. The neutral element is (0, 1).
    product = multiply(8, point) if point else (1, 0, 1, 0)
    return product[0] % P == 0 and (product[1] - product[2]) % P == 0


def holds_signature(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = decode_point(key), decode_point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = multiply(s, BASE), add_points(r, multiply(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# JSON: hashed lines are canonical (RFC 8785); the JSON of a proof may have any layout (RFC 8259 and 7493).

# A missing member, or a line that is not canonical. None is the value null.
MISSING = object()
DEPTH_MAX = 100


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def is_text(value):
    return isinstance(value, str)


def is_object(value):
    return isinstance(value, dict)


def is_list(value):
    return isinstance(value, list)


def member(value, name):
    return value.get(name, MISSING) if is_object(value) else MISSING


def is_too_deep(value, depth=DEPTH_MAX):
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if is_object(value) else value
    return depth == 0 or any(is_too_deep(each, depth - 1) for each in inner)


def utf16(name):
    return name.encode("utf-16-be", "surrogatepass")


def canonical(value):
    if isinstance(value, float):
        return canonical_float(value)
    if is_list(value):
        return "[" + ",".join(map(canonical, value)) + "]"
    if is_object(value):
        return "{" + ",".join(json_text(name) + ":" + canonical(value[name]) for name in sorted(value, key=utf16)) + "}"
    return json_text(value)


def canonical_float(value):
    """A number as ECMAScript writes it: RFC 8785 3.2.2.3."""
    digits, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = digits.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    sign = "-" if value < 0 else ""
    if not digits:
        return "0"
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    if 0 < point <= 21:
        digits = digits.ljust(point, "0")
        return sign + digits[:point] + ("." + digits[point:] if len(digits) > point else "")
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return "%s%se%+d" % (sign, mantissa, point - 1)


json_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def in_order(pairs):
    """The members of a canonical object. Refuses a repeated member, and an order other than that of UTF-16 units."""
    names = [name for name, _ in pairs]
    if not "".join(names).isascii():
        names = list(map(utf16, names))
    if not all(map(operator.lt, names, names[1:])):
        raise ValueError("the members are in another order")
    return dict(pairs)


def number(text):
    value = float(text)
    return int(value) if abs(value) < 2**53 and value.is_integer() else value


def refuse_constant(text):
    raise ValueError(text + " is not JSON")


read_canonical = json.JSONDecoder(
    object_pairs_hook=in_order, parse_int=number, parse_float=number, parse_constant=refuse_constant
).decode


def parse_line(line):
    """The value of a canonical line; MISSING for a line of any other spelling."""
    try:
        value = read_canonical(line)
        if line.count("[") + line.count("{") > DEPTH_MAX and is_too_deep(value):
            return MISSING
        # Faster than `canonical`, with the same outcome except for numbers with a fraction or an exponent.
        return value if json_text(value) == line or canonical(value) == line else MISSING
    except (ValueError, TypeError, RecursionError):
        return MISSING


def once(pairs):
    want(len({name for name, _ in pairs}) == len(pairs), "a member is there twice")
    return dict(pairs)


def exact(text):
    """A number that a float64 holds exactly."""
    digits = re.sub("[-.]", "", re.sub("[eE].*", "", text)).strip("0")
    want(len(text) <= 64 and len(digits) <= 15, text[:64] + " is no number that can be held exactly")
    want(not digits or 1e-290 <= abs(float(text)) <= 1e290, text + " is no number that can be held exactly")
    return number(text)


def parse_json(text):
    decoder = json.JSONDecoder(
        object_pairs_hook=once, parse_int=exact, parse_float=exact, parse_constant=refuse_constant
    )
    value = decoder.decode(text)
    want(not is_too_deep(value), "it is nested too deep")
    # Half of a surrogate pair cannot be written in UTF-8.
    json_text(value).encode()
    return value


def any_value(value):
    return True


def or_null(test):
    return lambda value: value is None or test(value)


def list_of(test):
    return lambda value: is_list(value) and all(map(test, value))


def only(**tests):
    """A test of an object that has these members and no other."""
    return lambda value: (
        is_object(value) and value.keys() == tests.keys() and all(test(value[name]) for name, test in tests.items())
    )


def members_of(needed, others=None):
    """A test of an object that has the needed members, maybe some of the others, and no more."""
    tests = {**needed, **(others or {})}
    return lambda value: (
        is_object(value)
        and needed.keys() <= value.keys() <= tests.keys()
        and all(tests[name](each) for name, each in value.items())
    )


# Exact decimals, in units of 10^-12: a sum has at most 12 digits after the point.

SCALE = 12


def units(text):
    found = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+))?", text) if is_text(text) and len(text) <= 100 else None
    if found is None:
        return None
    sign, whole, fraction = found[1], found[2], (found[3] or "").rstrip("0")
    if len(fraction) > SCALE or len((whole + fraction).lstrip("0")) > 60:
        return None
    return int(sign + whole + fraction.ljust(SCALE, "0"))


def decimal(value):
    digits = str(abs(value)).rjust(SCALE + 1, "0")
    text = re.sub(r"\.?0+$", "", digits[:-SCALE] + "." + digits[-SCALE:])
    return "-" + text if value < 0 else text


def add(sums, name, value):
    sums[name] = sums.get(name, 0) + value


# Files: the zip exactly as the service writes it, notes (C2SP signed-note) and keys.

PACK_NAMES = (
    "manifest.json rules.json source.ndjson target.ndjson result.ndjson receipts.ndjson proofs.json"
    " previous-checkpoint.txt checkpoint.txt key-periods.txt keys.txt README.txt"
).split()
ARTIFACTS = ("source.ndjson", "target.ndjson", "result.ndjson")
# In bytes.
ARTIFACT_MAX, SMALL_MAX, PROOF_MAX, LINE_MAX = 2**32, 2**24, 2**26, 2_000_000
# SHA-256 of README.txt: a changed text could claim something that no check proves.
README = "b745988500ddc79a8b0119358129bd1c4bc14f6287b7ee7a0abed18969a1f76e"
# Header fields of each zip entry: version 2.0, lengths after the file, DEFLATE, midnight, 1980-01-01.
COMMON = struct.pack("<5H", 20, 8, 8, 0, 0x21)


def unzip(data):
    files, directory, at = {}, [], 0
    while data[at : at + 4] == b"PK\3\4":
        want(at + 30 <= len(data), "the archive is cut off")
        offset, name_length = at, struct.unpack_from("<H", data, at + 26)[0]
        header = b"PK\3\4" + COMMON + struct.pack("<3I2H", 0, 0, 0, name_length, 0)
        want(data[at : at + 30] == header, "the archive has a file in another way than the service writes it")
        name, start = data[at + 30 : at + 30 + name_length], at + 30 + name_length
        at, parts, length = start, [], -1
        while length != 0:
            want(at + 5 <= len(data), "the archive is cut off")
            first, length, complement = struct.unpack_from("<BHH", data, at)
            want(first == (1 if length == 0 else 0) and complement == length ^ 0xFFFF, "a file is packed")
            parts.append(data[at + 5 : at + 5 + length])
            at += 5 + length
        content = b"".join(parts)
        lengths = struct.pack("<3I", zlib.crc32(content), at - start, len(content))
        want(data[at : at + 16] == b"PK\7\x08" + lengths, "%s is damaged" % ascii(name.decode("latin-1"))[1:-1])
        at += 16
        want(name.decode() not in files, "a file is there twice")
        files[name.decode()] = content
        record = b"PK\1\2" + struct.pack("<H", 20) + COMMON + lengths + struct.pack("<5H", name_length, 0, 0, 0, 0)
        directory.append(record + struct.pack("<2I", 0, offset) + name)
    listed, count = b"".join(directory), len(files)
    end = b"PK\5\6" + struct.pack("<4H2IH", 0, 0, count, count, len(listed), at, 0)
    want(data[at:] == listed + end, "the archive has another directory than the service writes")
    return files


def text_of(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def lines_of(text, name):
    """The lines of a text in which every line ends with a newline."""
    want(text == "" or text.endswith("\n"), name + " does not end with a newline")
    return text.split("\n")[:-1]


class Artifact:
    """The lines of a dataset or result and their root. A line that is not UTF-8 is None. Ends at an empty line."""

    def __init__(self, data):
        self.lines, self.fault = [], None
        leaves, raw = [], data.split(b"\n")
        if raw[-1] == b"":
            raw.pop()
        else:
            self.fault = "the last line does not end with a newline"
        for line in raw:
            if line == b"" or len(line) > LINE_MAX:
                self.fault = self.fault or "line %d is empty or too long" % (len(self.lines) + 1)
            if line == b"":
                break
            self.lines.append(text_of(line) if len(line) <= LINE_MAX else None)
            leaves.append(leaf_hash(line))
        self.root = root_of(leaves)


def from_base64(text):
    """The bytes of base64 (RFC 4648 4) in its one spelling; None for any other text."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


# No white space, no control character, no plus sign and no half of a surrogate pair.
NAME = re.compile("[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\udfff+]+")


def utf16_length(text):
    return len(text) + sum(each > "\uffff" for each in text)


def read_signature(line):
    found = re.fullmatch("\u2014 ([^ \ufeff]+) ([^ ]+)", line)
    data = from_base64(found[2]) if found else None
    return (found[1], data[:4], data[4:]) if data and len(data) > 4 and NAME.fullmatch(found[1]) else None


class Note:
    """A checkpoint in a signed note of at most 100 signatures."""

    def __init__(self, text, origin, size, root, signatures):
        self.text, self.origin, self.size, self.root, self.signatures = text, origin, size, root, signatures


def split_note(note):
    """The text and the signatures of a note, at most 100 of them; None for any other text."""
    split = note.rfind("\n\n")
    if utf16_length(note) > 200_000 or re.search("[\x00-\x09\x0b-\x1f]", note) or split <= 0 or not note.endswith("\n"):
        return None
    signatures = [read_signature(line) for line in note[split + 2 : -1].split("\n")]
    return None if None in signatures or len(signatures) > 100 else (note[: split + 1], signatures)


def read_note(note):
    """The checkpoint in a note; None for a note without one."""
    text, signatures = split_note(note) or ("", [])
    parts = text.split("\n")
    if len(parts) != 4 or parts[0] == "":
        return None
    origin, size, root, _ = parts
    root = from_base64(root)
    if not re.fullmatch("0|[1-9][0-9]{0,15}", size) or not is_count(int(size)) or root is None or len(root) != 32:
        return None
    return Note(text, origin, int(size), root.hex(), signatures)


def key_id(name, raw):
    return sha256(name.encode() + b"\n\1", raw)[:4]


def is_raw_key(text):
    raw = from_base64(text)
    return raw is not None and len(raw) == 32 and not is_weak(raw)


def read_key(vkey):
    """Name, id and bytes of a vkey whose id is right; None for any other text."""
    found = re.fullmatch(r"([^+]+)\+([0-9a-f]{8})\+(.+)", vkey, re.S) if utf16_length(vkey) <= 2000 else None
    data = from_base64(found[3]) if found and NAME.fullmatch(found[1]) else None
    if data is None or len(data) != 33 or data[0] != 1 or is_weak(data[1:]):
        return None
    identity = key_id(found[1], data[1:])
    return (found[1], identity, data[1:]) if identity.hex() == found[2] else None


def signers_of(note, keys):
    """The keys that signed. If the signature of a known key is wrong, none; signatures of unknown keys are ignored."""
    return signers_among(note.text, note.signatures, keys)


def signers_among(text, signatures, keys):
    signers = []
    for name, identity, signature in signatures:
        key = next((each for each in keys if each[:2] == (name, identity)), None)
        if key is None:
            continue
        if not holds_signature(key[2], text.encode(), signature):
            return []
        signers.append(key)
    return signers


# The shapes of evidence. Another shape makes a file unreadable; a wrong value of the right type fails a check.


def is_time(value):
    return is_text(value) and re.fullmatch(r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\.[0-9]{3}Z", value) is not None


def notes_of(text):
    """The notes in key-periods.txt, which an empty line separates."""
    parts = "\n".join(lines_of(text, "key-periods.txt")).split("\n\n") if text else []
    want(len(parts) % 2 == 0, "key-periods.txt is no list of signed notes")
    return [one + "\n\n" + other + "\n" for one, other in zip(parts[::2], parts[1::2])]


PERIOD = re.compile(
    r"([^\n]+)\ntallystick/key-period@1\nkey (\S{44}) from (\S{24})\nbefore (?:none|(\S{44}) until (\S{24}))\n"
)


def read_period(note):
    """Key, start, earlier key and its end; None unless both keys have signed the note."""
    text, signatures = split_note(note) or ("", [])
    found = PERIOD.fullmatch(text)
    if found is None:
        return None
    name, key, start, before, end = found.groups()
    texts = [key] if before is None else [key, before]
    times = [start] if before is None else [start, end]
    if key == before or not all(map(is_raw_key, texts)) or not all(map(is_time, times)):
        return None
    raws = map(from_base64, texts)
    keys = [(name, key_id(name, raw), raw) for raw in raws]
    signers = signers_among(text, signatures, keys)
    return (key, start, before, end) if all(each in signers for each in keys) else None


def read_periods(notes):
    """The periods of a service's keys, oldest first; None unless each note holds and follows that of the earlier key."""
    if len(notes) > 1000:
        return None
    periods = []
    for period in map(read_period, notes):
        if period is None or (period[2] is not None and (not periods or periods[-1][0] != period[2])):
            return None
        periods.append(period)
    return periods


def is_in_period(periods, keys, time):
    """Whether the time is in a period of one of the keys. The note of the next key says when a period ends."""
    ends = [period[3] for period in periods[1:]] + [None]
    texts = [base64.b64encode(key[2]).decode() for key in keys]
    return any(key in texts and start <= time <= (end or time) for (key, start, *_), end in zip(periods, ends))


IS_INCLUSION = only(index=is_count, size=is_count, hashes=list_of(is_text))
IS_CONSISTENCY = only(**{"from": is_count, "to": is_count, "hashes": list_of(is_text)})
IS_SIDE = only(root=is_text, recordCount=is_count, totals=is_object)
IS_RUN = only(
    id=is_text,
    status=is_text,
    failure=any_value,
    engineVersion=is_text,
    policy=only(hash=is_text),
    rules=is_list,
    source=IS_SIDE,
    target=IS_SIDE,
    resultRoot=or_null(is_text),
    summary=any_value,
    checkpoint=or_null(is_text),
    replayOf=or_null(is_text),
    sequence=or_null(is_count),
    createdAt=is_text,
    completedAt=or_null(is_text),
)
IS_MANIFEST = only(
    engine=is_text,
    kind=is_text,
    leaves=is_count,
    policy=is_text,
    result=is_text,
    run=IS_RUN,
    source=is_text,
    target=is_text,
    unproven=is_object,
)
IS_PROOFS = only(inclusion=IS_INCLUSION, consistency=IS_CONSISTENCY, previous=or_null(IS_INCLUSION))
IS_ANCHOR = only(
    checkpoint=is_text,
    consistency=IS_CONSISTENCY,
    heads=lambda value: list_of(is_text)(value) and 0 < len(value) <= 64,
    inclusion=IS_INCLUSION,
    keys=list_of(is_text),
    timestamp=or_null(is_text),
)
PROVEN = {"index": is_count, "line": is_text, "leafHash": is_text, "inclusion": IS_INCLUSION}
IS_LEAF = only(**PROVEN, id=or_null(is_text))
IS_RECORD = only(**PROVEN, id=is_text, lineNumber=is_count)
RECEIPT_MEMBERS = {"kind": is_text, "runId": is_text, "receipt": is_object}
LINE_MEMBERS = {"leaf": IS_LEAF, "records": only(source=list_of(IS_RECORD), target=list_of(IS_RECORD))}
PROOF_MEMBERS = {
    **RECEIPT_MEMBERS,
    **LINE_MEMBERS,
    "inputHash": only(source=is_text, target=is_text),
    "outputHash": is_text,
    "receiptHash": is_text,
    "inclusion": IS_INCLUSION,
    "consistency": IS_CONSISTENCY,
    "checkpoint": or_null(is_text),
    "links": is_object,
    "keys": list_of(only(name=is_text, keyId=is_text, vkey=is_text)),
    "previous": or_null(
        only(receipt=is_text, receiptHash=is_text, inclusion=IS_INCLUSION, checkpoint=or_null(is_text))
    ),
}
IS_FILE = only(
    bytes=is_count,
    encoding=or_null(is_text),
    format=is_text,
    intake=is_text,
    mapping=or_null(is_hash),
    sha256=is_hash,
)
ENTRY = {"completedAt": is_time, "createdAt": is_time, "kind": is_text, "previous": is_hash, "sequence": is_count}
RECEIPT = {
    **ENTRY,
    **{name: is_hash for name in ("build", "policy", "result", "source", "target", "tenant")},
    **{"actor": or_null(is_text), "engine": is_text, "leaves": is_count, "replayOf": or_null(is_text), "run": is_text},
    "received": only(source=or_null(IS_FILE), target=or_null(IS_FILE)),
}
IS_PERIOD_RECEIPT = members_of(RECEIPT, {"instructions": is_hash, "period": is_text})
# The second kind is of the run of a period.
RECEIPT_KINDS = ("tallystick/receipt@2", "tallystick/receipt@3")
OF_PERIOD = {"actor": is_text, "id": is_text, "period": is_text, "revision": is_count, "tenant": is_hash}
ENTRIES = {
    "tallystick/receipt@2": only(**RECEIPT),
    "tallystick/receipt@3": lambda value: IS_PERIOD_RECEIPT(value) and ("instructions" in value or "period" in value),
    "tallystick/deletion@1": only(
        **ENTRY,
        actor=or_null(is_text),
        id=is_text,
        root=or_null(is_hash),
        tenant=is_hash,
        what=lambda value: value in ("dataset", "run"),
    ),
    "tallystick/decisions@1": only(**ENTRY, **OF_PERIOD, count=is_count, root=is_hash),
    "tallystick/signoff@1": only(
        **ENTRY,
        **OF_PERIOD,
        **{name: is_hash for name in ("balances", "decisions", "follows", "instructions", "items", "opening")},
        **{name: is_hash for name in ("proof", "receipt", "root")},
        **{name: is_count for name in ("edition", "policy", "settings")},
        act=lambda value: value in ("submit", "approve", "reject", "reopen"),
        approvedBy=or_null(only(id=is_text, name=is_text)),
        name=is_text,
        reason=or_null(is_hash),
        submittedBy=only(id=is_text, name=is_text),
    ),
}


def is_entry(value):
    """Whether the value is an entry of a log: a receipt, a deletion or an act on a period."""
    kind = member(value, "kind")
    test = ENTRIES.get(kind) if is_text(kind) else None
    return test is not None and test(value) and not (value.get("what") == "dataset" and value["root"] is None)


def read_entry(line):
    """The entry in a line; None for any other line."""
    entry = parse_line(line)
    return entry if is_entry(entry) else None


def read_receipt(line):
    entry = read_entry(line)
    return entry if entry and entry["kind"] in RECEIPT_KINDS else None


def no_receipt(line):
    """The fault of a receipt of another version."""
    kind = member(parse_line(line), "kind")
    is_other = is_text(kind) and kind.startswith("tallystick/receipt@") and kind not in RECEIPT_KINDS
    return "it is of another version: the program that wrote it reads it" if is_other else "it is no receipt"


# The checks.

found_checks = []


def says(name, verdict, why):
    found_checks.append((name, verdict, why))


def check(name, fault):
    """Records whether a check holds; `fault` says why it does not."""
    says(name, "holds" if fault is None else "does not hold", fault)


def is_sound(*names):
    verdicts = {name: verdict for name, verdict, _ in found_checks}
    return all(verdicts[name] == "holds" for name in names)


def first_of(*conditions):
    """The fault of the first condition that is false."""
    return next((why for is_so, why in conditions if not is_so), None)


def is_place(proof, sequence):
    return (proof["index"], proof["size"]) == (sequence, sequence + 1)


class Log:
    """The checks of receipt, log and signature, for packs and proofs."""

    def __init__(self, line, inclusion, note, vkeys, trusted, stored=None, consistency=None, previous=None, periods=None):
        self.inclusion, self.consistency, self.previous, self.periods = inclusion, consistency, previous, periods
        self.note = read_note(note) if note is not None else None
        self.keys = [read_key(vkey) for vkey in vkeys]
        self.signers = signers_of(self.note, self.keys) if self.note and None not in self.keys else []
        self.is_trusted = not trusted or any(base64.b64encode(key[2]).decode() in trusted for key in self.signers)
        self.is_signed = bool(self.signers) and self.is_trusted
        self.line, self.leaf = line, hash_of(line)
        # The receipt's hash in the log is also in the consistency proof, so it is known even if the line was changed.
        candidates = [self.leaf, stored, *(consistency["hashes"][:2] if consistency else [])]
        if self.note and self.note.size == 1:
            candidates.append(self.note.root)
        in_log = (each for each in candidates if each is not None and self.leads(each))
        self.sealed = next(in_log, None) if self.is_signed else None
        self.is_own_line = stored in (None, self.leaf) and self.sealed in (None, self.leaf)
        self.read = read_receipt(line) if self.is_own_line else None
        is_proven = self.read and is_place(inclusion, self.read["sequence"]) and self.leads(self.leaf)
        is_proven = is_proven and (not self.is_signed or self.note.size == inclusion["size"])
        # A tlog-proof does not name the hash of its receipt: only the inclusion proof ties the receipt to the log.
        self.receipt = self.read if previous is not None or is_proven else None
        self.sequence = self.receipt["sequence"] if self.receipt else inclusion["index"]

    def leads(self, leaf):
        return self.note is not None and root_by(leaf, self.inclusion) == self.note.root

    def check(self, bound, key_fault=None, is_shown=True):
        """`bound` returns the fault of what the receipt names."""
        self.check_receipt(bound)
        if self.previous is not None:
            root, fault = self.earlier()
            self.check_previous(root, fault)
        self.check_inclusion()
        if self.previous is not None:
            self.check_consistency(root, fault)
        tenant = self.receipt and "/" + self.receipt["tenant"]
        check(
            "checkpointSignature",
            key_fault
            or first_of(
                (self.note is not None, "the checkpoint cannot be read"),
                (None not in self.keys, "a key is none, or its id is not its own"),
                (self.signers, "no known key has signed, or a signature does not hold"),
                (self.is_trusted, "no trusted key has signed"),
                (is_shown, "the run's record shows another checkpoint"),
                (not tenant or self.note.origin.endswith(tenant), "the checkpoint is of another tenant's log")
                if self.note
                else (True, ""),
            )
            or self.period_fault(),
        )

    def period_fault(self):
        if self.periods is None:
            return None
        periods = read_periods(self.periods)
        if periods is None:
            return "a period of a key is none, or not signed by it and by the key before"
        if not self.receipt:
            return None
        is_in_time = is_in_period(periods, self.signers, self.receipt["completedAt"])
        return None if is_in_time else "the receipt was completed when no key that signed it was in use"

    def check_receipt(self, bound):
        if self.previous is None and self.receipt is None:
            return says("receiptHash", "not judged", "whether this is the receipt in the log is not known")
        receipt = self.read
        fault = first_of(
            (self.is_own_line, "the receipt is not the line in the log"), (receipt is not None, no_receipt(self.line))
        )
        if fault is None:
            runs_on = receipt["createdAt"] <= receipt["completedAt"]
            fault = bound(receipt) or first_of((runs_on, "the run was completed before it was created"))
        return check("receiptHash", fault)

    def earlier(self):
        """The root of the preceding log, as it was signed, and the fault of its checkpoint."""
        text = self.previous["note"]
        if self.sequence == 0:
            return EMPTY_ROOT, None if text is None else "there is a checkpoint before the first"
        if text is None:
            return None, "the checkpoint before is missing"
        before = read_note(text)
        if before is None or (self.is_signed and not signers_of(before, self.keys)):
            return None, "the checkpoint before cannot be read, or is not signed"
        is_of_log = before.size == self.sequence and (not self.is_signed or before.origin == self.note.origin)
        return before.root, None if is_of_log else "the checkpoint before is of another log or size"

    def check_previous(self, root, earlier_fault):
        receipt, name = self.receipt, "previousReceipt"
        if receipt is None:
            return says(name, "not judged", "the receipt is not the one in the log")
        line, inclusion, stored = self.previous["line"], self.previous["inclusion"], self.previous.get("stored")
        if receipt["sequence"] == 0:
            is_none = line is None and inclusion is None and receipt["previous"] == "0" * 64
            return check(name, first_of((is_none, "there is a receipt before the first, or it names one")))
        if line is None:
            return check(name, "the receipt before is missing")
        leaf, entry, place = hash_of(line), read_entry(line), receipt["sequence"] - 1
        is_named = leaf == receipt["previous"] and stored in (None, leaf)
        fault = first_of(
            (is_named, "it is not the one that this receipt names"), (entry is not None, "it is no receipt and no deletion")
        )
        if fault is None:
            is_before = entry["sequence"] == place and entry["tenant"] == receipt["tenant"]
            runs_on = entry["completedAt"] <= receipt["completedAt"]
            fault = first_of(
                (is_before, "it is of another place or another log"), (runs_on, "it was completed later")
            )
        if fault is None and earlier_fault is not None:
            return says(name, "not judged", "the checkpoint before, which it stands in, is not sound")
        is_at = inclusion is not None and is_place(inclusion, place)
        leads = is_at and root_by(leaf, inclusion) == root
        return check(name, fault or first_of((leads, "its proof is missing, or does not lead to the root signed before")))

    def check_inclusion(self):
        name, leads = "logInclusion", self.leads(self.leaf)
        if self.note is None:
            return says(name, "not judged", "there is no checkpoint to prove it in")
        if not is_place(self.inclusion, self.sequence):
            return check(name, "the proof is for another place")
        if not self.is_signed and not leads:
            return says(name, "not judged", "the checkpoint is not signed as it is")
        if self.is_signed and self.note.size != self.inclusion["size"]:
            return check(name, "the checkpoint is of another size")
        if self.is_signed and self.sealed not in (None, self.leaf):
            return says(name, "not judged", "the log has a receipt in this place, but not the one that is here")
        return check(name, first_of((leads, "the proof does not lead to the signed root")))

    def check_consistency(self, root, earlier_fault):
        name, proof, previous = "logConsistency", self.consistency, self.previous
        is_between = (proof["from"], proof["to"]) == (self.sequence, self.sequence + 1)
        if (self.receipt or is_sound("logInclusion")) and not is_between:
            return check(name, "the proof is between other sizes")
        if previous["line"] is None and previous["note"] is None and self.sequence > 0:
            return says(name, "not judged", "the receipt before is missing, and its checkpoint")
        if earlier_fault is not None:
            return check(name, earlier_fault)
        roots = [self.note and self.note.root, root_by(self.leaf, self.inclusion)]
        fits = any(is_consistent(proof["from"], proof["to"], root, each, proof["hashes"]) for each in roots)
        return check(name, first_of((fits, "the log does not begin with the log before")))


IS_HEAD = only(
    consistency=list_of(is_text),
    kind=lambda value: value == "tallystick/head@2",
    log=is_hash,
    previous=or_null(only(entry=is_count, hash=is_hash)),
    root=is_hash,
    size=is_count,
)


def continues(heads, at, anchor):
    """Whether a head names the preceding head, an earlier entry of the index, and its log begins with that head's log."""
    each, named = heads[at], heads[at]["previous"]
    if named is None:
        return at == 0 and each["size"] > 0 and each["consistency"] == []
    later = heads[at + 1]["previous"] if at + 1 < len(heads) else {"entry": anchor["inclusion"]["index"]}
    if later is None or named["entry"] >= later["entry"]:
        return False
    if at == 0:
        return True
    before = heads[at - 1]
    if before["log"] != each["log"] or named["hash"] != hash_of(anchor["heads"][at - 1]) or before["size"] >= each["size"]:
        return False
    return is_consistent(before["size"], each["size"], before["root"], each["root"], each["consistency"])


def check_anchor(anchor, note_text):
    """Checks that the log is in the index of all logs. Cosignatures of witnesses need a policy: use `verify`."""
    if anchor is None:
        return None
    note = read_note(note_text) if note_text is not None else None
    if note is None:
        return says("anchor", "not judged", "there is no checkpoint that could be anchored")
    index, heads = read_note(anchor["checkpoint"]), [parse_line(line) for line in anchor["heads"]]
    if not all(map(IS_HEAD, heads)):
        return check("anchor", "a head is none")
    head, growth = heads[-1], anchor["consistency"]
    keys = [key for key in map(read_key, anchor["keys"]) if key is not None]
    grows = is_consistent(growth["from"], growth["to"], note.root, head["root"], growth["hashes"])
    is_index = index is not None and index.origin == note.origin.rpartition("/")[0] + "/index"
    leads = is_index and root_by(hash_of(anchor["heads"][-1]), anchor["inclusion"]) == index.root
    return check(
        "anchor",
        first_of(
            (head["log"] == sha256(note.origin.encode()).hex(), "the head is of another log"),
            ((growth["from"], growth["to"]) == (note.size, head["size"]), "the proof is between other sizes of the log"),
            (grows, "the log of the head does not begin with this one"),
            (all(continues(heads, at, anchor) for at in range(len(heads))), "a head does not continue the one before"),
            (is_index, "the checkpoint of the index is of another log"),
            (is_index and signers_of(index, keys), "the checkpoint of the index is not signed"),
            (is_index and anchor["inclusion"]["size"] == index.size, "the proof is for another index"),
            (leads, "the head is not in the index"),
        ),
    )


SIDES = ("source", "target")
HEADER = "tallystick/result@1"
KINDS = (HEADER, "match", "suggestion", "break", "excluded", "netted", "totals")
PREFIXES = {"match": "mat_", "suggestion": "sug_", "break": "brk_", "excluded": "exc_", "netted": "net_"}
OUTCOMES = {"match": "matched", "break": "open", "excluded": "excluded", "netted": "netted"}
CONFIDENCES = ("exact", "high", "medium", "low")
REASONS = (
    "missing_in_target missing_in_source amount_mismatch date_mismatch currency_mismatch sum_mismatch ambiguous"
    " duplicate subset_limit group_too_large"
).split()
KNOWN_ENGINES = ("3",)


class Record:
    """The amount of a record or residual in the totals, and the line that has it."""

    __slots__ = ("currency", "date", "amount", "has_amount", "is_residual", "is_left_by_hand", "outcome", "is_suggested")

    def __init__(self, currency, date, amount, has_amount, is_residual=False, is_left_by_hand=False):
        self.is_left_by_hand = is_left_by_hand
        self.currency, self.date, self.amount, self.has_amount = currency, date, amount, has_amount
        self.is_residual, self.outcome, self.is_suggested = is_residual, None, False


def read_records(lines):
    """The records of a side by id, the first line that is none, and the first that repeats an id; it is `id#2`."""
    records, repeats, fault, repeated = {}, {}, None, None
    for index, line in enumerate(lines):
        record = parse_line(line) if line is not None else MISSING
        identity, date = member(record, "id"), member(record, "date")
        currency, written = member(record, "currency"), MISSING
        for name in ("amount", "net", "gross"):
            if written is MISSING or written is None:
                written = member(record, name)
        currency = "XXX" if currency is MISSING or currency is None else currency
        amount = 0 if written is MISSING else units(written)
        is_record = is_text(identity) and is_text(currency) and amount is not None and (date is MISSING or is_text(date))
        if not is_record:
            fault = fault or "line %d is no canonical record" % (index + 1)
        elif identity in records:
            repeated = repeated or "line %d repeats an id" % (index + 1)
        if is_record:
            name = identity
            while name in records:
                repeats[identity] = repeats.get(identity, 1) + 1
                name = "%s#%d" % (identity, repeats[identity])
            records[name] = Record(currency, "" if date is MISSING else date, amount, written is not MISSING)
    return records, fault, repeated


def control_totals(records):
    sums = {}
    for record in records.values():
        if record.has_amount:
            add(sums, record.currency, record.amount)
    return {currency: decimal(amount) for currency, amount in sums.items()}


class Entry:
    """A line of a result with its ids, rule, and confidence or reason."""

    __slots__ = ("kind", "line", "source", "target", "rule", "level")

    def __init__(self, kind, line, source=(), target=(), rule="", level=""):
        self.kind, self.line, self.source, self.target, self.rule, self.level = kind, line, source, target, rule, level

    def ids(self):
        return (("source", self.source), ("target", self.target))

    def order(self):
        """Lines are in order of kind, matches by hand first, then of ids; lines without a source are last."""
        ids = [[identity.encode() for identity in each] for each in (self.source, self.target)]
        return (KINDS.index(self.kind), not self.is_by_hand(), not self.source, *ids)

    def is_by_hand(self):
        return self.kind == "match" and is_by_hand(self.line)


def is_by_hand(line):
    """Whether a decision matched the records: then no rule did."""
    return member(line, "rule") == "decision" and is_text(member(line, "decision")) and "confidence" not in line


def id_list(line, name):
    """The ids of a member: an empty list where it is absent; None unless it is an ascending list of at least one id."""
    ids = member(line, name)
    if ids is MISSING:
        return []
    if not is_list(ids) or not ids or not all(map(is_text, ids)):
        return None
    return ids if all(one.encode() < other.encode() for one, other in zip(ids, ids[1:])) else None


def read_result_line(text):
    """The entry of a line; for a wrong line its fault, a text."""
    line = parse_line(text) if text is not None else MISSING
    kind = member(line, "kind")
    if not is_text(kind) or kind not in KINDS:
        return "it is no line of a result"
    if kind in (HEADER, "totals"):
        return Entry(kind, line)
    if kind == "netted":
        is_plain = not {"source", "target"} & line.keys() and line.get("side") in SIDES
        ids = [id_list(line, "records") if line["side"] == side else [] for side in SIDES] if is_plain else [None, None]
    else:
        ids = [id_list(line, side) for side in SIDES]
    if None in ids or not (ids[0] or ids[1]):
        return "its ids are not two ascending lists"
    if kind == "match" and is_by_hand(line):
        return Entry(kind, line, *ids)
    if kind in ("match", "suggestion") and not (ids[0] and ids[1]):
        return "a %s has records of both sides" % kind
    failed = member(line, "failed")
    rule = member(line, "rule") if kind != "break" else member(failed, "rule") if is_object(failed) else ""
    level = "" if kind == "excluded" else member(line, "reason" if kind == "break" else "confidence")
    is_level = kind == "excluded" or (is_text(level) and level in (REASONS if kind == "break" else CONFIDENCES))
    return Entry(kind, line, *ids, rule, level) if is_text(rule) and is_level else "its rule, confidence or reason is missing"


def read_residual(line):
    """The residual that a match names: side, id and amount; None without one; for a wrong residual its fault, a text."""
    residual = member(line, "residual")
    if residual is MISSING:
        return None
    side, identity, amount = (member(residual, name) for name in ("side", "id", "amount"))
    value = units(amount)
    is_right = is_text(side) and side in SIDES and is_text(identity) and value and decimal(value) == amount
    return (side, identity, value) if is_right else "what is left over is no side, id and amount"


class Ledger:
    """Accounts for the records of both sides by the lines of a result. Each method returns a fault, or None. `asked` has
    the matches by hand that instructions ask for."""

    def __init__(self, sides, rules, asked):
        self.asked = asked
        self.sides, self.rules, self.accepted, self.turned, self.fx = sides, rules, {}, {}, {}
        named = [rule for rule in rules if is_object(rule)] if is_list(rules) else []
        self.rule_by_id = {rule["id"]: rule for rule in named if is_text(rule.get("id"))}

    def is_known(self, entry):
        return all(identity in self.sides[side] for side, ids in entry.ids() for identity in ids)

    def settle(self, entry):
        kind, line = entry.kind, entry.line
        residual = read_residual(line) if kind == "match" else None
        if is_text(residual):
            return residual
        rule, fault, by_hand = self.rule_by_id.get(entry.rule), None, entry.is_by_hand()
        if self.rules is not MISSING and not by_hand and kind in ("match", "netted"):
            fault = claim_fault(line, rule) or residual_fault(entry, residual, rule, self.sides)
        if by_hand:
            fault = self.leave_by_hand(entry, residual)
        fault = fault or (residual and not by_hand and self.leave_over(entry, *residual))
        if fault:
            return fault
        differences, twice, is_turned = {}, {}, line.get("turned") is True
        for side, ids in entry.ids():
            for identity in ids:
                record = self.sides[side].get(identity)
                if record is None or record.outcome is not None:
                    return "the %s record %s is unknown or in two lines" % (side, identity)
                record.outcome = OUTCOMES[kind]
                sign = -1 if side == "source" or is_turned else 1
                add(differences, record.currency, sign * record.amount)
                if is_turned and side == "target":
                    add(twice, record.currency, 2 * record.amount)
        fault = self.hand_fault(entry, residual, differences, twice) if by_hand else None
        if fault:
            return fault
        if kind in ("match", "netted"):
            label = line["variance"] if is_text(line.get("variance")) else "unlabelled"
            for currency, difference in differences.items():
                if difference != 0:
                    add(self.accepted.setdefault(currency, {}), label, difference)
        if kind == "match":
            for currency, amount in twice.items():
                if amount != 0:
                    add(self.turned, currency, amount)
            currency, difference = member(line.get("converted"), "currency"), units(member(line.get("converted"), "difference"))
            if is_text(currency) and difference is not None and len(differences) > 1:
                add(self.fx, currency, difference)
        return None

    def leave_by_hand(self, entry, residual):
        """Adds what a match by hand leaves over, on whichever side. It counts against what is matched."""
        line, count = entry.line, len(entry.source) + len(entry.target)
        if (line["decision"], count) not in self.asked:
            return "no instruction asks for this match"
        if residual is None:
            return None if line.get("variance", "fx") == "fx" else "nothing is left over that it accepts"
        side, identity, amount = residual
        named = [(each, own) for own, ids in entry.ids() for each in ids]
        is_of = re.compile(r"~[1-9][0-9]*")
        origins_of = [
            (each, own) for each, own in named if identity.startswith(each) and is_of.fullmatch(identity[len(each) :])
        ]
        if not origins_of:
            return "what is left over is of no record"
        origin, own = origins_of[0]
        record = self.sides[own].get(origin)
        if record is None or identity in self.sides[side]:
            return "the %s record %s is unknown or left over twice" % (own, origin)
        left = Record(record.currency, record.date, amount, True, is_residual=True, is_left_by_hand=True)
        self.sides[side][identity] = left
        return None

    def hand_fault(self, entry, residual, differences, twice):
        line, is_turned = entry.line, entry.line.get("turned") is True
        if residual:
            side, identity, amount = residual
            currency = self.sides[side][identity].currency
            add(differences, currency, amount if side == "source" or is_turned else -amount)
            if side == "target" and is_turned:
                add(twice, currency, -2 * amount)
        currencies = {self.sides[side][identity].currency for side, ids in entry.ids() for identity in ids}
        is_exchange = line.get("variance") == "fx" and len(currencies) > 1
        is_left = any(amount != 0 for amount in differences.values())
        return "the records of %s do not add up" % line["decision"] if is_left and not is_exchange else None

    def leave_over(self, entry, side, identity, amount):
        """Adds the residual of a match, which comes from the last of its records by date and id."""
        records = self.sides[side]
        ids = entry.source if side == "source" else entry.target
        origin = max(ids, key=lambda each: (records[each].date.encode() if each in records else b"", each.encode()))
        number = 1
        while "%s~%d" % (origin, number) in records and not records["%s~%d" % (origin, number)].is_residual:
            number += 1
        if identity != "%s~%d" % (origin, number) or identity in records or origin not in records:
            return "what is left over of %s is called %s" % (origin, identity)
        record = records[origin]
        records[identity] = Record(record.currency, record.date, amount, record.has_amount, is_residual=True)
        record.amount -= amount
        return None

    def suggest(self, entry):
        records = [self.sides[side].get(identity) for side, ids in entry.ids() for identity in ids]
        if not all(record is not None and record.outcome is None for record in records):
            return "a suggested record is unknown or matched"
        for record in records:
            record.is_suggested = True
        return None

    def flag_fault(self, entry):
        records = [self.sides[side].get(identity) for side, ids in entry.ids() for identity in ids]
        is_suggested = any(record and record.is_suggested and record.outcome is None for record in records)
        is_right = (entry.line.get("suggested") is True) == is_suggested
        return None if is_right else "a break is flagged as suggested without a suggestion, or the other way round"

    def totals(self):
        return {
            "kind": "totals",
            **{side: sums_of(self.sides[side]) for side in SIDES},
            "accepted": {currency: written(labels) for currency, labels in self.accepted.items()},
            "turned": written(self.turned),
            "fx": written(self.fx),
        }


def written(sums):
    return {name: decimal(amount) for name, amount in sums.items()}


def sums_of(records):
    sums = {}
    for record in records.values():
        parts = sums.get(record.currency)
        if parts is None:
            parts = sums[record.currency] = {"count": 0, "total": 0, "matched": 0, "open": 0, "excluded": 0, "netted": 0}
        parts["count"] += 1
        if record.is_left_by_hand:
            parts["matched"] -= record.amount
        else:
            parts["total"] += record.amount
        if record.outcome is not None:
            parts[record.outcome] += record.amount
    return {
        currency: {name: value if name == "count" else decimal(value) for name, value in parts.items()}
        for currency, parts in sums.items()
    }


def is_same(one, other):
    return type(one) is type(other) and not isinstance(one, (dict, list)) and one == other


def claim_fault(line, rule):
    """The fault of a line that accepts a difference, changes a sign or converts, although its rule does not."""
    if rule is None:
        return None
    criteria = rule["match"] if is_list(rule.get("match")) else []
    signs = [member(each, "sign") for each in [rule, rule.get("sum"), *criteria]]
    is_turning = line["kind"] != "netted" and any(is_text(sign) and sign != "same" for sign in signs)
    return first_of(
        ("variance" not in line or is_same(line["variance"], rule.get("variance")), "its variance is not that of its rule"),
        ("converted" not in line or "convert" in rule, "its rule converts no amounts"),
        ("turned" not in line or is_turning, "its rule turns the sign of no amount"),
    )


def residual_fault(entry, residual, rule, sides):
    """The fault of a match whose residual does not follow from its rule and amounts."""
    if member(rule, "residual") != "open":
        return None if residual is None else "its rule leaves nothing over"
    shown = shown_amounts(entry.line, rule)
    records = {side: [sides[side].get(identity) for identity in ids] for side, ids in entry.ids()}
    for side, amount, is_plain in shown[1] if shown else []:
        if is_plain and sum(record.amount if record else 0 for record in records[side]) != amount:
            return "its %s amounts are not those of the dataset" % side
    currencies = {record.currency if record else None for side in SIDES for record in records[side]}
    expected = residual_of(shown) if shown and len(currencies) == 1 else None
    if expected is None:
        return None if residual is None else "nothing is left over"
    is_right = residual is not None and (residual[0], residual[2]) == expected
    return None if is_right else "what is left over is %s of the %s" % (decimal(expected[1]), expected[0])


MONEY = ("amount", "gross", "net")


def fields_of(criterion):
    field = criterion.get("field")
    return [field if field is not None else criterion.get(name) for name in ("sourceField", "targetField")]


def is_money(field):
    return is_text(field) and field in MONEY


def shown_amounts(line, rule):
    """The sign and the amounts of a match's last comparison, from its line; None where the line has none."""
    total = rule.get("sum")
    if is_object(total):
        return read_pair(line.get("sum"), member(total, "sign"), [is_plain_sum(total.get(side)) for side in SIDES])
    criteria = [each for each in rule["match"] if is_object(each)] if is_list(rule.get("match")) else []
    last = next((each for each in reversed(criteria) if "tolerance" in each and any(map(is_money, fields_of(each)))), None)
    if last is None:
        return None
    own, other = fields_of(last)
    name = own if is_same(own, other) else "%s/%s" % (own, other)
    same, pair = member(line.get("equal"), name), member(line.get("differ"), name)
    return read_pair(pair if same is MISSING else [same, same], member(last, "sign"), [own == "amount", other == "amount"])


def is_plain_sum(terms):
    term = terms[0] if is_list(terms) and len(terms) == 1 else None
    if member(term, "field") != "amount" or not is_count(member(term, "times")) or term["times"] != 1:
        return False
    default = member(term, "default")
    return default is MISSING or default is None or (not isinstance(default, (dict, list)) and not default)


def read_pair(pair, sign, are_plain):
    amounts = [units(each) for each in pair[:2]] if is_list(pair) else []
    return (sign, list(zip(SIDES, amounts, are_plain))) if len(amounts) == 2 and None not in amounts else None


def residual_of(shown):
    sign, ((_, source, _), (_, target, _)) = shown
    side = "target" if abs(source) < abs(target) else "source"
    own, other = (source, target) if side == "source" else (target, source)
    if sign == "opposite":
        other = -other
    elif sign == "absolute":
        other = -abs(other) if own < 0 else abs(other)
    return None if own == other or units(decimal(own - other)) is None else (side, own - other)


class Tally:
    """The counts of a result's lines, for the summary of a run."""

    def __init__(self, entries):
        self.of_kind, self.confidence, self.reasons, self.matches, self.netted, self.ties = {}, {}, {}, {}, {}, {}
        self.taken, self.left_over = {side: {} for side in SIDES}, {side: {} for side in SIDES}
        groups = set()
        for entry in entries:
            kind, rule = entry.kind, entry.rule
            if kind in ("match", "excluded", "netted"):
                for side, ids in entry.ids():
                    add(self.taken[side], rule, len(ids))
            group = entry.line.get("group")
            # Breaks with the same `group` count as one.
            if kind == "break" and is_text(group):
                if group in groups:
                    continue
                groups.add(group)
            add(self.of_kind, kind, 1)
            residual = read_residual(entry.line) if kind == "match" else None
            if isinstance(residual, tuple):
                add(self.left_over[residual[0]], rule, 1)
                add(self.of_kind, "residual", 1)
            if kind == "match":
                add(self.confidence, entry.level, 1)
                add(self.matches, rule, 1)
            if kind == "break":
                add(self.reasons, entry.level, 1)
            if kind == "netted":
                add(self.netted, rule, 1)
            # A tie between a record and its repeated booking is a duplicate that names the rule. Twins name no rule.
            if entry.level == "ambiguous" or (entry.level == "duplicate" and rule != ""):
                add(self.ties, rule, 1)


def summary_of(tally, sides, totals, rules, stored):
    """The summary of the lines. Ties that a rule left to later rules are not all in the lines: `stored` has their count."""
    counts = {}
    for side in SIDES:
        counts[side] = {"matched": 0, "open": 0, "netted": 0, "excluded": 0}
        for record in sides[side].values():
            if record.outcome is not None:
                counts[side][record.outcome] += 1
    per_rule = counts_by_rule(tally, counts, rules, member(stored, "rules"))
    amounts = {}
    for currency in {**totals["source"], **totals["target"]}:
        amounts[currency] = {
            side + part.capitalize(): totals[side].get(currency, {}).get(part, "0")
            for side in SIDES
            for part in ("matched", "open")
        }
    matched, open_ = (sum(counts[side][part] for side in SIDES) for part in ("matched", "open"))
    return {
        **{name + "Count": tally.of_kind.get(name, 0) for name in ("match", "netted", "residual", "suggestion", "break")},
        **{side: {part: counts[side][part] for part in ("matched", "open", "netted")} for side in SIDES},
        "confidence": {level: tally.confidence.get(level, 0) for level in CONFIDENCES},
        "amounts": amounts,
        "turned": totals["turned"],
        "breaks": tally.reasons,
        "ambiguous": sum(each["ambiguous"] for each in per_rule),
        "matchRate": rate_of(matched, open_),
        "rules": per_rule,
    }


def rate_of(matched, open_):
    """matched / (matched + open), rounded half up to four digits; below 1 while a record is open."""
    if open_ == 0:
        return "1" if matched else "0"
    in_scope = matched + open_
    return decimal(min((20_000 * matched + in_scope) // (2 * in_scope), 9_999) * 10 ** (SCALE - 4))


def counts_by_rule(tally, counts, rules, stored):
    rules = [rule for rule in rules if is_object(rule)] if is_list(rules) else []
    ids = [rule["id"] if is_text(rule.get("id")) else "" for rule in rules]
    said = {each["id"]: member(each, "ambiguous") for each in stored if is_text(member(each, "id"))} if is_list(stored) else {}
    # Matches by hand, which name no rule, come before the first one.
    read = {side: sum(counts[side].values()) - tally.taken[side].get("", 0) for side in SIDES}
    left = {side: read[side] - sum(tally.left_over[side].get(each, 0) for each in ids) for side in SIDES}
    per_rule = []
    for identity, rule in zip(ids, rules):
        if rule.get("enabled") is False:
            continue
        for side in SIDES:
            left[side] += tally.left_over[side].get(identity, 0) - tally.taken[side].get(identity, 0)
        least, ties = tally.ties.get(identity, 0), said.get(identity)
        is_exact = rule.get("action") == "exclude" or (rule.get("action"), rule.get("ambiguous")) == ("match", "review")
        per_rule.append(
            {
                "id": identity,
                "matches": tally.matches.get(identity, 0),
                "netted": tally.netted.get(identity, 0),
                "ambiguous": ties if not is_exact and is_count(ties) and ties >= least else least,
                "leftSource": left["source"],
                "leftTarget": left["target"],
            }
        )
    return per_rule


def settle_all(entries, ledger):
    # A match may have the residual of another match, whose line may be anywhere among the matches.
    waiting = [entry for entry in entries if entry.kind == "match"]
    while waiting:
        ready, later = [], []
        for entry in waiting:
            (ready if ledger.is_known(entry) else later).append(entry)
        if not ready:
            return "a match is of records that are unknown"
        fault = next(filter(None, map(ledger.settle, ready)), None)
        if fault:
            return fault
        waiting = later
    for entry in entries:
        if entry.kind == "match":
            continue
        if entry.kind == "suggestion":
            fault = ledger.suggest(entry)
        else:
            fault = (ledger.flag_fault(entry) if entry.kind == "break" else None) or ledger.settle(entry)
        if fault:
            return fault
    return None


def matches_asked(lines):
    """The matches by hand that instructions ask for: the decision and how many records it matches."""
    values = map(parse_line, lines)
    return {(value["decision"], len(value["match"])) for value in values if IS_MATCH_INSTRUCTION(value)}


PART_KINDS = ("opening", "returned", "dataset")


def parts_fault(parts, lines, faults, side):
    """What is wrong with the parts of a side in the header. `faults`: of a side without parts, and of one with parts."""
    if parts is MISSING:
        return faults[0]
    if faults[1]:
        return faults[1]
    shape = {"kind": one_of(*PART_KINDS), "root": is_hash, "count": is_count}
    is_whole = only(root=is_hash, count=is_count)
    if not list_of(lambda part: only(**shape)(part) or only(whole=is_whole, **shape)(part))(parts):
        return "its header has other parts of the " + side
    places, row = [PART_KINDS.index(part["kind"]) for part in parts], 0
    if places != sorted(places):
        return "its header has the parts of the %s in another order" % side
    for part in parts:
        own = lines[row : row + part["count"]]
        row += part["count"]
        if len(own) != part["count"] or None in own or root_of_lines(own) != part["root"]:
            return "the %s was read from other parts than its header names" % side
    return None if row == len(lines) else "the %s was read from other parts than its header names" % side


def incompleteness(artifacts, sides, run, rules, policy, engines, instructions, repeats):
    """Why the result of a run is not complete; None when every record is in exactly one line and all totals are right."""
    result = read_result(artifacts["result"].lines)
    if is_text(result):
        return result
    header, lines, totals = result
    for side in SIDES:
        artifact = artifacts[side]
        named = header[side] if is_object(header.get(side)) else {}
        others = {name: each for name, each in named.items() if name != "parts"}
        if canonical(others) != canonical({"count": len(artifact.lines), "root": artifact.root}):
            return "its header names another " + side
        fault = parts_fault(member(named, "parts"), artifact.lines, repeats[side], side)
        if fault:
            return fault
    expected = MISSING if instructions is None else root_of_lines(instructions)
    if header.get("instructions", MISSING) != expected:
        return "its header names other instructions"
    is_of_policy = is_text(header.get("policy")) and header["policy"] in (policy, run["policy"]["hash"])
    if not is_text(header.get("engine")) or header["engine"] not in engines or not is_of_policy:
        return "its header names another engine or policy"
    tally = Tally(lines)
    fault = account_fault(lines, totals, sides, rules, instructions or [])
    if fault:
        return fault
    summary = summary_of(tally, sides, totals, rules, run["summary"])
    return None if canonical(run["summary"]) == canonical(summary) else "the run's summary is not what its lines come to"


def read_result(lines):
    """The header, entries and totals of a result; a text is the fault of lines that are none or out of order."""
    entries = [read_result_line(line) for line in lines]
    for index, entry in enumerate(entries):
        if is_text(entry):
            return "line %d of the result: %s" % (index + 1, entry)
    if len(entries) < 2 or entries[0].kind != HEADER or entries[-1].kind != "totals":
        return "it has no header or no totals"
    before = entries[0].order()
    for index, entry in enumerate(entries[1:], 2):
        order = entry.order()
        if not before < order:
            return "line %d of the result is out of order" % index
        before = order
    return entries[0].line, entries[1:-1], entries[-1].line


def account_fault(lines, totals, sides, rules, instructions):
    """A record that is in no line or in two, or totals that are not what the records add up to."""
    ledger = Ledger(sides, rules, matches_asked(instructions))
    fault = settle_all(lines, ledger)
    if fault:
        return fault
    for side in SIDES:
        for identity, record in sides[side].items():
            if record.outcome is None:
                return "the %s record %s is in no line" % (side, identity)
    return None if canonical(totals) == canonical(ledger.totals()) else "the totals are not what the records add up to"


def rules_in(policy):
    """The rules of a policy: a list, or the member of an object with tables, rates, calendars and signs."""
    if not is_object(policy):
        return policy
    is_policy = is_list(policy.get("rules")) and policy.keys() <= {"rules", "calendars", "rates", "signs", "tables"}
    return policy["rules"] if is_policy and ("signs" not in policy or ARE_SIGNS(policy["signs"])) else MISSING


def is_sign(value):
    return is_text(value) and value in ("as-is", "turned")


ARE_SIGNS = only(source=is_sign, target=is_sign)


def rules_as_seen(policy, rules):
    """The rules as they compare the amounts of records: where the policy turns one side, same and opposite change places."""
    signs = member(policy, "signs")
    if not is_list(rules) or is_same(member(signs, "source"), member(signs, "target")) or not is_object(signs):
        return rules
    names = {"same": "opposite", "opposite": "same"}

    def turned(part):
        is_turning = is_object(part) and is_text(part.get("sign")) and part["sign"] in names
        return {**part, "sign": names[part["sign"]]} if is_turning else part

    def turned_rule(rule):
        seen = turned(rule)
        if is_object(rule) and is_object(rule.get("sum")):
            seen = {**seen, "sum": turned(rule["sum"])}
        if is_object(rule) and is_list(rule.get("match")):
            seen = {**seen, "match": [turned(each) for each in rule["match"]]}
        return seen

    return [turned_rule(rule) for rule in rules]


def check_pack(files, trusted):

    def text(name):
        want(name in files, name + " is missing")
        found = text_of(files[name])
        want(found is not None, name + " is not UTF-8")
        return found

    def shaped(name, is_shape):
        value = parse_line("\n".join(lines_of(text(name), name)))
        want(value is not MISSING, name + " is not one line of canonical JSON")
        want(is_shape(value), name + " has members more or less, or of another type")
        return value

    is_anchored = "anchor.json" in files
    wanted = PACK_NAMES[:-1] + (["anchor.json"] if is_anchored else []) + PACK_NAMES[-1:]
    if "instructions.ndjson" in files:
        wanted.insert(wanted.index("receipts.ndjson"), "instructions.ndjson")
    want(list(files) == wanted, "the pack has other files, or in another order")
    manifest = shaped("manifest.json", IS_MANIFEST)
    for name, content in files.items():
        want(len(content) <= (ARTIFACT_MAX if name in ARTIFACTS else SMALL_MAX), name + " is too long")
    want(manifest["kind"] == "tallystick/pack@2", "the pack is of another version: the program that wrote it reads it")
    want(sha256(files["README.txt"]).hex() == README, "README.txt is another text")
    proofs = shaped("proofs.json", IS_PROOFS)
    anchor = shaped("anchor.json", IS_ANCHOR) if is_anchored else None
    receipts = lines_of(text("receipts.ndjson"), "receipts.ndjson")
    want(len(receipts) in (1, 2), "receipts.ndjson has other than one or two lines")
    # Only the run of a period has instructions.
    has_instructions = "instructions.ndjson" in files
    instructions = lines_of(text("instructions.ndjson"), "instructions.ndjson") if has_instructions else None
    periods = notes_of(text("key-periods.txt"))
    keys, note, earlier_note = lines_of(text("keys.txt"), "keys.txt"), text("checkpoint.txt"), text("previous-checkpoint.txt")
    run = manifest["run"]
    artifacts = {name: Artifact(files[name + ".ndjson"]) for name in (*SIDES, "result")}
    roots = {name: artifact.root for name, artifact in artifacts.items()}
    sides, repeats, fault = {}, {}, None
    for side in SIDES:
        sides[side], wrong, repeats[side] = read_records(artifacts[side].lines)
        fault = fault or wrong
        totals = canonical(control_totals(sides[side])) == canonical(run[side]["totals"])
        check(
            side + "Root",
            first_of(
                (roots[side] == manifest[side] == run[side]["root"], "the lines give another root"),
                (len(artifacts[side].lines) == run[side]["recordCount"], "the lines are of another count"),
                (totals, "the control totals are others"),
            )
            or artifacts[side].fault,
        )
    rules_text, policy = text_of(files["rules.json"]), sha256(files["rules.json"]).hex()
    policy_json = parse_line(rules_text) if rules_text is not None else MISSING
    rules = rules_in(policy_json) if rules_text is not None else MISSING
    check(
        "policyHash",
        first_of(
            (policy == manifest["policy"] == run["policy"]["hash"], "the rules have another hash"),
            (rules is not MISSING, "the rules are no canonical policy"),
            (rules is not MISSING and canonical(rules) == canonical(run["rules"]), "the run's record shows other rules"),
        ),
    )
    leaves = len(artifacts["result"].lines)
    check(
        "resultRoot",
        first_of(
            (roots["result"] == manifest["result"] == run["resultRoot"], "the lines give another root"),
            (leaves == manifest["leaves"], "the lines are of another count"),
        )
        or artifacts["result"].fault,
    )
    log = Log(
        line=receipts[-1],
        inclusion=proofs["inclusion"],
        consistency=proofs["consistency"],
        note=note,
        vkeys=keys,
        periods=periods,
        trusted=trusted,
        previous={
            "line": receipts[0] if len(receipts) == 2 else None,
            "inclusion": proofs["previous"],
            "note": earlier_note or None,
        },
    )
    engines = [run["engineVersion"]] + ([log.receipt["engine"]] if log.receipt else [])
    header = parse_line(artifacts["result"].lines[0]) if artifacts["result"].lines else MISSING
    engine = member(header, "engine") if member(header, "kind") == HEADER else MISSING
    if not is_sound("sourceRoot", "targetRoot", "resultRoot"):
        says("completeness", "not judged", "the lines are not those that were sealed")
    elif is_text(engine) and engine in engines and engine not in KNOWN_ENGINES:
        says("completeness", "not judged", "the result is of engine %s, which only a program of that version can check" % engine)
    else:
        seen = rules_as_seen(policy_json, rules)
        # Only the run of a period has parts.
        if '"kind":"tallystick/receipt@2"' in receipts[-1]:
            repeats = {side: (repeats[side], "its header has parts, and its receipt no period") for side in SIDES}
        else:
            repeats = {side: (repeats[side], None) for side in SIDES}
        incomplete = fault or incompleteness(artifacts, sides, run, seen, policy, engines, instructions, repeats)
        check("completeness", incomplete)

    def bound(receipt):
        is_complete = run["status"] == "completed" and run["failure"] is None
        said = {name: run[name] for name in ("createdAt", "replayOf", "sequence")}
        said["run"] = run["id"]
        said["engine"] = run["engineVersion"] if run["engineVersion"] == manifest["engine"] else MISSING
        said["completedAt"] = run["completedAt"] if is_complete else MISSING
        # One hash of each list is enough: a file or a record that contradicts the receipt fails the check of its own link.
        hashes = {side: [run[side]["root"], manifest[side], roots[side]] for side in SIDES}
        hashes["policy"] = [run["policy"]["hash"], manifest["policy"], policy]
        hashes["result"] = [run["resultRoot"], manifest["result"], roots["result"]]
        if receipt["result"] == roots["result"]:
            hashes["leaves"] = [leaves]
        root = None if instructions is None else root_of_lines(instructions)
        hashes["instructions"] = [root]
        receipt = {"instructions": None, **receipt}
        others = [name for name in said if receipt[name] != said[name]]
        others += [name for name in hashes if receipt[name] not in hashes[name]]
        return "the receipt has another " + others[0] if others else None

    log.check(bound, is_shown=run["checkpoint"] in (None, note))
    check_anchor(anchor, note)


def origins(identity):
    """A residual has no line in a dataset: `a~1` comes from the record `a`."""
    origin = re.sub(r"~[1-9][0-9]*\Z", "", identity)
    return [identity] + (origins(origin) if origin not in ("", identity) else [])


def check_line(leaf, records, roots, receipt):
    """Checks the line, its records, and that the line names these records."""

    def roots_of(name):
        return ([roots[name]] if roots else []) + ([receipt[name]] if receipt else [])

    def is_in(proven, name):
        inclusion, leaf_of = proven["inclusion"], hash_of(proven["line"])
        is_leaf = leaf_of == proven["leafHash"] and inclusion["index"] == proven["index"]
        return is_leaf and all(root_by(leaf_of, inclusion) == root for root in roots_of(name))

    if not roots and not receipt:
        for name in ("sourceRecords", "targetRecords", "resultLine", "recordIds"):
            says(name, "not judged", "the receipt that names the root is not known to be the one in the log")
        return None
    for side in SIDES:
        shown = records[side]
        are_named = all(
            each["lineNumber"] == each["index"] + 1 and is_same(member(parse_line(each["line"]), "id"), each["id"])
            for each in shown
        )
        check(
            side + "Records",
            first_of(
                (len(set(roots_of(side))) == 1, "the answer names another root than the receipt"),
                (are_named, "a record has another id or number"),
                (all(is_in(each, side) for each in shown), "a record is not in the dataset that the receipt names"),
                (len({each["inclusion"]["size"] for each in shown}) < 2, "the proofs are for different counts of lines"),
            ),
        )
    entry = read_result_line(leaf["line"])
    fault = first_of(
        (is_in(leaf, "result"), "the line is not in the result that the receipt names"),
        (not receipt or leaf["inclusion"]["size"] == receipt["leaves"], "the proof is for another count of lines"),
        (not is_text(entry), entry),
    )
    if fault is None:
        prefix = PREFIXES.get(entry.kind)
        names = ("engine", "policy")
        is_header = entry.kind == HEADER and receipt
        is_of_receipt = not is_header or (
            all(is_same(member(entry.line, name), receipt[name]) for name in names)
            and all(is_same(member(member(entry.line, side), "root"), receipt[side]) for side in SIDES)
        )
        fault = first_of(
            (leaf["id"] == (prefix + leaf["leafHash"][:26] if prefix else None), "the id is not that of the line"),
            (is_of_receipt, "the first line names other things than the receipt"),
        )
    check("resultLine", fault)
    if not is_sound("sourceRecords", "targetRecords", "resultLine"):
        return says("recordIds", "not judged", "the line or its records are not those that were sealed")
    conditions = []
    for side, ids in entry.ids():
        shown = sorted(each["id"] for each in records[side])
        known = set(shown)
        named = {next((each for each in origins(identity) if each in known), identity) for identity in ids}
        conditions.append((sorted(named) == shown, "the line names other records of the " + side))
    return check("recordIds", first_of(*conditions))


def of_run(proof):
    return lambda receipt: first_of((receipt["run"] == proof["runId"], "the receipt is of another run"))


def check_proof(text, trusted):
    proof = parse_json(text[1:] if text.startswith("\ufeff") else text)
    kind = member(proof, "kind")
    want(is_text(kind) and kind.startswith("tallystick/proof@"), "it is no proof of a line")
    want(kind == "tallystick/proof@2", "the proof is of another version: the program that wrote it reads it")
    is_proof = only(**PROOF_MEMBERS, **({"anchor": IS_ANCHOR} if "anchor" in proof else {}))
    want(is_proof(proof), "it has members more or less than a proof, or of another type")
    before = proof["previous"] or {}
    roots = {**proof["inputHash"], "result": proof["outputHash"]}
    are_named = all(key["vkey"].startswith(key["name"] + "+" + key["keyId"] + "+") for key in proof["keys"])
    log = Log(
        line=canonical(proof["receipt"]),
        stored=proof["receiptHash"],
        inclusion=proof["inclusion"],
        consistency=proof["consistency"],
        note=proof["checkpoint"],
        vkeys=[key["vkey"] for key in proof["keys"]],
        trusted=trusted,
        previous={
            "line": before.get("receipt"),
            "stored": before.get("receiptHash"),
            "inclusion": before.get("inclusion"),
            "note": before.get("checkpoint"),
        },
    )
    check_line(proof["leaf"], proof["records"], roots, log.receipt)
    log.check(of_run(proof), key_fault=None if are_named else "the name or id beside a key is not its own")
    check_anchor(proof.get("anchor"), proof["checkpoint"])


def check_tlog_proof(text, trusted):
    want(trusted, "a tlog-proof brings no keys: name one that you trust")
    head, blank, note = text.partition("\n\n")
    lines = head.split("\n") + ["", ""]
    place = re.fullmatch("index (0|[1-9][0-9]*)", lines[2])
    data = from_base64(lines[1][6:]) if lines[1].startswith("extra ") else None
    hashes = [from_base64(each) for each in head.split("\n")[3:]]
    is_form = blank and lines[0] == "c2sp.org/tlog-proof@v1" and data is not None and place and is_count(int(place[1]))
    want(is_form, "it is no tlog-proof of a run")
    want(all(each is not None and len(each) == 32 for each in hashes), "a hash is not the base64 of 32 bytes")
    extra = text_of(data)
    proof = parse_line(extra) if extra is not None else MISSING
    kind = member(proof, "kind")
    is_of_line = kind == "tallystick/proof@2"
    want(is_of_line or kind == "tallystick/evidence@2", "the kind of its extra is unknown, or it is not canonical JSON")
    is_proof = only(**RECEIPT_MEMBERS, **(LINE_MEMBERS if is_of_line else {}))
    want(is_proof(proof), "its extra has members more or less, or of another type")
    index, origin = int(place[1]), note.split("\n")[0]
    raws = [from_base64(key) for key in trusted]
    log = Log(
        line=canonical(proof["receipt"]),
        inclusion={"index": index, "size": index + 1, "hashes": [each.hex() for each in hashes]},
        note=note,
        vkeys=["%s+%s+%s" % (origin, key_id(origin, raw).hex(), base64.b64encode(b"\1" + raw).decode()) for raw in raws],
        trusted=trusted,
    )
    if is_of_line:
        check_line(proof["leaf"], proof["records"], None, log.receipt)
    log.check(of_run(proof))


# Periods: the files of a month, signed by the keys of who decided, submitted and approved.

PERIOD_NAMES = (
    "manifest.json rules.json opening.ndjson earlier.ndjson source.ndjson target.ndjson aside.ndjson instructions.ndjson"
    " result.ndjson decisions.ndjson notes.ndjson balances.json signoffs.ndjson"
).split()


LOG_NAMES = "entries.ndjson proofs.json checkpoint.txt key-periods.txt keys.txt README.txt".split()
# The pack of a service: the log's entries stand in place of own signatures.
LOGGED_NAMES = PERIOD_NAMES[:-1] + LOG_NAMES
# SHA-256 of its README.txt.
PERIOD_README = "cfdded5f9e4fe2e72da60ecd2cba9760c1e0c007d2af489ce987acf67468dd36"


def is_period_pack(files):
    return ("signoffs.ndjson" in files or "entries.ndjson" in files) and "receipts.ndjson" not in files


def files_in(folder):
    files = {}
    for name in PERIOD_NAMES:
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    return files


def one_of(*values):
    return lambda value: is_text(value) and value in values


def held_by(is_name, is_value):
    return lambda value: is_object(value) and all(is_name(name) and is_value(each) for name, each in value.items())


def named(names, test):
    return {name: test for name in names.split()}


def is_currency(value):
    return is_text(value) and re.fullmatch("[A-Z]{3}", value) is not None


def read_day(value):
    if not is_text(value) or re.fullmatch("[0-9]{4}(-[0-9]{2}){2}", value) is None:
        return None
    try:
        return datetime.date(*map(int, value.split("-")))
    except ValueError:
        return None


def is_day(value):
    return read_day(value) is not None


def is_amount(value):
    """At most 30 digits, of which 18 are significant, in their one spelling."""
    amount = units(value)
    if amount is None or decimal(amount) != value:
        return False
    digits = re.sub("[-.]", "", value).lstrip("0")
    return len(digits) <= 30 and len(digits.rstrip("0")) <= 18


IS_SIDE_NAME = one_of("source", "target")
IS_AMOUNTS = held_by(is_currency, is_amount)
AMOUNTS_BY_SIDE = only(source=IS_AMOUNTS, target=IS_AMOUNTS)
IS_STRETCH = only(name=is_text, first=is_day, last=is_day)
IS_PART = only(kind=one_of("opening", "returned", "dataset"), root=is_hash, count=is_count, file=is_text)
IS_PERIOD_MANIFEST = members_of(
    {
        **{"kind": one_of("tallystick/period@1"), "engine": is_text, "statement": IS_SIDE_NAME, "before": is_hash},
        **{"period": IS_STRETCH, "next": IS_STRETCH, "approvalAbove": IS_AMOUNTS, "materiality": IS_AMOUNTS},
        "parts": only(source=list_of(IS_PART), target=list_of(IS_PART)),
    },
    {"mapping": is_object},
)
IS_PERIOD_RECORD = members_of(
    {"id": is_text},
    {
        **{"currency": is_text, "attributes": is_object},
        **named("amount gross fee net", is_amount),
        **named("date valueDate", is_day),
        **named("reference description counterparty account type status", is_text),
    },
)
IS_OPENING = only(
    kind=one_of("tallystick/opening@1"),
    period=is_text,
    balances=AMOUNTS_BY_SIDE,
    excluded=AMOUNTS_BY_SIDE,
    exchanged=IS_AMOUNTS,
)
IS_OPENING_ITEM = members_of(
    {
        "kind": one_of("tallystick/opening-item@1"),
        "side": IS_SIDE_NAME,
        "part": is_hash,
        "record": IS_PERIOD_RECORD,
        "firstSeen": only(period=is_text, date=is_day),
        "state": one_of("undecided", "carried", "accepted"),
    },
    {
        "chain": only(id=is_text, leaf=is_hash, number=is_count),
        **named("label decision owner", is_text),
        "expected": is_day,
    },
)
IS_EARLIER = only(side=IS_SIDE_NAME, record=IS_PERIOD_RECORD)
IS_ASIDE = only(side=IS_SIDE_NAME, row=is_count, place=one_of("later", "repeated", "withdrawn"))
IS_ITEM = only(side=IS_SIDE_NAME, root=is_hash, id=is_text, leaf=is_hash)
IS_ITEMS = list_of(IS_ITEM)
INSTRUCTION = {"kind": one_of("tallystick/instruction@1"), "decision": is_text}
RESIDUALS = (only(**{"is": one_of("open", "fx")}), only(**{"is": one_of("accepted"), "label": is_text, "side": IS_SIDE_NAME}))
IS_MATCH_INSTRUCTION = only(**INSTRUCTION, match=IS_ITEMS, residual=lambda value: any(test(value) for test in RESIDUALS))
IS_APART_INSTRUCTION = only(**INSTRUCTION, apart=lambda value: list_of(IS_ITEMS)(value) and len(value) == 2)
IS_NOTE = only(note=is_hash, text=is_text)
IS_TYPED = only(side=IS_SIDE_NAME, currency=is_currency, amount=is_amount, actor=is_text, time=is_time)
IS_STATEMENT = only(
    side=IS_SIDE_NAME,
    currency=is_currency,
    **named("account name", is_text),
    **named("first last", is_day),
    **named("opening entries closing", is_amount),
)
IS_BALANCES = only(
    kind=one_of("tallystick/balances@1"),
    typed=list_of(IS_TYPED),
    statements=list_of(IS_STATEMENT),
    reasons=held_by(is_currency, is_text),
)


def is_instruction(value):
    return IS_MATCH_INSTRUCTION(value) or IS_APART_INSTRUCTION(value)


def are_decision_items(value):
    return IS_ITEMS(value) and 0 < len(value) <= 1000 and len(set(map(canonical, value))) == len(value)


DECISION_MEMBERS = {
    "items": are_decision_items,
    "amount": is_amount,
    "amounts": only(source=is_amount, target=is_amount),
    "label": lambda value: is_text(value) and re.fullmatch("[a-z0-9][a-z0-9_-]{0,39}", value) is not None,
    "reason": is_text,
    "expected": is_day,
    "owner": or_null(is_text),
    "note": is_hash,
    "files": lambda value: list_of(is_hash)(value) and len(value) <= 5,
    "follows": is_text,
}


def decision_of(needed, others):
    common = {"id": is_text, "kind": is_text, "actor": is_text, "time": is_time}
    needed, others = ({name: DECISION_MEMBERS[name] for name in names.split()} for names in (needed, others))
    return members_of({**common, **needed}, others)


# The members that a decision of a kind needs, and those that it may have.
DECISION_KINDS = {
    "match": decision_of("items", "amounts label reason note"),
    "accept": decision_of("items label", "amount reason note"),
    "carry": decision_of("items reason expected", "note"),
    "unmatch": decision_of("items", "reason note"),
    "keep": decision_of("items", "reason note"),
    "withdraw": decision_of("items reason", "note"),
    "assign": decision_of("items owner", "note"),
    "comment": decision_of("items note", "files"),
    "flag": decision_of("items", "note"),
    "reopen": decision_of("follows", "reason note"),
    "acknowledge": decision_of("follows", "note"),
    "approve": decision_of("follows", "note"),
}
DECIDING = ("match", "accept", "carry", "unmatch", "keep", "withdraw", "reopen")


def is_decision(value):
    kind = member(value, "kind")
    test = DECISION_KINDS.get(kind) if is_text(kind) else None
    if test is None or not test(value):
        return False
    return kind != "match" or ("amounts" in value) == (value.get("label") == "fx")


SIGNED = {"period": is_text, "key": lambda value: is_text(value) and is_raw_key(value), "time": is_time, "signature": is_text}
IS_BATCH = only(**SIGNED, kind=one_of("tallystick/decisions@1"), count=is_count, root=is_hash)
IS_SIGNOFF = only(
    **SIGNED,
    kind=one_of("tallystick/signoff@1"),
    act=one_of("submit", "approve"),
    name=is_text,
    follows=is_hash,
    state=only(**{name: is_hash for name in PERIOD_NAMES[:-1]}, items=is_hash, proof=is_hash),
)


IS_REOPENING = only(
    **SIGNED,
    kind=one_of("tallystick/reopening@1", "tallystick/rejection@1"),
    name=is_text,
    reason=lambda value: is_text(value) and value != "",
    follows=is_hash,
)


def is_signed_line(value):
    return IS_BATCH(value) or IS_SIGNOFF(value) or IS_REOPENING(value)


def root_of_lines(lines):
    return root_of([leaf_hash(line.encode()) for line in lines])


def hash_of_file(name, text):
    """Of lines the root, of other files SHA-256. A last line that is cut off counts with its lack of a newline."""
    if not name.endswith(".ndjson"):
        return sha256(text.encode()).hex()
    lines = text.split("\n")
    rest = lines.pop()
    return root_of_lines(lines + ([rest + "\n"] if rest else []))


def read_lines(name, lines, is_line):
    values = [parse_line(line) for line in lines]
    for index, value in enumerate(values):
        want(is_line(value), "line %d of %s has members more or less, or of another type" % (index + 1, name))
    return values


def read_all(texts, name, is_line):
    return read_lines(name, lines_of(texts[name], name), is_line)


def read_one(texts, name, is_line):
    values = read_all(texts, name, is_line)
    want(len(values) == 1, name + " is not one line")
    return values[0]


def lines_in(texts, name):
    return texts[name].split("\n")[:-1]


def is_showable(value):
    """Whether the records, residual and totals of a result's line can be read."""
    if not is_object(value):
        return False
    kind, residual = value.get("kind"), value.get("residual", MISSING)
    if kind == "totals":
        return all(is_object(member(value, side)) for side in SIDES)
    if kind == "netted":
        return member(value, "side") in SIDES and list_of(is_text)(member(value, "records"))
    if kind not in ("match", "break", "excluded"):
        return True
    if residual is not MISSING and not (member(residual, "side") in SIDES and is_text(member(residual, "id"))):
        return False
    return all(list_of(is_text)(value[side]) for side in SIDES if side in value)


class Period:
    """The files of an approved period, and what is wrong with them. Each check returns a fault, or None."""

    def __init__(self, texts):
        self.texts = texts
        self.manifest = read_one(texts, "manifest.json", IS_PERIOD_MANIFEST)
        first, *items = lines_of(texts["opening.ndjson"], "opening.ndjson") or [""]
        self.opening = read_lines("opening.ndjson", [first], IS_OPENING)[0]
        self.items = read_lines("opening.ndjson", items, IS_OPENING_ITEM)
        read_all(texts, "earlier.ndjson", IS_EARLIER)
        self.aside = read_all(texts, "aside.ndjson", IS_ASIDE)
        self.instructions = read_all(texts, "instructions.ndjson", is_instruction)
        read_all(texts, "result.ndjson", is_showable)
        self.decisions = read_all(texts, "decisions.ndjson", is_decision)
        self.notes = {each["note"] for each in read_all(texts, "notes.ndjson", IS_NOTE) if self.is_note(each)}
        self.balances = read_one(texts, "balances.json", IS_BALANCES)

    @staticmethod
    def is_note(note):
        want(hash_of(note["text"]) == note["note"], "notes.ndjson has a note of another hash")
        return True

    def lines(self, name):
        return lines_in(self.texts, name)

    def parts(self):
        for side in SIDES:
            text, lines, row = self.texts[side + ".ndjson"], self.lines(side + ".ndjson"), 0
            if text and not text.endswith("\n"):
                return "the last record of the %s is cut off" % side
            for part in self.manifest["parts"][side]:
                own = lines[row : row + part["count"]]
                if len(own) != part["count"] or root_of_lines(own) != part["root"]:
                    return "a part of the %s has other records than those of its root" % side
                handed_on = [canonical(item["record"]) for item in self.items if item["side"] == side]
                if part["kind"] == "opening" and handed_on != own:
                    return "the %s begins with other records than the opening" % side
                row += part["count"]
            if row < len(lines):
                return "the %s has records of no part" % side
        return None

    def header(self):
        """The first line of a result that was made of these files."""
        header = {"engine": self.manifest["engine"], "kind": HEADER}
        header["policy"] = hash_of_file("rules.json", self.texts["rules.json"])
        for side in SIDES:
            header[side] = self.header_side(side)
        if self.instructions:
            header["instructions"] = root_of_lines(self.lines("instructions.ndjson"))
        return header

    def result(self):
        is_header = self.lines("result.ndjson")[:1] == [canonical(self.header())]
        return first_of((is_header, "the result was made of other rules, records, parts or instructions"))

    def complete(self):
        """The check of a run, over the records that take part in the run of the period."""
        result = read_result(self.lines("result.ndjson"))
        if is_text(result):
            return result
        sides, faults = {}, []
        for side in SIDES:
            left = {line["row"] for line in self.aside if line["side"] == side}
            own = [line for row, line in enumerate(self.lines(side + ".ndjson")) if row not in left]
            sides[side], fault, _ = read_records(own)
            faults.append(fault)
        policy = parse_line(self.texts["rules.json"])
        rules, instructions = rules_as_seen(policy, rules_in(policy)), self.lines("instructions.ndjson")
        _, lines, totals = result
        return faults[0] or faults[1] or account_fault(lines, totals, sides, rules, instructions)

    def header_side(self, side):
        left = {line["row"] for line in self.aside if line["side"] == side}
        lines = self.lines(side + ".ndjson")
        own, parts, end = [], [], 0
        for part in self.manifest["parts"][side]:
            rows = range(end, end + part["count"])
            end += part["count"]
            taken = [lines[row] for row in rows if row not in left]
            own += taken
            whole = {"count": part["count"], "root": part["root"]}
            if len(taken) == part["count"]:
                parts.append({"kind": part["kind"], **whole})
            else:
                parts.append({"kind": part["kind"], "count": len(taken), "root": root_of_lines(taken), "whole": whole})
        return {"count": len(own), "parts": parts, "root": root_of_lines(own)}

    def noted(self):
        silent = next((each for each in self.decisions if "note" in each and each["note"] not in self.notes), None)
        return "the note of the decision %s is missing" % silent["id"] if silent else None

    def begun(self):
        period, follower, parts = (self.manifest[name] for name in ("period", "next", "parts"))
        last = read_day(period["last"])
        is_next = last < datetime.date.max and read_day(follower["first"]) == last + datetime.timedelta(1)
        kinds = {side: [part["kind"] == "opening" for part in parts[side]] for side in SIDES}
        begins_once = all(kinds[side][:1] == [True] and not any(kinds[side][1:]) for side in SIDES)
        is_forward = period["first"] <= period["last"] and follower["first"] <= follower["last"]
        return first_of(
            (self.opening["period"] == period["name"], "the opening is of another period"),
            (is_forward, "a period ends before it begins"),
            (is_next, "the next period does not begin on the day after"),
            (begins_once, "a side does not begin with one opening"),
        )

    def has_worked(self, actor, decisions, since=""):
        has_decided = any(each["actor"] == actor and each["kind"] in DECIDING for each in decisions)
        return has_decided or any(each["actor"] == actor and each["time"] >= since for each in self.balances["typed"])


class SignedByKeys:
    """Who signed a period with own keys."""

    why = "another key approved what was submitted: two keys"

    def __init__(self, texts, trusted):
        self.texts = texts
        self.signed = read_all(texts, "signoffs.ndjson", is_signed_line)
        self.fault = signature_fault(self.signed)
        start = max([index + 1 for index, line in enumerate(self.signed) if IS_REOPENING(line)], default=0)
        self.earlier = self.signed[:start]
        acts = [line for line in self.signed[start:] if "act" in line]
        self.is_submitted, self.is_approved = bool(acts), len(acts) > 1
        self.submission, self.approval = (acts + [None, None])[:2]
        self.is_vouched = self.is_approved and all(line["key"] in trusted for line in acts)

    def files(self):
        state = self.submission["state"]
        changed = [name for name in PERIOD_NAMES[:-1] if hash_of_file(name, self.texts[name]) != state[name]]
        return "not as it was signed: " + ", ".join(changed) if changed else None

    def decisions(self, period):
        lines, done = period.lines("decisions.ndjson"), 0
        for batch in self.signed:
            if batch["period"] != period.manifest["period"]["name"]:
                return "a line of signoffs.ndjson is of the period " + batch["period"]
            if batch["kind"] != "tallystick/decisions@1":
                continue
            count = batch["count"]
            if count <= done or count > len(lines):
                return "there is no batch up to decision %d" % count
            if root_of_lines(lines[:count]) != batch["root"]:
                return "the decisions up to number %d are not those that were signed" % count
            other = next((each for each in period.decisions[done:count] if each["actor"] != batch["key"]), None)
            if other:
                return "the decision %s is not signed by the key that it names" % other["id"]
            # A batch that was taken away leaves its decisions to the next one.
            late = next((each for each in period.decisions[done:count] if each["time"] != batch["time"]), None)
            if late:
                return "the batch of the decision %s is missing" % late["id"]
            done = count
        return "the decision %s is signed by nobody" % period.decisions[done]["id"] if done < len(lines) else None

    def chain(self, period):
        """The first submission follows the period before; each later step the one before it."""
        steps = [line for line in self.earlier if line["kind"] != "tallystick/decisions@1"] + [self.submission]
        followed = period.manifest["before"]
        for step in steps:
            if step["follows"] != followed:
                return "the submission follows another period" if step is steps[0] else "an edition does not follow the one before"
            followed = hash_of(canonical(step))
        return None

    def approved(self, period):
        submission, approval = self.submission, self.approval
        has_worked = period.has_worked(approval["key"], period.decisions)
        begun = max([index + 1 for index, line in enumerate(self.earlier) if line["kind"] == "tallystick/reopening@1"], default=0)
        submissions = [line for line in self.earlier[begun:] if line.get("act") == "submit"] + [submission]
        has_submitted = any(line["key"] == approval["key"] for line in submissions)
        return first_of(
            (approval["follows"] == hash_of(canonical(submission)), "another submission was approved"),
            (approval["state"] == submission["state"], "other files were approved"),
            (not has_submitted, "the key that submitted the period approved it"),
            (not has_worked, "a key that decided or typed balances approved the period"),
        )


# What a step says by itself, and not of the period.
OWN = ("act", "actor", "approvedBy", "completedAt", "createdAt", "follows", "id", "previous", "reason", "revision", "sequence")
NONE = "0" * 64


class SignedByLog:
    """Who signed a period: the log of a service, which has the receipt of the run, the decisions and the steps."""

    why = "somebody else approved what was submitted, by the word of the service"

    def __init__(self, texts, trusted):
        self.texts = texts
        self.entries = read_all(texts, "entries.ndjson", lambda value: is_entry(value) and "what" not in value)
        self.proofs = read_one(texts, "proofs.json", only(inclusion=list_of(IS_INCLUSION)))["inclusion"]
        notes, vkeys = notes_of(texts["key-periods.txt"]), lines_of(texts["keys.txt"], "keys.txt")
        want(sha256(texts["README.txt"].encode()).hex() == PERIOD_README, "README.txt is another text")
        self.runs = [entry for entry in self.entries if entry["kind"] in RECEIPT_KINDS]
        self.batches = [entry for entry in self.entries if entry["kind"] == "tallystick/decisions@1"]
        self.steps = [entry for entry in self.entries if "act" in entry]
        last = self.steps[-1]["act"] if self.steps else None
        self.is_submitted, self.is_approved = last in ("submit", "approve"), last == "approve"
        self.submission, self.approval = ([None, None] + self.steps)[-2:]
        self.is_vouched = bool(trusted)
        self.fault = self.signature_fault(notes, [read_key(each) for each in vkeys], trusted) or self.order_fault()

    def signature_fault(self, notes, keys, trusted):
        note, periods = read_note(self.texts["checkpoint.txt"]), read_periods(notes)
        signers = signers_of(note, keys) if note and None not in keys else []
        if not signers:
            return "the checkpoint cannot be read, or no known key has signed, or a signature does not hold"
        if trusted and not any(base64.b64encode(key[2]).decode() in trusted for key in signers):
            return "no trusted key has signed"
        if periods is None:
            return "a period of a key is none, or not signed by it and by the key before"
        last = self.entries[-1] if self.entries else None
        if last is None or last["sequence"] != note.size - 1:
            return "the checkpoint is not that of the last entry"
        if not is_in_period(periods, signers, last["completedAt"]):
            return "the last entry was completed when no key that signed it was in use"
        if len(self.proofs) != len(self.entries):
            return "there is not one proof for each entry"
        for entry, proof in zip(self.entries, self.proofs):
            is_placed = (proof["index"], proof["size"]) == (entry["sequence"], note.size)
            if not is_placed or root_by(hash_of(canonical(entry)), proof) != note.root:
                return "an entry is not in the tree of the checkpoint"
            if not note.origin.endswith("/" + entry["tenant"]):
                return "an entry is of another tenant's log"
        return None

    def order_fault(self):
        pairs = list(zip(self.entries, self.entries[1:]))
        is_forward = all(a["sequence"] < b["sequence"] and a["completedAt"] <= b["completedAt"] for a, b in pairs)
        acts = "".join(entry.get("act", "-") + " " for entry in self.entries if entry not in self.runs)
        is_in_order = re.fullmatch("(- )*(submit (reject |approve reopen )(- )*)*(submit (approve )?)?", acts)
        return first_of(
            (is_forward, "the entries are in another order than in the log"),
            (all(each["createdAt"] <= each["completedAt"] for each in self.entries), "an entry was completed before it was created"),
            (len({each.get("period") for each in self.entries}) == 1, "the entries are of more than one period"),
            (len(self.runs) == 1, "the entries have not the receipt of one run"),
            (is_in_order, "the entries are not decisions, submissions and their rejection or approval, in this order"),
        )

    def files(self):
        submission = self.submission
        state = {name: hash_of_file(name, self.texts[name]) for name in PERIOD_NAMES[:-1]}
        named = ("balances.json", "decisions.ndjson", "instructions.ndjson", "opening.ndjson")
        changed = [name for name in named if state[name] != submission[name.split(".")[0]]]
        state.update({name: submission[name] for name in ("items", "proof")})
        return first_of(
            (not changed, "not as it was signed: " + ", ".join(changed)),
            (sha256(canonical(state).encode()).hex() == submission["root"], "a file is not the one that was signed"),
        )

    def receipt(self, period):
        header, receipt, lines = period.header(), self.runs[0], period.lines("result.ndjson")
        made = {name: header.get(name) for name in ("engine", "policy", "instructions")}
        made.update({side: header[side]["root"] for side in SIDES})
        made.update({"result": root_of_lines(lines), "leaves": len(lines)})
        is_of_files = all(receipt.get(name) == value for name, value in made.items())
        return first_of(
            (self.submission["receipt"] == hash_of(canonical(receipt)), "the sign-off names the receipt of another run"),
            (is_of_files, "the run of the receipt has other rules, records, instructions or lines"),
        )

    def decisions(self, period):
        lines, done = period.lines("decisions.ndjson"), 0
        for entry in self.batches:
            end = done + entry["count"]
            if end > len(lines) or root_of_lines(lines[done:end]) != entry["root"]:
                return "the decisions of the entry %d are not those of the log" % entry["sequence"]
            other = next((each for each in period.decisions[done:end] if each["actor"] != entry["actor"]), None)
            if other:
                return "the decision %s was made by somebody else than the log says" % other["id"]
            done = end
        return "the decision %s is not in the log" % period.decisions[done]["id"] if done < len(lines) else None

    def chain(self, period):
        """A submission follows the approval of the period before; each other step up to the last one follows the one before it."""
        before, edition, followed = period.manifest["before"], 1, None
        if before not in (NONE, self.submission["opening"]):
            return "the period before handed on another opening"
        for step in self.steps[:-1]:
            is_begin = step["act"] == "submit" or followed is None
            is_next = (step["follows"] == NONE) == (before == NONE) if is_begin else step["follows"] == followed
            if not is_next:
                return "a step does not follow the one before"
            if step["name"] != period.manifest["period"]["name"]:
                return "a step is of another period"
            if step["edition"] != edition:
                return "a step is of another edition"
            edition += step["act"] == "reopen"
            followed = hash_of(canonical(step))
        return None

    def approved(self, period):
        submission, approval = self.submission, self.approval
        signed, given = ({name: step[name] for name in step if name not in OWN} for step in (submission, approval))
        approver = (approval["approvedBy"] or {}).get("id")
        reopened = max([index for index, entry in enumerate(self.entries) if entry.get("act") == "reopen"], default=-1)
        earlier = self.entries[: reopened + 1]
        since = earlier[-1]["createdAt"] if earlier else ""
        submissions = [entry for entry in self.entries[reopened + 1 :] if entry.get("act") == "submit"]
        has_submitted = any(entry["submittedBy"]["id"] == approver for entry in submissions)
        done = sum(entry["count"] for entry in earlier if entry in self.batches)
        is_own = submission["submittedBy"]["id"] == submission["actor"] and approver == approval["actor"]
        return first_of(
            (approval["follows"] == hash_of(canonical(submission)), "another submission was approved"),
            (given == signed, "something else was approved"),
            (is_own, "a step names somebody else than made it"),
            (not has_submitted, "whoever submitted the period approved it"),
            (not period.has_worked(approver, period.decisions[done:], since), "somebody who decided or typed balances in this edition approved it"),
        )


def holds(name, fault):
    check(name, fault)
    return fault is None


def signature_fault(lines):
    for index, line in enumerate(lines):
        signature = from_base64(line["signature"])
        message = canonical({name: line[name] for name in line if name != "signature"}).encode()
        if signature is None or not holds_signature(from_base64(line["key"]), message, signature):
            return "line %d of signoffs.ndjson is not signed by its key" % (index + 1)
    kinds = {"tallystick/reopening@1": "reopen", "tallystick/rejection@1": "reject"}
    acts = "".join(line.get("act", kinds.get(line["kind"], "-")) + " " for line in lines)
    is_in_order = re.fullmatch("(- )*(submit (reject |approve reopen )(- )*)*(submit (approve )?)?", acts)
    return None if is_in_order else "the lines are not decisions, submissions and their rejection or approval, in this order"


def check_period(files, trusted):
    """Returns whether the keys that signed are among the trusted ones."""
    is_logged = list(files) == LOGGED_NAMES
    is_known = is_logged or list(files) == PERIOD_NAMES
    want(is_known, "the pack has other files than those of a period, or in another order")
    texts = {name: text_of(data) for name, data in files.items()}
    for name in texts:
        want(texts[name] is not None, name + " is not UTF-8")
    signing = (SignedByLog if is_logged else SignedByKeys)(texts, trusted)
    if not holds("signatures", signing.fault):
        return False
    if not signing.is_approved:
        return holds("approval", "the period is not approved yet" if signing.is_submitted else "the period was not submitted")
    if not holds("files", signing.files()):
        return False
    period = Period(texts)
    checks = {
        "parts": period.parts,
        "result": period.result,
        "completeness": period.complete,
        **({"receipt": lambda: signing.receipt(period)} if is_logged else {}),
        "decisions": lambda: signing.decisions(period) or period.noted(),
        "before": lambda: signing.chain(period) or period.begun(),
        "approval": lambda: signing.approved(period),
    }
    engine = period.manifest["engine"]
    for name, fault_of in checks.items():
        if name == "completeness" and engine not in KNOWN_ENGINES:
            says(name, "not covered", "it needs the engine " + engine)
        elif not holds(name, fault_of()):
            return False
    found_checks[-1] = ("approval", "holds", signing.why)
    for name in ("replay", "items", "proof", "submission"):
        says(name, "not covered", "it needs the engine: use verify")
    return signing.is_vouched


def check_vectors(folder):
    def read(name):
        with open("%s/%s.json" % (folder, name), encoding="utf-8") as file:
            return json.load(file)

    def hexed(text):
        return base64.b64decode(text or "").hex()

    def right(name, holds):
        vectors = read(name)
        count = sum(holds(each, [hexed(hash_) for hash_ in each["proof"] or []]) != each["wantErr"] for each in vectors)
        verdict = "holds" if count == len(vectors) else "does not hold"
        says(name, verdict, "%d of %d" % (count, len(vectors)))

    def includes(each, hashes):
        return root_by_inclusion(hexed(each["leafHash"]), each["leafIdx"], each["treeSize"], hashes) == hexed(each["root"])

    def continues(each, hashes):
        return is_consistent(each["size1"], each["size2"], hexed(each["root1"]), hexed(each["root2"]), hashes)

    right("inclusion", includes)
    right("consistency", continues)


def run(words):
    """Runs the checks, and returns whether the keys that signed are those that somebody named."""
    is_vouched = len(words) > 1
    want(words, "usage: python3 check.py FILE [KEY...]")
    if words[0] == "--vectors":
        check_vectors(words[1])
        return is_vouched
    for key in words[1:]:
        want(is_raw_key(key), key + " is no key: base64 of 32 bytes, under which not anybody can sign")
    if os.path.isdir(words[0]):
        return check_period(files_in(words[0]), words[1:])
    with open(words[0], "rb") as file:
        data = file.read()
    if data[:2] == b"PK":
        files = unzip(data)
        if is_period_pack(files):
            return check_period(files, words[1:])
        check_pack(files, words[1:])
        return is_vouched
    want(len(data) <= PROOF_MAX, "it is too long")
    text = text_of(data)
    want(text is not None, "it is not UTF-8")
    (check_tlog_proof if text.startswith("c2sp.org/") else check_proof)(text, words[1:])
    return is_vouched


def main(words):
    try:
        is_vouched = run(words)
    except (Unreadable, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error) as fault:
        print("%s: %s" % (words[0] if words else "check.py", fault), file=sys.stderr)
        return 2
    for name, verdict, why in found_checks:
        print("%-20s %s%s" % (name, verdict, ": " + why if why else ""))
    verdicts = {verdict for _, verdict, _ in found_checks}
    if "does not hold" in verdicts:
        return 1
    if "not judged" in verdicts:
        return 2
    return 0 if is_vouched else 3


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
