#!/usr/bin/env python3
"""Checks evidence of a run with none of Tallystick's code: the pack (a zip), the proof of a line (JSON), or a C2SP
tlog-proof. Needs Python 3.8 and nothing else. docs/auditors.md says what each check means. Not made: the replay, which
needs the engine, and of `completeness` what the rules claim, the order of the lines, and of the run's summary all but how
many lines of each kind there are.

    python3 check.py FILE [KEY...]      KEY: base64 of a key that /.well-known/tallystick-keys lists
    python3 check.py --vectors FOLDER   the vectors of github.com/transparency-dev/merkle in two files

Exit code: 0 every check holds, by a KEY; 3 every check holds, by the keys in FILE; 1 one does not; 2 FILE is unreadable.
"""

import base64
import hashlib
import json
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


def bytes_of(text):
    return bytes.fromhex(text) if isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) else None


def leaf_hash(line):
    return sha256(b"\0", line.encode())


def node(left, right):
    return sha256(b"\1", left, right)


def root_of(lines):
    """The root over lines: of each perfect subtree, then of all of them from the right."""
    subtrees = []
    for index, line in enumerate(lines):
        current, rest = leaf_hash(line), index
        while rest % 2 == 1:
            current, rest = node(subtrees.pop(), current), rest // 2
        subtrees.append(current)
    if not subtrees:
        return sha256().hex()
    root = subtrees.pop()
    while subtrees:
        root = node(subtrees.pop(), root)
    return root.hex()


def root_by_inclusion(leaf, index, size, hashes):
    """The root that an inclusion proof leads to, RFC 9162 2.1.3.2; None for a proof that fits no tree."""
    siblings, current = [bytes_of(each) for each in hashes], bytes_of(leaf)
    if not is_count(index) or not is_count(size) or index >= size or None in siblings or current is None:
        return None
    fn, sn = index, size - 1
    for sibling in siblings:
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


def is_consistent(first, second, first_root, second_root, hashes):
    """Whether the tree of `second` leaves begins with that of `first`, RFC 9162 2.1.4.2."""
    path = [bytes_of(each) for each in hashes]
    if not is_count(first) or not is_count(second) or first > second or None in path:
        return False
    if first == 0:
        is_later = second_root == first_root if second == 0 else bytes_of(second_root) is not None
        return not path and first_root == sha256().hex() and is_later
    if first == second:
        return not path and first_root == second_root
    if not path:
        return False
    fn, sn = first - 1, second - 1
    while fn % 2 == 1:
        fn, sn = fn // 2, sn // 2
    if fn == 0:
        path.insert(0, bytes_of(first_root))
    if None in path:
        return False
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


# Ed25519: RFC 8032 5.1.7, by the book and slowly.

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


def holds_signature(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = decode_point(key), decode_point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = multiply(s, BASE), add_points(r, multiply(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# JSON: RFC 8785, and exact decimals.


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def canonical(value):
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    want(not isinstance(value, float), "a number is no integer")
    return json.dumps(value, ensure_ascii=False)


def once(pairs):
    want(len({name for name, _ in pairs}) == len(pairs), "a member is there twice")
    return dict(pairs)


def parse_json(text):
    return json.loads(text, object_pairs_hook=once)


def parse_line(line, what):
    """The value of a canonical line: another spelling would be a second reading."""
    try:
        value = parse_json(line)
    except ValueError:
        raise Unreadable(what + " is not canonical JSON")
    want(canonical(value) == line, what + " is not canonical JSON")
    return value


SCALE = 30


def units(text):
    found = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]{1,30}))?", text)
    want(found, text + " is no decimal")
    sign, whole, fraction = found.groups()
    return int(sign + whole + (fraction or "").ljust(SCALE, "0"))


def decimal(value):
    digits = str(abs(value)).rjust(SCALE + 1, "0")
    text = re.sub(r"\.?0+$", "", digits[:-SCALE] + "." + digits[-SCALE:])
    return "-" + text if value < 0 else text


def add(sums, name, value):
    sums[name] = sums.get(name, 0) + value


# Files: the zip that the service writes and no other, notes (C2SP signed-note) and keys.

PACK_NAMES = (
    "manifest.json rules.json source.ndjson target.ndjson result.ndjson receipts.ndjson proofs.json"
    " previous-checkpoint.txt checkpoint.txt keys.txt README.txt"
).split()
# SHA-256 of what README.txt says, by the version of the pack: another text may say what no check proves.
READMES = {
    1: (
        "67f6b3462625c88ed7412a2d2e0089e5491e4e47fbe8430f89f6455e8184fc9e",
        "877908da6d713217fdfe95d6ea6bdc8e390dbd93092fa6194dc249878f174dad",
    ),
    2: ("0502a3056e7d9c15316fcd4fe6d43c8b66d3a6b371706e2496d42015c365005e",),
}
# Version 2.0, lengths behind the file, DEFLATE, midnight, 1980-01-01.
COMMON = struct.pack("<5H", 20, 8, 8, 0, 0x21)


def unzip(data):
    files, directory, at = {}, b"", 0
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
        directory += record + struct.pack("<2I", 0, offset) + name
    count = len(files)
    end = b"PK\5\6" + struct.pack("<4H2IH", 0, 0, count, count, len(directory), at, 0)
    want(data[at:] == directory + end, "the archive has another directory than the service writes")
    return files


def text_of(data, name):
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable(name + " is not UTF-8")


def lines_of(text, name):
    """The lines of a file in which every line ends with a newline."""
    want(text == "" or text.endswith("\n"), name + " does not end with a newline")
    return text.split("\n")[:-1]


def from_base64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return data if base64.b64encode(data).decode() == text else b""


def read_note(note):
    split = (note or "").rfind("\n\n")
    parts = (note or "")[: split + 1].split("\n")
    if split < 0 or not note.endswith("\n") or len(parts) != 4 or not re.fullmatch("0|[1-9][0-9]*", parts[1]):
        return None
    origin, size, root, _ = parts
    if len(from_base64(root)) != 32:
        return None
    lines = [re.fullmatch("\u2014 ([^ ]+) ([^ ]+)", line) for line in note[split + 2 : -1].split("\n")]
    signatures = [(line[1], from_base64(line[2])) for line in lines if line]
    return {
        "text": note[: split + 1],
        "origin": origin,
        "size": int(size),
        "root": from_base64(root).hex(),
        "signatures": signatures,
    }


def key_id(name, raw):
    return sha256(name.encode() + b"\n\1", raw)[:4]


def read_keys(vkeys):
    """The keys of vkeys, which name their own id; None for a text that is no key."""
    keys = []
    for vkey in vkeys:
        found = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)", vkey)
        data = from_base64(found[3]) if found else b""
        is_key = len(data) == 33 and data[0] == 1 and key_id(found[1], data[1:]).hex() == found[2]
        keys.append((found[1], key_id(found[1], data[1:]), data[1:]) if is_key else None)
    return keys


def signers_of(note, keys):
    """The keys that signed; none when a known key's signature does not hold. Those of unknown keys are ignored."""
    signers = []
    for name, data in note["signatures"]:
        key = next((each for each in keys if each and each[0] == name and each[1] == data[:4]), None)
        if key is None:
            continue
        if not holds_signature(key[2], note["text"].encode(), data[4:]):
            return []
        signers.append(key)
    return signers


# The checks.

found_checks = []


def check(name, *conditions):
    """Notes whether a check holds: the first condition that is not so, in words, is why it does not."""
    broken = next((why for is_so, why in conditions if not is_so), None)
    found_checks.append((name, "holds" if broken is None else "does not hold", broken))


def not_proven(name):
    found_checks.append((name, "not proven", "the evidence brings no signed checkpoint of the log before"))


def has_members(value, names):
    return isinstance(value, dict) and sorted(value) == sorted(names.split())


# What stands in a pack, so that nothing in it goes unchecked but what is under "unproven".
MANIFEST_MEMBERS = "engine kind leaves policy result run source target unproven"
RUN_MEMBERS = (
    "checkpoint completedAt createdAt engineVersion failure id policy replayOf resultRoot rules sequence source status"
    " summary target"
)
SIDE_MEMBERS = "recordCount root totals"
FIRST_RECEIPT_MEMBERS = (
    "completedAt createdAt engine kind leaves policy previous replayOf result run sequence source target tenant"
)
RECEIPT_MEMBERS = FIRST_RECEIPT_MEMBERS + " actor build received"


def check_log(line, bound, previous, inclusion, consistency, note_text, vkeys, trusted, has_history, is_of_one=False):
    """Receipt, log and signature, which a pack and a proof have in common."""
    receipt = parse_json(line)
    kind, sequence = receipt.get("kind"), receipt.get("sequence", -1)
    is_second, is_first = kind == "tallystick/receipt@2", sequence == 0
    check(
        "receiptHash",
        (is_second or kind == "tallystick/receipt@1", "the kind of the receipt is unknown"),
        (
            has_members(receipt, RECEIPT_MEMBERS if is_second else FIRST_RECEIPT_MEMBERS),
            "the receipt has members more or less",
        ),
        (not is_of_one or not is_second, "a receipt of version 2 is in evidence of version 1"),
        *((receipt.get(name, "") == value, "the receipt has another " + name) for name, value in bound.items()),
        (not is_second or receipt["createdAt"] <= receipt["completedAt"], "the run was completed before it was created"),
    )
    note, keys = read_note(note_text), read_keys(vkeys)
    before = read_note(previous["note"]) if previous and previous["note"] else None
    root, origin = (note["root"], note["origin"]) if note else (None, None)
    if is_first:
        is_none = previous is None and receipt["previous"] == "0" * 64
        check("previousReceipt", (is_none, "there is a receipt before the first"))
    elif has_history:
        earlier = parse_json(previous["line"]) if previous else {}
        leaf = leaf_hash(previous["line"]).hex() if previous else ""
        proof = previous["inclusion"] if previous else {}
        at = (proof.get("index"), proof.get("size"))
        leads = before is None or root_by_inclusion(leaf, *at, proof.get("hashes", [])) == before["root"]
        check(
            "previousReceipt",
            (previous is not None, "the receipt before is missing"),
            (leaf == receipt.get("previous"), "it is not the one that this receipt names"),
            (not previous or previous.get("hash", leaf) == leaf, "its hash is not that of its line"),
            (earlier.get("sequence") == sequence - 1, "it is of another place"),
            (earlier.get("tenant") == receipt.get("tenant"), "it is of another log"),
            (not is_second or earlier.get("completedAt", "") <= receipt["completedAt"], "it was completed later"),
            (at == (sequence - 1, sequence), "its proof is for another place"),
            (leads, "its proof does not lead to the root signed before"),
        )
    else:
        not_proven("previousReceipt")
    reached = root_by_inclusion(leaf_hash(line).hex(), inclusion["index"], inclusion["size"], inclusion["hashes"])
    check(
        "logInclusion",
        ((inclusion["index"], inclusion["size"]) == (sequence, sequence + 1), "the proof is for another place"),
        (note is None or note["size"] == inclusion["size"], "the checkpoint is of another size"),
        (reached is not None and reached == root, "the proof does not lead to the signed root"),
    )
    if consistency and (has_history or is_first):
        is_before = before is not None and before["size"] == sequence and before["origin"] == origin
        from_root = sha256().hex() if is_first else before["root"] if before else None
        fits = is_consistent(consistency["from"], consistency["to"], from_root, root, consistency["hashes"])
        check(
            "logConsistency",
            ((consistency["from"], consistency["to"]) == (sequence, sequence + 1), "the proof is between other sizes"),
            (is_first or is_before, "the checkpoint before is of another log or size"),
            (is_first or (is_before and signers_of(before, keys)), "the checkpoint before is not signed"),
            (fits, "the log does not begin with the log before"),
        )
    else:
        not_proven("logConsistency")
    signers = signers_of(note, keys) if note else []
    is_trusted = any(base64.b64encode(raw).decode() in trusted for _, _, raw in signers)
    check(
        "checkpointSignature",
        (note is not None, "the checkpoint cannot be read"),
        (None not in keys, "the id of a key is not its own"),
        (signers, "no known key has signed, or a signature does not hold"),
        ((origin or "").endswith("/" + receipt.get("tenant", "?")), "the checkpoint is of another tenant's log"),
        (not trusted or is_trusted, "no trusted key has signed"),
    )


HEAD_MEMBERS = "consistency kind log previous root size"


def check_anchor(anchor, note_text):
    """That the log as it stood soon after the run is in the index of all logs. What its witnesses say takes a policy."""
    if anchor is None:
        return
    note, index, lines = read_note(note_text), read_note(anchor["checkpoint"]), anchor["heads"]
    want(isinstance(lines, list) and 0 < len(lines) <= 64, "it has no heads, or too many")
    heads = [parse_line(line, "a head") for line in lines]
    head = heads[-1]
    size, root, origin = (note["size"], note["root"], note["origin"]) if note else (None, None, "")
    growth, place = anchor["consistency"], anchor["inclusion"]
    grows = is_consistent(growth["from"], growth["to"], root, head.get("root"), growth["hashes"])
    reached = root_by_inclusion(leaf_hash(lines[-1]).hex(), place["index"], place["size"], place["hashes"])
    are_heads = all(has_members(each, HEAD_MEMBERS) and each["kind"] == "tallystick/head@2" for each in heads)

    def continues(at):
        """Whether a head names the one before it, an earlier entry of the index, and its log begins with that one's."""
        each, named = heads[at], heads[at]["previous"]
        if named is None:
            return at == 0 and each["size"] > 0 and each["consistency"] == []
        later = heads[at + 1]["previous"] if at + 1 < len(heads) else {"entry": place["index"]}
        if not has_members(named, "entry hash") or later is None or not named["entry"] < later["entry"]:
            return False
        if at == 0:
            return True
        before = heads[at - 1]
        if before["log"] != each["log"] or named["hash"] != leaf_hash(lines[at - 1]).hex() or before["size"] >= each["size"]:
            return False
        return is_consistent(before["size"], each["size"], before["root"], each["root"], each["consistency"])

    is_index = index is not None and index["origin"] == origin.rpartition("/")[0] + "/index"
    check(
        "anchor",
        (are_heads, "a head is none"),
        (head.get("log") == sha256(origin.encode()).hex(), "the head is of another log"),
        (are_heads and all(continues(at) for at in range(len(heads))), "a head does not continue the one before"),
        ((growth["from"], growth["to"]) == (size, head.get("size")), "the proof is between other sizes of the log"),
        (grows, "the log of the head does not begin with this one"),
        (is_index, "the checkpoint of the index is of another log"),
        (is_index and signers_of(index, read_keys(anchor["keys"])), "the checkpoint of the index is not signed"),
        (is_index and place["size"] == index["size"], "the proof is for another index"),
        (is_index and reached is not None and reached == index["root"], "the head is not in the index"),
    )


def read_records(lines, side):
    """The records of a side: each id once, with what it counts in the control totals."""
    records = {}
    for line in lines:
        record = parse_line(line, "a line of the " + side)
        identity = record.get("id")
        want(isinstance(identity, str) and identity not in records, "the " + side + " repeats an id, or has none")
        written = record.get("amount", record.get("net", record.get("gross")))
        records[identity] = {
            "currency": record.get("currency", "XXX"),
            "date": record.get("date", ""),
            "amount": units(written) if written is not None else 0,
            "hasAmount": written is not None,
            "isRest": False,
            "outcome": None,
        }
    return records


def control_totals(records):
    sums = {}
    for record in records.values():
        if record["hasAmount"]:
            add(sums, record["currency"], record["amount"])
    return {currency: decimal(amount) for currency, amount in sums.items()}


OUTCOMES = {"match": "matched", "break": "open", "excluded": "excluded", "netted": "netted"}
SIDES = ("source", "target")


def ids_in(entry, side):
    if entry["kind"] == "netted":
        return entry["records"] if entry["side"] == side else []
    return entry.get(side, [])


class Ledger:
    """What the lines of a result say of the records of both sides."""

    def __init__(self, sides):
        self.sides, self.accepted, self.turned, self.fx, self.counts = sides, {}, {}, {}, {}

    def settle(self, entry):
        """Gives the records of a line their outcome; comes back with a fault in words, or None."""
        if "residual" in entry:
            fault = self.leave_over(entry, **entry["residual"])
            if fault:
                return fault
        differences, twice = {}, {}
        for side in SIDES:
            for identity in ids_in(entry, side):
                record = self.sides[side].get(identity)
                if record is None or record["outcome"] is not None:
                    return "the %s record %s is unknown or in two lines" % (side, identity)
                record["outcome"] = OUTCOMES[entry["kind"]]
                is_turned = entry.get("turned") is True and side == "target"
                sign = -1 if side == "source" or is_turned else 1
                add(differences, record["currency"], sign * record["amount"])
                if is_turned:
                    add(twice, record["currency"], 2 * record["amount"])
        if entry["kind"] in ("match", "netted"):
            for currency, difference in differences.items():
                if difference != 0:
                    add(self.accepted.setdefault(currency, {}), entry.get("variance", "unlabelled"), difference)
        if entry["kind"] == "match":
            for currency, amount in twice.items():
                if amount != 0:
                    add(self.turned, currency, amount)
            converted = entry.get("converted")
            if converted and len(differences) > 1:
                add(self.fx, converted["currency"], units(converted["difference"]))
        return None

    def leave_over(self, entry, side, id, amount):
        """Adds what a match left over, of the last of its records by date and id."""
        records = self.sides[side]
        origin = max(entry[side], key=lambda each: (records[each]["date"].encode(), each.encode()))
        number = 1
        while records.get("%s~%d" % (origin, number), {"isRest": True})["isRest"] is False:
            number += 1
        if id != "%s~%d" % (origin, number) or id in records:
            return "what is left over of %s is called %s" % (origin, id)
        records[id] = {**records[origin], "amount": units(amount), "isRest": True, "outcome": None}
        records[origin]["amount"] -= units(amount)
        add(self.counts, "residual", 1)
        return None

    def sums_of(self, side, has_netted):
        parts = ["matched", "open", "excluded"] + (["netted"] if has_netted else [])
        sums = {}
        for record in self.sides[side].values():
            sum_ = sums.setdefault(record["currency"], {"count": 0, "total": 0, **{part: 0 for part in parts}})
            sum_["count"] += 1
            sum_["total"] += record["amount"]
            sum_[record["outcome"]] += record["amount"]
        return {
            currency: {name: value if name == "count" else decimal(value) for name, value in sum_.items()}
            for currency, sum_ in sums.items()
        }


def incompleteness(lines, sides, run, roots):
    """Why the result is not complete; None when every record is in exactly one line and the totals add up."""
    entries = [parse_line(line, "a line of the result") for line in lines]
    if len(entries) < 2 or entries[0].get("kind") != "tallystick/result@1" or entries[-1].get("kind") != "totals":
        return "it has no header or no totals"
    header, rest, totals = entries[0], entries[1:-1], entries[-1]
    is_first = header["engine"] == "1"
    for side in SIDES:
        if header[side] != {"count": len(sides[side]), "root": roots[side]}:
            return "its header names another " + side
    if header["engine"] != run["engineVersion"] or header["policy"] != run["policy"]["hash"]:
        return "its header names another engine or policy"
    ledger = Ledger(sides)
    waiting = [entry for entry in rest if entry["kind"] == "match"]
    while waiting:
        # A match may be of what another match left over, which stands anywhere among the matches.
        is_known = lambda entry: all(each in sides[side] for side in SIDES for each in ids_in(entry, side))
        ready = [entry for entry in waiting if is_known(entry)]
        waiting = [entry for entry in waiting if not any(entry is each for each in ready)]
        if not ready:
            return "a match is of records that are unknown"
        for entry in ready:
            fault = ledger.settle(entry)
            if fault:
                return fault
    for entry in rest:
        add(ledger.counts, entry["kind"], 1)
        if entry["kind"] in ("match", "suggestion"):
            continue
        fault = ledger.settle(entry) if entry["kind"] in OUTCOMES else "a line is of the kind " + entry["kind"]
        if fault:
            return fault
    for side in SIDES:
        for identity, record in sides[side].items():
            if record["outcome"] is None:
                return "the %s record %s is in no line" % (side, identity)
    labels = {currency: {name: decimal(sum_) for name, sum_ in each.items()} for currency, each in ledger.accepted.items()}
    wanted = {"kind": "totals", "accepted": labels, **{side: ledger.sums_of(side, not is_first) for side in SIDES}}
    if not is_first:
        wanted["turned"] = {currency: decimal(amount) for currency, amount in ledger.turned.items()}
        wanted["fx"] = {currency: decimal(amount) for currency, amount in ledger.fx.items()}
    if totals != wanted:
        return "the totals are not what the records add up to"
    for kind in ["match", "suggestion", "break"] + ([] if is_first else ["netted", "residual"]):
        if (run["summary"] or {}).get(kind + "Count") != ledger.counts.get(kind, 0):
            return "the run's summary counts other lines of the kind " + kind
    return None


def check_pack(data, trusted):
    files = unzip(data)

    def text(name):
        want(name in files, name + " is missing")
        return text_of(files[name], name)

    def one(name):
        return parse_line("\n".join(lines_of(text(name), name)), name)

    manifest = one("manifest.json")
    run = manifest["run"]
    version = {"tallystick/pack@1": 1, "tallystick/pack@2": 2}.get(manifest["kind"])
    want(version, "the version of the pack is unknown")
    wanted = [name for name in PACK_NAMES if version == 2 or name != "previous-checkpoint.txt"]
    if version == 2 and "anchor.json" in files:
        wanted.insert(-1, "anchor.json")
    want(list(files) == wanted, "the pack has other files, or in another order")
    is_closed = (
        has_members(manifest, MANIFEST_MEMBERS)
        and has_members(run, RUN_MEMBERS)
        and has_members(run["policy"], "hash")
        and all(has_members(run[side], SIDE_MEMBERS) for side in SIDES)
    )
    want(version == 1 or is_closed, "manifest.json has members more or less")
    want(sha256(files["README.txt"]).hex() in READMES[version], "README.txt is another text")
    lines = {name: lines_of(text(name + ".ndjson"), name) for name in ("source", "target", "result")}
    roots = {name: root_of(each) for name, each in lines.items()}
    sides = {}
    for side in SIDES:
        sides[side] = read_records(lines[side], side)
        check(
            side + "Root",
            (roots[side] == manifest[side] == run[side]["root"], "the lines give another root"),
            (len(lines[side]) == run[side]["recordCount"], "the lines are of another count"),
            (control_totals(sides[side]) == run[side]["totals"], "the control totals are others"),
        )
    rules = parse_line(text("rules.json"), "rules.json")
    policy = sha256(files["rules.json"]).hex()
    check(
        "policyHash",
        (policy == manifest["policy"] == run["policy"]["hash"], "the rules have another hash"),
        ((rules if isinstance(rules, list) else rules["rules"]) == run["rules"], "the run's record shows other rules"),
    )
    check(
        "resultRoot",
        (roots["result"] == manifest["result"] == run["resultRoot"], "the lines give another root"),
        (len(lines["result"]) == manifest["leaves"], "the lines are of another count"),
    )
    gap = incompleteness(lines["result"], sides, run, roots)
    check("completeness", (gap is None, gap))
    receipts = lines_of(text("receipts.ndjson"), "receipts.ndjson")
    want(len(receipts) in (1, 2), "receipts.ndjson has other than one or two lines")
    parsed = [parse_line(line, "a receipt") for line in receipts]
    proofs, note = one("proofs.json"), text("checkpoint.txt")
    earlier_note = text("previous-checkpoint.txt") if version == 2 else ""
    is_old = len(receipts) == 2 and parsed[0].get("kind") == "tallystick/receipt@1"
    is_complete = run["status"] == "completed" and run["failure"] is None
    previous = {"line": receipts[0], "inclusion": proofs.get("previous") or {}, "note": earlier_note}
    check_log(
        line=receipts[-1],
        bound={
            "run": run["id"],
            "engine": run["engineVersion"] if run["engineVersion"] == manifest["engine"] else None,
            "createdAt": run["createdAt"],
            "completedAt": run["completedAt"] if is_complete else None,
            "replayOf": run["replayOf"],
            "sequence": run["sequence"],
            "source": roots["source"],
            "target": roots["target"],
            "policy": policy,
            "result": roots["result"],
            "leaves": len(lines["result"]),
        },
        previous=previous if len(receipts) == 2 else None,
        inclusion=proofs["inclusion"],
        consistency=proofs["consistency"],
        note_text=note if run["checkpoint"] in (None, note) else None,
        vkeys=lines_of(text("keys.txt"), "keys.txt"),
        trusted=trusted,
        has_history=version == 2 and (earlier_note != "" or not is_old),
        is_of_one=version == 1,
    )
    check_anchor(one("anchor.json") if "anchor.json" in files else None, note)


PREFIXES = {"match": "mat_", "suggestion": "sug_", "break": "brk_", "excluded": "exc_", "netted": "net_"}


def check_line(leaf, records, roots, receipt):
    """The line, its records, and that the one names the other."""

    def is_in(proven, root):
        inclusion = proven["inclusion"]
        is_leaf = leaf_hash(proven["line"]).hex() == proven["leafHash"] and inclusion["index"] == proven["index"]
        reached = root_by_inclusion(proven["leafHash"], inclusion["index"], inclusion["size"], inclusion["hashes"])
        return is_leaf and reached == root

    entry = parse_line(leaf["line"], "the line")
    for side in SIDES:
        shown = records[side]
        is_own = lambda each: parse_line(each["line"], "a record").get("id") == each["id"]
        check(
            side + "Records",
            (roots[side] == receipt[side], "the answer names another root than the receipt"),
            (all(is_in(each, receipt[side]) for each in shown), "a record is not in the dataset that the receipt names"),
            (len({each["inclusion"]["size"] for each in shown}) < 2, "the proofs are for different counts of lines"),
            (all(is_own(each) and each["lineNumber"] == each["index"] + 1 for each in shown), "a record has another id or number"),
        )
    prefix = PREFIXES.get(entry["kind"])
    is_proven = roots["result"] == receipt["result"] and is_in(leaf, receipt["result"])
    check(
        "resultLine",
        (is_proven, "the line is not in the result that the receipt names"),
        (leaf["inclusion"]["size"] == receipt["leaves"], "the proof is for another count of lines"),
        (leaf["id"] == (prefix + leaf["leafHash"][:26] if prefix else None), "the id is not that of the line"),
    )

    def origins(identity):
        # What a match left over has no line in a dataset: `a~1` stands for a record `a`.
        shorter = re.sub("~[1-9][0-9]*$", "", identity)
        return [identity] + (origins(shorter) if shorter != identity else [])

    conditions = []
    for side in SIDES:
        shown = sorted(each["id"] for each in records[side])
        ids = ids_in(entry, side) if prefix else []
        named = {next((each for each in origins(identity) if each in shown), identity) for identity in ids}
        conditions.append((sorted(named) == shown, "the line names other records of the " + side))
    check("recordIds", *conditions)


PROOF_MEMBERS = (
    "kind runId inputHash outputHash leaf records receipt receiptHash inclusion consistency checkpoint keys links"
).split()


def check_proof(text, trusted):
    proof = parse_json(text.lstrip("\ufeff"))
    version = {"tallystick/proof@1": 1, "tallystick/proof@2": 2}.get(proof.get("kind"))
    want(version, "it is no proof of a line")
    wanted = PROOF_MEMBERS + (["previous"] if version == 2 else [])
    wanted = wanted + (["anchor"] if version == 2 and proof.get("anchor") else [])
    want(sorted(proof) == sorted(wanted), "it has members more or less than a proof")
    roots = {**proof["inputHash"], "result": proof["outputHash"]}
    check_line(proof["leaf"], proof["records"], roots, proof["receipt"])
    line, before = canonical(proof["receipt"]), proof.get("previous")
    is_old = before and parse_json(before["receipt"]).get("kind") == "tallystick/receipt@1"
    are_named = all(key["vkey"].startswith(key["name"] + "+" + key["keyId"] + "+") for key in proof["keys"])
    previous = before and {
        "line": before["receipt"],
        "hash": before["receiptHash"],
        "inclusion": before["inclusion"],
        "note": before["checkpoint"] or "",
    }
    check_log(
        line=line if leaf_hash(line).hex() == proof["receiptHash"] else "{}",
        bound={"run": proof["runId"]},
        previous=previous,
        inclusion=proof["inclusion"],
        consistency=proof["consistency"],
        note_text=proof["checkpoint"],
        vkeys=[key["vkey"] for key in proof["keys"]] if are_named else [""],
        trusted=trusted,
        has_history=version == 2 and not (is_old and before["checkpoint"] is None),
        is_of_one=version == 1,
    )
    check_anchor(proof.get("anchor"), proof["checkpoint"])


def check_tlog_proof(text, trusted):
    want(trusted, "a tlog-proof brings no keys: name one that you trust")
    head, _, note = text.partition("\n\n")
    lines = head.split("\n") + ["", ""]
    place = re.fullmatch("index (0|[1-9][0-9]*)", lines[2])
    want(lines[0] == "c2sp.org/tlog-proof@v1" and lines[1].startswith("extra ") and place, "it is no tlog-proof of a run")
    proof = parse_line(text_of(from_base64(lines[1][6:]), "extra"), "extra")
    is_of_line = proof.get("kind") in ("tallystick/proof@1", "tallystick/proof@2")
    want(is_of_line or proof.get("kind") in ("tallystick/evidence@1", "tallystick/evidence@2"), "the kind of its extra is unknown")
    wanted = ["kind", "receipt", "runId"] + (["leaf", "records"] if is_of_line else [])
    want(sorted(proof) == sorted(wanted), "its extra has members more or less")
    receipt, index, origin = proof["receipt"], int(place[1]), note.split("\n")[0]
    if is_of_line:
        roots = {name: receipt[name] for name in ("source", "target", "result")}
        check_line(proof["leaf"], proof["records"], roots, receipt)
    raws = [from_base64(key) for key in trusted]
    hashes = [from_base64(each).hex() for each in lines[3:-2]]
    check_log(
        line=canonical(receipt),
        bound={"run": proof["runId"]},
        previous=None,
        inclusion={"index": index, "size": index + 1, "hashes": hashes},
        consistency=None,
        note_text=note,
        vkeys=["%s+%s+%s" % (origin, key_id(origin, raw).hex(), base64.b64encode(b"\1" + raw).decode()) for raw in raws],
        trusted=trusted,
        has_history=False,
    )


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
        found_checks.append((name, verdict, "%d of %d" % (count, len(vectors))))

    def includes(each, hashes):
        return root_by_inclusion(hexed(each["leafHash"]), each["leafIdx"], each["treeSize"], hashes) == hexed(each["root"])

    def continues(each, hashes):
        return is_consistent(each["size1"], each["size2"], hexed(each["root1"]), hexed(each["root2"]), hashes)

    right("inclusion", includes)
    right("consistency", continues)


def run(words):
    want(words, "usage: python3 check.py FILE [KEY...]")
    if words[0] == "--vectors":
        return check_vectors(words[1])
    for key in words[1:]:
        want(len(from_base64(key)) == 32, key + " is no key: base64 of 32 bytes")
    with open(words[0], "rb") as file:
        data = file.read()
    if data[:2] == b"PK":
        return check_pack(data, words[1:])
    text = text_of(data, "it")
    return check_tlog_proof(text, words[1:]) if text.startswith("c2sp.org/") else check_proof(text, words[1:])


def main(words):
    try:
        run(words)
    except (Unreadable, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error) as fault:
        print("%s: %s" % (words[0] if words else "check.py", fault), file=sys.stderr)
        return 2
    for name, verdict, why in found_checks:
        print("%-20s %s%s" % (name, verdict, ": " + why if why else ""))
    if any(verdict == "does not hold" for _, verdict, _ in found_checks):
        return 1
    return 0 if len(words) > 1 else 3


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
