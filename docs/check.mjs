#!/usr/bin/env node
/**
 * Checks evidence with none of Tallystick's code: the pack of a run (a zip), the pack or the folder of a period, the
 * proof of a line (JSON), or a C2SP tlog-proof. Needs Node 20.15, or 22.2 and later, and nothing else.
 * docs/auditors.md says what each check means. It makes no replay, which needs the engine, and no check that needs a
 * policy of witnesses or a certificate.
 *
 *     node check.mjs FILE [KEY...]      KEY: base64 of a key that /.well-known/tallystick-keys lists; of a period, of
 *                                       who submitted and who approved it
 *     node check.mjs --vectors FOLDER   the vectors of github.com/transparency-dev/merkle in two files
 *
 * Exit code: 0 every check holds, by a KEY (of a period by two); 3 every check holds, by the keys in FILE; 1 a check
 * fails; 2 FILE is unreadable.
 */
import { createHash, createPublicKey, verify as verifyEd25519 } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

class Unreadable extends Error {}
const refuse = (why) => {
  throw new Unreadable(why)
}
const want = (isSo, why) => isSo || refuse(why)

// SHA-256, and the trees of RFC 6962.

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const hexOf = (bytes) => bytes.toString('hex')
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const leafHash = (line) => sha256(Buffer.from([0]), Buffer.from(line))
const hashOf = (line) => hexOf(leafHash(line))
const node = (left, right) => sha256(Buffer.from([1]), left, right)
const emptyRoot = hexOf(sha256())

/** The root over leaf hashes: first the roots of perfect subtrees, then these joined from the right. */
function rootOf(leaves) {
  const subtrees = []
  leaves.forEach((leaf, index) => {
    let hash = leaf
    for (let rest = index; rest % 2 === 1; rest = (rest - 1) / 2) hash = node(subtrees.pop(), hash)
    subtrees.push(hash)
  })
  return subtrees.length === 0 ? emptyRoot : hexOf(subtrees.reduceRight((right, left) => node(left, right)))
}

/** The root that follows from an inclusion proof, RFC 9162 §2.1.3.2; undefined for a proof of no possible tree. */
function rootByInclusion(leaf, { index, size, hashes }) {
  if (!isHash(leaf) || !hashes.every(isHash) || !isCount(index) || !isCount(size) || index >= size) return undefined
  let [hash, fn, sn] = [Buffer.from(leaf, 'hex'), index, size - 1]
  for (const each of hashes) {
    const sibling = Buffer.from(each, 'hex')
    if (sn === 0) return undefined
    if (fn % 2 === 1 || fn === sn) {
      hash = node(sibling, hash)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else hash = node(hash, sibling)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? hexOf(hash) : undefined
}

/** Whether the tree of `to` leaves begins with the tree of `from` leaves, RFC 9162 §2.1.4.2. */
function isConsistent({ from, to, fromRoot, toRoot, hashes }) {
  if (!isCount(from) || !isCount(to) || from > to || !hashes.every(isHash)) return false
  if (from === 0) return hashes.length === 0 && fromRoot === emptyRoot && (to > 0 ? isHash(toRoot) : toRoot === emptyRoot)
  if (from === to) return hashes.length === 0 && fromRoot === toRoot
  if (hashes.length === 0 || !isHash(fromRoot)) return false
  let [fn, sn] = [from - 1, to - 1]
  while (fn % 2 === 1) [fn, sn] = [(fn - 1) / 2, Math.floor(sn / 2)]
  const [first, ...path] = [...(fn === 0 ? [fromRoot] : []), ...hashes].map((hash) => Buffer.from(hash, 'hex'))
  let [fr, sr] = [first, first]
  for (const hash of path) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [node(hash, fr), node(hash, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else sr = node(sr, hash)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && hexOf(fr) === fromRoot && hexOf(sr) === toRoot
}

// JSON: hashed lines are canonical (RFC 8785); the JSON of a proof may have any layout (RFC 8259 and 7493).

const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value) => typeof value === 'string'
const depthMax = 100
const isTooDeep = (value, depth = depthMax) =>
  typeof value === 'object' && value !== null && (depth === 0 || Object.values(value).some((each) => isTooDeep(each, depth - 1)))

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (isText(value) && !value.isWellFormed()) return refuse('half of a surrogate pair has no canonical form')
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(',')}}`
}

/** The value of a canonical line; undefined for a line with a repeated member, a space or any other spelling. */
function parseLine(line) {
  try {
    const value = JSON.parse(line)
    return !isTooDeep(value) && canonical(value) === line ? value : undefined
  } catch {
    return undefined
  }
}

/** JSON in any layout. Refuses a repeated member, half of a surrogate pair, and a number that a float64 would change. */
function parseJson(text) {
  let at = 0
  const fail = () => refuse(`it is not JSON, from character ${at} on`)
  const next = (pattern) => {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? fail()
    at += found.length
    return found
  }
  const skip = () => next(/[ \t\r\n]*/y)
  const isNext = (character) => {
    const isThere = text[at] === character
    if (isThere) at += 1
    skip()
    return isThere
  }
  const readText = () => {
    const start = at
    if (text[at] !== '"') fail()
    for (let isEscaped = true; isEscaped; ) {
      at = text.indexOf('"', at + 1)
      if (at < 0) return refuse('it is not JSON: a text does not end')
      isEscaped = false
      for (let before = at - 1; text[before] === '\\'; before -= 1) isEscaped = !isEscaped
    }
    at += 1
    const value = JSON.parse(text.slice(start, at))
    return value.isWellFormed() ? value : fail()
  }
  const readNumber = () => {
    const source = next(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y)
    const digits = source.replace(/[eE].*$/, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
    const magnitude = Math.abs(Number(source))
    if (source.length > 64 || digits.length > 15) fail()
    return digits === '' || (magnitude >= 1e-290 && magnitude <= 1e290) ? Number(source) : fail()
  }
  const readAll = (end, readOne) => {
    at += 1
    skip()
    if (isNext(end)) return
    do readOne()
    while (isNext(',') || (!isNext(end) && fail()))
  }
  const readValue = (depth) => {
    if ((text[at] === '{' || text[at] === '[') && depth === 0) return fail()
    if (text[at] === '[') {
      const values = []
      readAll(']', () => {
        values.push(readValue(depth - 1))
        skip()
      })
      return values
    }
    if (text[at] === '{') {
      const members = new Map()
      readAll('}', () => {
        const name = readText()
        if (members.has(name)) fail()
        skip()
        if (!isNext(':')) fail()
        members.set(name, readValue(depth - 1))
        skip()
      })
      return Object.fromEntries(members)
    }
    if (text[at] === '"') return readText()
    return /[-\d]/.test(text[at] ?? '') ? readNumber() : JSON.parse(next(/true|false|null/y))
  }
  skip()
  const value = readValue(depthMax)
  skip()
  return at === text.length ? value : fail()
}

const any = (value) => value !== undefined
const orNull = (test) => (value) => value === null || test(value)
const listOf = (test) => (value) => Array.isArray(value) && value.every(test)
/** A test of an object that has these members and no other. */
const only = (tests) => (value) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(tests).length &&
  Object.entries(tests).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]))

/** A test of an object that has the needed members, maybe some of the others, and no more. */
const membersOf = (needed, others = {}) => (value) => {
  const testOf = (name) => (Object.hasOwn(needed, name) ? needed[name] : Object.hasOwn(others, name) ? others[name] : () => false)
  const hasAll = isObject(value) && Object.keys(needed).every((name) => Object.hasOwn(value, name))
  return hasAll && Object.entries(value).every(([name, each]) => testOf(name)(each))
}

// Exact decimals, in units of 10^-12: a sum has at most 12 digits after the point.

const scale = 12
function units(text) {
  const parts = isText(text) && text.length <= 100 ? /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) : null
  if (parts === null) return undefined
  const [, sign, whole, written = ''] = parts
  const fraction = written.replace(/0+$/, '')
  const isShort = fraction.length <= scale && `${whole}${fraction}`.replace(/^0+/, '').length <= 60
  return isShort ? BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`) : undefined
}
function decimal(value) {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return value < 0n ? `-${text}` : text
}
const zero = 0n
const add = (sums, name, value) => sums.set(name, (sums.get(name) ?? zero) + value)
const count = (counts, name, more = 1) => counts.set(name, (counts.get(name) ?? 0) + more)
const members = (map, change) => Object.fromEntries([...map].map(([name, value]) => [name, change(value)]))

// Files: the zip exactly as the service writes it, notes (C2SP signed-note) and keys.

const packNames =
  'manifest.json rules.json source.ndjson target.ndjson result.ndjson receipts.ndjson proofs.json previous-checkpoint.txt checkpoint.txt key-periods.txt keys.txt README.txt'.split(
    ' ',
  )
const isArtifact = (name) => /^(source|target|result)\.ndjson$/.test(name)
/** In bytes. */
const [artifactMax, smallMax, proofMax, lineMax] = [2 ** 32, 2 ** 24, 2 ** 26, 2_000_000]
const uint16 = (...values) => Buffer.from(Uint16Array.from(values).buffer)
const uint32 = (...values) => Buffer.from(Uint32Array.from(values).buffer)
/** SHA-256 of README.txt: a changed text could claim something that no check proves. */
const readme = 'b745988500ddc79a8b0119358129bd1c4bc14f6287b7ee7a0abed18969a1f76e'
/** Header fields of each zip entry: version 2.0, lengths after the file, DEFLATE, midnight, 1980-01-01. */
const common = uint16(20, 8, 8, 0, 0x21)

function unzip(bytes) {
  const files = new Map()
  const directory = []
  let at = 0
  const take = (length) => {
    want(at + length <= bytes.length, 'the archive is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  const isNext = (wanted) => bytes.subarray(at, at + wanted.length).equals(wanted)
  while (isNext(Buffer.from('PK\u0003\u0004'))) {
    const offset = at
    want(at + 30 <= bytes.length, 'the archive is cut off')
    const nameLength = bytes.readUInt16LE(at + 26)
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, uint32(0, 0, 0), uint16(nameLength, 0)])
    want(take(30).equals(header), 'the archive has a file in another way than the service writes it')
    const name = take(nameLength)
    const parts = []
    const start = at
    for (let length = -1; length !== 0; ) {
      const block = take(5)
      length = block.readUInt16LE(1)
      want(block[0] === (length === 0 ? 1 : 0) && block.readUInt16LE(3) === (length ^ 0xffff), `${name} is packed`)
      parts.push(take(length))
    }
    const packed = at - start
    const content = Buffer.concat(parts)
    const lengths = uint32(crc32(content), packed, content.length)
    want(take(16).equals(Buffer.concat([Buffer.from('PK\u0007\u0008'), lengths])), `${name} is damaged`)
    want(!files.has(String(name)), `${name} is there twice`)
    files.set(String(name), content)
    const entry = [Buffer.from('PK\u0001\u0002'), uint16(20), common, lengths, uint16(nameLength, 0, 0, 0, 0)]
    directory.push(Buffer.concat([...entry, uint32(0, offset), name]))
  }
  const listed = Buffer.concat(directory)
  const end = [Buffer.from('PK\u0005\u0006'), uint16(0, 0, files.size, files.size), uint32(listed.length, at), uint16(0)]
  const rest = Buffer.concat([listed, ...end])
  want(bytes.subarray(at).equals(rest), 'the archive has another directory than the service writes')
  return files
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function textOf(bytes) {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The lines of a text in which every line ends with a newline. */
function linesOf(text, name) {
  want(text === '' || text.endsWith('\n'), `${name} does not end with a newline`)
  return text.split('\n').slice(0, -1)
}

/** The lines of a dataset or result and their root. A line that is not UTF-8 is undefined. Ends at an empty line. */
function readArtifact(bytes) {
  const [lines, leaves] = [[], []]
  let fault
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const line = bytes.subarray(start, newline < 0 ? bytes.length : newline)
    if (newline < 0) fault ??= 'the last line does not end with a newline'
    if (line.length > lineMax) fault ??= `line ${lines.length + 1} is too long`
    if (line.length === 0) {
      fault ??= `line ${lines.length + 1} is empty`
      break
    }
    lines.push(line.length > lineMax ? undefined : textOf(line))
    leaves.push(leafHash(line))
    start += line.length + 1
  }
  return { lines, root: rootOf(leaves), fault }
}

/** The bytes of base64 (RFC 4648 §4) in its one spelling; undefined for any other text. */
function fromBase64(text) {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

const isName = (name) => /^[^\p{White_Space}\p{Cc}+]+$/u.test(name) && name.isWellFormed()

/** The text and the signatures of a signed note, at most 100 of them; undefined for any other text. */
function splitNote(note) {
  const split = note.lastIndexOf('\n\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has no control character but the newline.
  if (note.length > 200_000 || /[\0-\x09\x0b-\x1f]/.test(note) || !note.isWellFormed()) return undefined
  if (split <= 0 || !note.endsWith('\n')) return undefined
  const signatures = note.slice(split + 2, -1).split('\n').map(readSignature)
  if (signatures.length > 100 || signatures.includes(undefined)) return undefined
  return { text: note.slice(0, split + 1), signatures }
}

/** The checkpoint in a signed note, and its signatures; undefined for any other text. */
function readNote(note) {
  const split = splitNote(note)
  const [origin, size, base64, end, ...more] = split?.text.split('\n') ?? []
  const root = fromBase64(base64 ?? '')
  const isSize = /^(?:0|[1-9]\d{0,15})$/.test(size ?? '') && isCount(Number(size))
  const isCheckpoint = split !== undefined && origin !== '' && isSize && root?.length === 32 && end === '' && more.length === 0
  return isCheckpoint ? { ...split, origin, size: Number(size), root: hexOf(root) } : undefined
}

function readSignature(line) {
  const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (!isName(name) || bytes === undefined || bytes.length <= 4) return undefined
  return { name, id: hexOf(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
}

const keyId = (name, raw) => hexOf(sha256(Buffer.from(`${name}\n\u0001`), raw).subarray(0, 4))

/** The points of small order, without their sign: anybody can sign under them. Values from 2^255 - 19 on spell a point again. */
const weakPoints = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]
function isWeak(raw) {
  const hex = hexOf(Buffer.concat([raw.subarray(0, 31), Buffer.from([raw[31] & 0x7f])]))
  return weakPoints.includes(hex) || /^(e[def]|f.)(ff){30}7f$/.test(hex)
}
const isRawKey = (base64) => fromBase64(base64)?.length === 32 && !isWeak(fromBase64(base64))

/** The key of a vkey whose id is right; undefined for any other text. */
function readKey(vkey) {
  const [, name = '', id, base64 = ''] = (vkey.length <= 2_000 && /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey)) || []
  const bytes = fromBase64(base64)
  if (!isName(name) || bytes?.length !== 33 || bytes[0] !== 1) return undefined
  const raw = bytes.subarray(1)
  return !isWeak(raw) && keyId(name, raw) === id ? { name, id, raw } : undefined
}

function holdsSignature(raw, text, signature) {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return signature.length === 64 && verifyEd25519(null, Buffer.from(text), publicKey, signature)
}

/** The keys that signed a note. If the signature of a known key is wrong, none; signatures of unknown keys are ignored. */
function signersOf(note, keys) {
  const signers = []
  for (const { name, id, bytes } of note.signatures) {
    const key = keys.find((each) => each.name === name && each.id === id)
    if (key === undefined) continue
    if (!holdsSignature(key.raw, note.text, bytes)) return []
    signers.push(key)
  }
  return signers
}

// The shapes of evidence. Another shape makes a file unreadable; a wrong value of the right type fails a check.

/** The notes in key-periods.txt, which an empty line separates. */
function notesOf(text) {
  const parts = text === '' ? [] : linesOf(text, 'key-periods.txt').join('\n').split('\n\n')
  want(parts.length % 2 === 0, 'key-periods.txt is no list of signed notes')
  return parts.flatMap((part, index) => (index % 2 === 0 ? [`${part}\n\n${parts[index + 1]}\n`] : []))
}

const periodText = /^([^\n]+)\ntallystick\/key-period@1\nkey (\S{44}) from (\S{24})\nbefore (?:none|(\S{44}) until (\S{24}))\n$/

/** Since when a key signs, and until when the earlier key; undefined unless both have signed the note. */
function readPeriod(text) {
  const note = splitNote(text)
  const [, name, key, from, before, until] = (note && periodText.exec(note.text)) || []
  const isPeriod = note !== undefined && name !== undefined && isRawKey(key) && isTime(from) && key !== before
  if (!isPeriod || (before !== undefined && !(isRawKey(before) && isTime(until)))) return undefined
  const keys = (before === undefined ? [key] : [key, before]).map(fromBase64).map((raw) => ({ name, id: keyId(name, raw), raw }))
  const signers = signersOf(note, keys)
  return keys.every((each) => signers.includes(each)) ? { key, from, before, until } : undefined
}

/** The periods of a service's keys, oldest first; undefined unless each note holds and follows that of the earlier key. */
function readPeriods(notes) {
  const periods = notes.length > 1_000 ? [undefined] : notes.map(readPeriod)
  const isBehind = (period, index) => period !== undefined && (period.before === undefined || period.before === periods[index - 1]?.key)
  return periods.every(isBehind) ? periods : undefined
}

/** Whether the time is in a period of one of the keys. The note of the next key says when a period ends. */
const isInPeriod = (periods, keys, time) =>
  periods.some(({ key, from }, index) => {
    const until = periods[index + 1]?.until
    return keys.some(({ raw }) => raw.toString('base64') === key) && from <= time && (until === undefined || time <= until)
  })

const isTime = (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
const hashes = listOf(isText)
const isInclusion = only({ index: isCount, size: isCount, hashes })
const isConsistency = only({ from: isCount, to: isCount, hashes })
const isSide = only({ root: isText, recordCount: isCount, totals: isObject })
const isRun = only({
  ...{ id: isText, status: isText, failure: any, engineVersion: isText, policy: only({ hash: isText }) },
  ...{ rules: Array.isArray, source: isSide, target: isSide, resultRoot: orNull(isText), summary: any },
  ...{ checkpoint: orNull(isText), replayOf: orNull(isText), sequence: orNull(isCount) },
  ...{ createdAt: isText, completedAt: orNull(isText) },
})
const isManifest = only({
  ...{ engine: isText, kind: isText, leaves: isCount, policy: isText, result: isText, run: isRun },
  ...{ source: isText, target: isText, unproven: isObject },
})
const isProofs = only({ inclusion: isInclusion, consistency: isConsistency, previous: orNull(isInclusion) })
/** The heads of an anchor. */
const isFewTexts = (value) => hashes(value) && value.length > 0 && value.length <= 64
const isAnchor = only({
  ...{ checkpoint: isText, consistency: isConsistency, heads: isFewTexts, inclusion: isInclusion },
  ...{ keys: listOf(isText), timestamp: orNull(isText) },
})
const provenLine = { index: isCount, line: isText, leafHash: isText, inclusion: isInclusion }
const isLeaf = only({ ...provenLine, id: orNull(isText) })
const isRecord = only({ ...provenLine, id: isText, lineNumber: isCount })
const receiptMembers = { kind: isText, runId: isText, receipt: isObject }
const lineMembers = { leaf: isLeaf, records: only({ source: listOf(isRecord), target: listOf(isRecord) }) }
const proofMembers = {
  ...receiptMembers,
  ...lineMembers,
  ...{ inputHash: only({ source: isText, target: isText }), outputHash: isText, receiptHash: isText },
  ...{ inclusion: isInclusion, consistency: isConsistency, checkpoint: orNull(isText), links: isObject },
  keys: listOf(only({ name: isText, keyId: isText, vkey: isText })),
  previous: orNull(only({ receipt: isText, receiptHash: isText, inclusion: isInclusion, checkpoint: orNull(isText) })),
}
const isFile = only({
  ...{ bytes: isCount, encoding: orNull(isText), format: isText, intake: isText, mapping: orNull(isHash), sha256: isHash },
})
const receiptTests = {
  ...{ actor: orNull(isText), build: isHash, completedAt: isTime, createdAt: isTime, engine: isText, kind: isText },
  ...{ leaves: isCount, policy: isHash, previous: isHash, replayOf: orNull(isText), result: isHash, run: isText },
  ...{ sequence: isCount, source: isHash, target: isHash, tenant: isHash },
  received: only({ source: orNull(isFile), target: orNull(isFile) }),
}
const isReceiptKind = (kind) => kind === 'tallystick/receipt@2' || kind === 'tallystick/receipt@3'
const ofPeriod = {
  ...{ actor: isText, completedAt: isTime, createdAt: isTime, id: isText, kind: isText, period: isText },
  ...{ previous: isHash, revision: isCount, sequence: isCount, tenant: isHash },
}
const entryTests = new Map([
  ['tallystick/receipt@2', only(receiptTests)],
  // Of the run of a period.
  [
    'tallystick/receipt@3',
    (value) => membersOf(receiptTests, { instructions: isHash, period: isText })(value) && (value.instructions ?? value.period) !== undefined,
  ],
  [
    'tallystick/deletion@1',
    only({
      ...{ actor: orNull(isText), completedAt: isTime, createdAt: isTime, id: isText, kind: isText, previous: isHash },
      ...{ root: orNull(isHash), sequence: isCount, tenant: isHash, what: (value) => value === 'dataset' || value === 'run' },
    }),
  ],
  ['tallystick/decisions@1', only({ ...ofPeriod, count: isCount, root: isHash })],
  [
    'tallystick/signoff@1',
    only({
      ...ofPeriod,
      ...{ balances: isHash, decisions: isHash, follows: isHash, instructions: isHash, items: isHash, opening: isHash },
      ...{ proof: isHash, receipt: isHash, root: isHash, edition: isCount, policy: isCount, settings: isCount },
      act: (value) => ['submit', 'approve', 'reject', 'reopen'].includes(value),
      approvedBy: orNull(only({ id: isText, name: isText })),
      ...{ name: isText, reason: orNull(isHash), submittedBy: only({ id: isText, name: isText }) },
    }),
  ],
])

/** Whether the value is an entry of a log: a receipt, a deletion or an act on a period. */
const isEntry = (value) =>
  isObject(value) && entryTests.get(value.kind)?.(value) === true && !(value.what === 'dataset' && value.root === null)
/** The entry in a line; undefined for any other line. */
function readEntry(line) {
  const entry = parseLine(line)
  return isEntry(entry) ? entry : undefined
}
/** The fault of a receipt of another version. */
const noReceipt = (line) => {
  const { kind } = Object(parseLine(line))
  const isOther = isText(kind) && kind.startsWith('tallystick/receipt@') && !isReceiptKind(kind)
  return isOther ? 'it is of another version: the program that wrote it reads it' : 'it is no receipt'
}
const readReceipt = (line) => {
  const entry = readEntry(line)
  return isReceiptKind(entry?.kind) ? entry : undefined
}

// The checks.

const found = []
const says = (name, verdict, why) => found.push({ name, verdict, why })
/** Records whether a check holds; `fault` says why it does not. */
const check = (name, fault) => says(name, fault === undefined ? 'holds' : 'does not hold', fault ?? '')
const isSound = (name) => found.some((each) => each.name === name && each.verdict === 'holds')
/** The fault of the first condition that is false. */
const firstOf = (...conditions) => conditions.find(([isSo]) => !isSo)?.[1]

/** Reads receipt, checkpoint and keys and verifies the signatures, without comparing them. A tlog-proof has no `previous`. */
function readLog(evidence) {
  const { line, stored, inclusion, consistency, previous, keys: vkeys, trusted } = evidence
  const note = evidence.note === null ? undefined : readNote(evidence.note)
  const keys = vkeys.map(readKey)
  const areKeys = !keys.includes(undefined)
  const signers = note && areKeys ? signersOf(note, keys) : []
  const isTrusted = trusted.length === 0 || signers.some(({ raw }) => trusted.includes(raw.toString('base64')))
  const isSigned = signers.length > 0 && isTrusted
  const leaf = hashOf(line)
  // The receipt's hash in the log is also in the consistency proof, so it is known even if the line was changed.
  const candidates = [leaf, stored, ...(consistency?.hashes.slice(0, 2) ?? []), note?.size === 1 ? note.root : undefined]
  const isInTree = (each) => each !== undefined && rootByInclusion(each, inclusion) === note?.root
  const sealed = isSigned ? candidates.find(isInTree) : undefined
  const isOwnLine = (stored ?? leaf) === leaf && (sealed === undefined || sealed === leaf)
  const read = isOwnLine ? readReceipt(line) : undefined
  const log = { ...evidence, note, keys, areKeys, signers, isTrusted, isSigned, leaf, sealed, isOwnLine, read }
  // A tlog-proof does not name the hash of its receipt: only the inclusion proof ties the receipt to the log.
  const isInLog = read !== undefined && (previous !== undefined || isIncluded(log, read.sequence))
  const receipt = isInLog ? read : undefined
  return { ...log, receipt, sequence: receipt?.sequence ?? inclusion.index }
}

/** The checks of receipt, log and signature, for packs and proofs. `bound` returns the fault of what the receipt names. */
function checkLog(log, { bound, keyFault, isShown = true }) {
  const { line, previous, note, areKeys, signers, isTrusted, isOwnLine, read, receipt, periods } = log
  if (previous === undefined && receipt === undefined) says('receiptHash', 'not judged', 'whether this is the receipt in the log is not known')
  else
    check(
      'receiptHash',
      firstOf([isOwnLine, 'the receipt is not the line in the log'], [read !== undefined, noReceipt(line)]) ??
        bound(read) ??
        firstOf([read.createdAt <= read.completedAt, 'the run was completed before it was created']),
    )
  const earlier = previous && earlierLog(log)
  if (previous) checkPrevious(log, earlier)
  checkInclusion(log)
  if (previous) checkConsistency(log, earlier)
  const known = periods && readPeriods(periods)
  const isTimed = known !== undefined && receipt !== undefined
  check(
    'checkpointSignature',
    keyFault ??
      firstOf(
        [note !== undefined, 'the checkpoint cannot be read'],
        [areKeys, 'a key is none, or its id is not its own'],
        [signers.length > 0, 'no known key has signed, or a signature does not hold'],
        [isTrusted, 'no trusted key has signed'],
        [isShown, 'the run’s record shows another checkpoint'],
        [receipt === undefined || note?.origin.endsWith(`/${receipt.tenant}`), 'the checkpoint is of another tenant’s log'],
        [periods === undefined || known !== undefined, 'a period of a key is none, or not signed by it and by the key before'],
        [!isTimed || isInPeriod(known, signers, receipt.completedAt), 'the receipt was completed when no key that signed it was in use'],
      ),
  )
}

const isPlace = ({ index, size }, sequence) => index === sequence && size === sequence + 1

/** Whether `logInclusion` holds; for a checkpoint without a valid signature, whether it would hold. */
const isIncluded = ({ note, inclusion, isSigned, leaf }, sequence) =>
  isPlace(inclusion, sequence) &&
  rootByInclusion(leaf, inclusion) === note?.root &&
  (!isSigned || note.size === inclusion.size)

/** The root of the preceding log, as it was signed, or the fault of its checkpoint. */
function earlierLog({ previous, note, keys, isSigned, sequence }) {
  const text = previous.note
  if (sequence === 0) return text === null ? { root: emptyRoot } : { fault: 'there is a checkpoint before the first' }
  if (text === null) return { fault: 'the checkpoint before is missing' }
  const before = readNote(text)
  if (before === undefined) return { fault: 'the checkpoint before cannot be read' }
  if (isSigned && signersOf(before, keys).length === 0) return { fault: 'the checkpoint before is not signed' }
  const isOfLog = before.size === sequence && (!isSigned || before.origin === note.origin)
  return isOfLog ? { root: before.root } : { fault: 'the checkpoint before is of another log or size' }
}

function checkPrevious({ receipt, previous }, earlier) {
  if (receipt === undefined) return says('previousReceipt', 'not judged', 'the receipt is not the one in the log')
  const { sequence } = receipt
  const { line, stored, inclusion } = previous
  if (sequence === 0)
    return check(
      'previousReceipt',
      firstOf(
        [line === null && inclusion === null, 'there is a receipt before the first'],
        [receipt.previous === '0'.repeat(64), 'the first receipt names one before it'],
      ),
    )
  if (line === null) return check('previousReceipt', 'the receipt before is missing')
  const leaf = hashOf(line)
  const entry = readEntry(line)
  const fault = firstOf(
    [leaf === receipt.previous && (stored ?? leaf) === leaf, 'it is not the one that this receipt names'],
    [entry !== undefined, 'it is no receipt and no deletion'],
    [entry?.sequence === sequence - 1 && entry.tenant === receipt.tenant, 'it is of another place or another log'],
    [entry?.completedAt <= receipt.completedAt, 'it was completed later'],
  )
  if (fault === undefined && earlier.fault !== undefined)
    return says('previousReceipt', 'not judged', 'the checkpoint before, which it stands in, is not sound')
  return check(
    'previousReceipt',
    fault ??
      firstOf(
        [inclusion !== null && isPlace(inclusion, sequence - 1), 'its proof is missing, or for another place'],
        [inclusion !== null && rootByInclusion(leaf, inclusion) === earlier.root, 'its proof does not lead to the root signed before'],
      ),
  )
}

function checkInclusion({ inclusion, note, isSigned, sealed, leaf, sequence }) {
  const leads = note !== undefined && rootByInclusion(leaf, inclusion) === note.root
  if (note === undefined) return says('logInclusion', 'not judged', 'there is no checkpoint to prove it in')
  if (!isPlace(inclusion, sequence)) return check('logInclusion', 'the proof is for another place')
  if (!isSigned && !leads) return says('logInclusion', 'not judged', 'the checkpoint is not signed as it is')
  if (isSigned && note.size !== inclusion.size) return check('logInclusion', 'the checkpoint is of another size')
  if (isSigned && sealed !== undefined && sealed !== leaf)
    return says('logInclusion', 'not judged', 'the log has a receipt in this place, but not the one that is here')
  return check('logInclusion', firstOf([leads, 'the proof does not lead to the signed root']))
}

function checkConsistency({ previous, consistency, inclusion, note, sequence, leaf, receipt }, earlier) {
  const { from, to } = consistency
  if ((receipt !== undefined || isSound('logInclusion')) && (from !== sequence || to !== sequence + 1))
    return check('logConsistency', 'the proof is between other sizes')
  if (previous.line === null && previous.note === null && sequence > 0)
    return says('logConsistency', 'not judged', 'the receipt before is missing, and its checkpoint')
  if (earlier.fault !== undefined) return check('logConsistency', earlier.fault)
  const roots = [note?.root, rootByInclusion(leaf, inclusion)]
  const isOne = roots.some((toRoot) => isConsistent({ ...consistency, fromRoot: earlier.root, toRoot }))
  return check('logConsistency', firstOf([isOne, 'the log does not begin with the log before']))
}

/** Checks that the log is in the index of all logs. Cosignatures of witnesses need a policy: use `verify`. */
function checkAnchor(anchor, text) {
  if (anchor == null) return
  const note = text === null ? undefined : readNote(text)
  if (note === undefined) return says('anchor', 'not judged', 'there is no checkpoint that could be anchored')
  const index = readNote(anchor.checkpoint)
  const heads = anchor.heads.map(parseLine)
  if (!heads.every(isHead)) return check('anchor', 'a head is none')
  const [head, line] = [heads.at(-1), anchor.heads.at(-1)]
  const { from, to } = anchor.consistency
  const keys = anchor.keys.map(readKey).filter((key) => key !== undefined)
  check(
    'anchor',
    firstOf(
      [head.log === sha256(Buffer.from(note.origin)).toString('hex'), 'the head is of another log'],
      [from === note.size && to === head.size, 'the proof is between other sizes of the log'],
      [isConsistent({ ...anchor.consistency, fromRoot: note.root, toRoot: head.root }), 'the log of the head does not begin with this one'],
      [heads.every((_, at) => continues(heads, at, anchor)), 'a head does not continue the one before'],
      [index !== undefined && signersOf(index, keys).length > 0, 'the checkpoint of the index is not signed'],
      [index?.origin === note.origin.replace(/[^/]*$/, 'index'), 'the checkpoint of the index is of another log'],
      [anchor.inclusion.size === index?.size, 'the proof is for another index'],
      [rootByInclusion(hashOf(line), anchor.inclusion) === index?.root, 'the head is not in the index'],
    ),
  )
}

const isHead = (value) => {
  const previous = orNull(only({ entry: isCount, hash: isHash }))
  const isShaped = only({ consistency: hashes, kind: isText, log: isHash, previous, root: isHash, size: isCount })
  return isShaped(value) && value.kind === 'tallystick/head@2'
}

/** Whether a head names the preceding head, which is an earlier entry of the index, and its log begins with that head's log. */
function continues(heads, at, anchor) {
  const { log, size, root, previous, consistency } = heads[at]
  if (previous === null) return at === 0 && size > 0 && consistency.length === 0
  const later = at + 1 < heads.length ? heads[at + 1].previous : { entry: anchor.inclusion.index }
  if (later === null || previous.entry >= later.entry) return false
  if (at === 0) return true
  const before = heads[at - 1]
  const isNamed = before.log === log && previous.hash === hashOf(anchor.heads[at - 1]) && before.size < size
  return isNamed && isConsistent({ from: before.size, to: size, fromRoot: before.root, toRoot: root, hashes: consistency })
}

/** The records of a side by id, each with its amount in the control totals; one that repeats an id is `id#2`. */
function readRecords(lines) {
  const records = new Map()
  const repeats = new Map()
  let fault
  let repeated
  for (const [index, line] of lines.entries()) {
    const { id, date, currency, amount, net, gross } = Object(parseLine(line))
    const written = amount ?? net ?? gross
    const value = written === undefined ? zero : units(written)
    const isRecord = isText(id) && isText(currency ?? 'XXX') && value !== undefined && (date === undefined || isText(date))
    if (!isRecord) {
      fault ??= `line ${index + 1} is no canonical record`
      continue
    }
    // Of a side with parts, two records may have one id.
    if (records.has(id)) repeated ??= `line ${index + 1} repeats the id ${id}`
    let name = id
    while (records.has(name)) {
      repeats.set(id, (repeats.get(id) ?? 1) + 1)
      name = `${id}#${repeats.get(id)}`
    }
    records.set(name, {
      ...{ currency: currency ?? 'XXX', date: date ?? '', amount: value, hasAmount: written !== undefined },
      ...{ isResidual: false, outcome: undefined, isSuggested: false },
    })
  }
  return { records, fault, repeated }
}

function controlTotals(records) {
  const sums = new Map()
  for (const { currency, amount, hasAmount } of records.values()) if (hasAmount) add(sums, currency, amount)
  return members(sums, decimal)
}

/** Compares by bytes of UTF-8, the order of everything in evidence. */
const compare = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const bothSides = ['source', 'target']
const kinds = ['tallystick/result@1', 'match', 'suggestion', 'break', 'excluded', 'netted', 'totals']
const prefixes = new Map(Object.entries({ match: 'mat_', suggestion: 'sug_', break: 'brk_', excluded: 'exc_', netted: 'net_' }))
const outcomes = new Map(Object.entries({ match: 'matched', break: 'open', excluded: 'excluded', netted: 'netted' }))
const confidences = ['exact', 'high', 'medium', 'low']
const reasons =
  'missing_in_target missing_in_source amount_mismatch date_mismatch currency_mismatch sum_mismatch ambiguous duplicate subset_limit group_too_large'.split(
    ' ',
  )

/** A line of a result with its ids, rule, and confidence or reason; for a wrong line its fault, a text. */
function readResultLine(text) {
  const line = parseLine(text)
  const kind = isObject(line) ? line.kind : undefined
  if (!kinds.includes(kind)) return 'it is no line of a result'
  if (kind === 'totals' || kind === kinds[0]) return { kind, line, source: [], target: [], rule: '', level: '' }
  const idsIn = (name) => (line[name] === undefined ? [] : isIdList(line[name]) ? line[name] : undefined)
  const isPlain = line.source === undefined && line.target === undefined && bothSides.includes(line.side)
  const netted = (side) => (!isPlain ? undefined : line.side === side ? idsIn('records') : [])
  const [source, target] = bothSides.map(kind === 'netted' ? netted : idsIn)
  if (source === undefined || target === undefined || source.length + target.length === 0) return 'its ids are not two ascending lists'
  if (kind === 'match' && isByHand(line)) return { kind, line, source, target, rule: '', level: '' }
  if ((kind === 'match' || kind === 'suggestion') && (source.length === 0 || target.length === 0)) return `a ${kind} has records of both sides`
  const rule = kind !== 'break' ? line.rule : isObject(line.failed) ? line.failed.rule : ''
  const level = kind === 'break' ? line.reason : line.confidence
  const isLevel = kind === 'excluded' || (kind === 'break' ? reasons : confidences).includes(level)
  if (!isText(rule) || !isLevel) return 'its rule, confidence or reason is missing'
  return { kind, line, source, target, rule, level: kind === 'excluded' ? '' : level }
}

/** Whether a decision matched the records: then no rule did. */
const isByHand = ({ rule, decision, confidence }) => rule === 'decision' && isText(decision) && confidence === undefined

const isIdList = (ids) =>
  Array.isArray(ids) && ids.length > 0 && ids.every((id, index) => isText(id) && (index === 0 || compare(ids[index - 1], id) < 0))

/** Lines are in order of kind, matches by hand first, then of ids; lines without a source are last. */
function compareEntries(one, other) {
  const place = ({ kind, line }) => kinds.indexOf(kind) - (kind === 'match' && isByHand(line) ? 0.5 : 0)
  const order = place(one) - place(other) || (one.source.length === 0) - (other.source.length === 0)
  return order || compareIds(one.source, other.source) || compareIds(one.target, other.target)
}
function compareIds(ids, others) {
  for (const [index, id] of ids.entries()) {
    const order = others[index] === undefined ? 1 : compare(id, others[index])
    if (order !== 0) return order
  }
  return ids.length - others.length
}

/** The residual that a match names: a side, an id and an amount other than zero; for a wrong residual its fault, a text. */
function readResidual({ residual }) {
  if (residual === undefined) return undefined
  const { side, id, amount } = Object(residual)
  const value = units(amount)
  const isRight = isObject(residual) && bothSides.includes(side) && isText(id) && value && decimal(value) === amount
  return isRight ? { side, id, amount: value } : 'what is left over is no side, id and amount'
}

/**
 * Accounts for the records of both sides by the lines of a result. Each method returns a fault, or undefined. `asked`
 * has the matches by hand that instructions ask for.
 */
function createLedger(sides, rules, asked) {
  const sums = { accepted: new Map(), turned: new Map(), fx: new Map() }
  const ruleById = new Map((Array.isArray(rules) ? rules : []).filter(isObject).map((rule) => [rule.id, rule]))
  const leaveOver = (entry, { side, id, amount }) => {
    const records = sides[side]
    const dateOf = (each) => records.get(each)?.date ?? ''
    const origin = [...entry[side]].sort((a, b) => compare(dateOf(a), dateOf(b)) || compare(a, b)).at(-1)
    let number = 1
    while (records.get(`${origin}~${number}`)?.isResidual === false) number += 1
    const record = records.get(origin)
    if (id !== `${origin}~${number}`) return `what is left over of ${origin} is called ${id}`
    if (record === undefined || records.has(id)) return `the ${side} record ${origin} is unknown or left over twice`
    records.set(id, { ...record, amount, isResidual: true, outcome: undefined, isSuggested: false })
    record.amount -= amount
    return undefined
  }
  /** Adds what a match by hand leaves over, on whichever side. It counts against what is matched. */
  const leaveByHand = ({ line, source, target }, residual) => {
    if (!asked.has(`${line.decision} ${source.length + target.length}`)) return 'no instruction asks for this match'
    if (residual === undefined) return line.variance === undefined || line.variance === 'fx' ? undefined : 'nothing is left over that it accepts'
    const { side, id, amount } = residual
    const named = [...source.map((each) => [each, 'source']), ...target.map((each) => [each, 'target'])]
    const [origin, own] = named.find(([each]) => id.startsWith(`${each}~`) && /^[1-9]\d*$/.test(id.slice(each.length + 1))) ?? []
    if (origin === undefined) return 'what is left over is of no record'
    const record = sides[own].get(origin)
    if (record === undefined || sides[side].has(id)) return `the ${own} record ${origin} is unknown or left over twice`
    sides[side].set(id, { ...record, amount, isResidual: true, isLeftByHand: true, outcome: undefined, isSuggested: false })
    return undefined
  }
  const handFault = (entry, { residual, differences, twice }) => {
    const { line } = entry
    if (residual !== undefined) {
      const { side, id, amount } = residual
      const { currency } = sides[side].get(id)
      add(differences, currency, side === 'source' || line.turned === true ? amount : -amount)
      if (side === 'target' && line.turned === true) add(twice, currency, -2n * amount)
    }
    const currencies = new Set(bothSides.flatMap((side) => entry[side].map((id) => sides[side].get(id).currency)))
    const isExchange = line.variance === 'fx' && currencies.size > 1
    const isLeft = [...differences.values()].some((amount) => amount !== zero)
    return isLeft && !isExchange ? `the records of ${line.decision} do not add up` : undefined
  }
  const settle = (entry) => {
    const { kind, line } = entry
    const isHand = kind === 'match' && isByHand(line)
    const residual = kind === 'match' ? readResidual(line) : undefined
    if (isText(residual)) return residual
    const rule = ruleById.get(entry.rule)
    const isJudged = rules !== undefined && !isHand && (kind === 'match' || kind === 'netted')
    const fault = isJudged ? (claimFault(line, rule) ?? residualFault({ entry, residual, rule, sides })) : undefined
    const unnamed = fault ?? (isHand ? leaveByHand(entry, residual) : residual && leaveOver(entry, residual))
    if (unnamed !== undefined) return unnamed
    const [differences, twice] = [new Map(), new Map()]
    for (const side of bothSides)
      for (const id of entry[side]) {
        const record = sides[side].get(id)
        if (record === undefined) return `the ${side} has no record ${id}`
        if (record.outcome !== undefined) return `the ${side} record ${id} is in two lines`
        record.outcome = outcomes.get(kind)
        const isTurned = line.turned === true && side === 'target'
        add(differences, record.currency, side === 'source' || isTurned ? -record.amount : record.amount)
        if (isTurned) add(twice, record.currency, 2n * record.amount)
      }
    const wrong = isHand ? handFault(entry, { residual, differences, twice }) : undefined
    if (wrong !== undefined) return wrong
    if (kind === 'match' || kind === 'netted')
      for (const [currency, difference] of differences) {
        if (difference === zero) continue
        if (!sums.accepted.has(currency)) sums.accepted.set(currency, new Map())
        add(sums.accepted.get(currency), isText(line.variance) ? line.variance : 'unlabelled', difference)
      }
    if (kind !== 'match') return undefined
    for (const [currency, amount] of twice) if (amount !== zero) add(sums.turned, currency, amount)
    const { currency, difference } = Object(line.converted)
    if (isText(currency) && units(difference) !== undefined && differences.size > 1) add(sums.fx, currency, units(difference))
    return undefined
  }
  return {
    settle,
    isKnown: (entry) => bothSides.every((side) => entry[side].every((id) => sides[side].has(id))),
    suggest(entry) {
      const records = bothSides.flatMap((side) => entry[side].map((id) => sides[side].get(id)))
      if (!records.every((record) => record !== undefined && record.outcome === undefined)) return 'a suggested record is unknown or matched'
      for (const record of records) record.isSuggested = true
      return undefined
    },
    flagFault(entry) {
      const records = bothSides.flatMap((side) => entry[side].map((id) => sides[side].get(id)))
      const isSuggested = records.some((record) => record?.isSuggested && record.outcome === undefined)
      return (entry.line.suggested === true) === isSuggested ? undefined : 'a break is flagged as suggested without a suggestion, or the other way round'
    },
    totals: () => ({
      kind: 'totals',
      source: sumsOf(sides.source),
      target: sumsOf(sides.target),
      accepted: members(sums.accepted, (labels) => members(labels, decimal)),
      turned: members(sums.turned, decimal),
      fx: members(sums.fx, decimal),
    }),
  }
}

function sumsOf(records) {
  const sums = new Map()
  for (const { currency, amount, outcome, isLeftByHand } of records.values()) {
    const sum = sums.get(currency) ?? { count: 0, total: zero, matched: zero, open: zero, excluded: zero, netted: zero }
    sums.set(currency, sum)
    sum.count += 1
    if (isLeftByHand) sum.matched -= amount
    else sum.total += amount
    if (outcome !== undefined) sum[outcome] += amount
  }
  return members(sums, ({ count, ...amounts }) => ({ count, ...members(new Map(Object.entries(amounts)), decimal) }))
}

/** The fault of a line that accepts a difference, changes a sign or converts, although its rule does not. */
function claimFault({ kind, variance, turned, converted }, rule) {
  if (rule === undefined) return undefined
  const signs = [rule.sign, Object(rule.sum).sign, ...(Array.isArray(rule.match) ? rule.match.map((each) => Object(each).sign) : [])]
  const isTurning = kind !== 'netted' && signs.some((sign) => isText(sign) && sign !== 'same')
  return firstOf(
    [variance === undefined || variance === rule.variance, 'its variance is not that of its rule'],
    [converted === undefined || rule.convert !== undefined, 'its rule converts no amounts'],
    [turned === undefined || isTurning, 'its rule turns the sign of no amount'],
  )
}

/** The fault of a match whose residual does not follow from its rule and amounts. */
function residualFault({ entry, residual, rule, sides }) {
  if (rule?.residual !== 'open') return residual === undefined ? undefined : 'its rule leaves nothing over'
  const shown = shownAmounts(entry.line, rule)
  const recordsOf = (side) => entry[side].map((id) => sides[side].get(id))
  if (shown !== undefined)
    for (const side of bothSides) {
      const sum = recordsOf(side).reduce((all, record) => all + (record?.amount ?? zero), zero)
      if (shown.isPlain[side] && sum !== shown[side]) return `its ${side} amounts are not those of the dataset`
    }
  const currencies = new Set(bothSides.flatMap((side) => recordsOf(side).map((record) => record?.currency)))
  const expected = shown !== undefined && currencies.size === 1 ? residualOf(shown) : undefined
  if (expected === undefined) return residual === undefined ? undefined : 'nothing is left over'
  const isRight = residual?.side === expected.side && residual.amount === expected.amount
  return isRight ? undefined : `what is left over is ${decimal(expected.amount)} of the ${expected.side}`
}

/** The amounts of a match's last comparison, from its line; undefined where the line has none. */
function shownAmounts({ sum, equal, differ }, rule) {
  if (isObject(rule.sum)) {
    const isPlain = { source: isPlainSum(rule.sum.source), target: isPlainSum(rule.sum.target) }
    return readPair(sum, rule.sum.sign, isPlain)
  }
  const fieldsOf = ({ field, sourceField, targetField }) => [field ?? sourceField, field ?? targetField]
  const isMoney = (field) => field === 'amount' || field === 'gross' || field === 'net'
  const criteria = Array.isArray(rule.match) ? rule.match.filter(isObject) : []
  const last = criteria.findLast((each) => each.tolerance !== undefined && fieldsOf(each).some(isMoney))
  if (last === undefined) return undefined
  const [own, other] = fieldsOf(last)
  const name = own === other ? own : `${own}/${other}`
  const memberOf = (object) => (isObject(object) && isText(name) && Object.hasOwn(object, name) ? object[name] : undefined)
  const same = memberOf(equal)
  const isPlain = { source: own === 'amount', target: other === 'amount' }
  return isText(name) ? readPair(same === undefined ? memberOf(differ) : [same, same], last.sign, isPlain) : undefined
}

function isPlainSum(terms) {
  const [term, ...others] = Array.isArray(terms) ? terms : []
  return others.length === 0 && isObject(term) && term.field === 'amount' && term.times === 1 && !term.default
}

function readPair(pair, sign, isPlain) {
  const [source, target] = Array.isArray(pair) ? pair.map(units) : []
  return source === undefined || target === undefined ? undefined : { source, target, sign, isPlain }
}

const absolute = (amount) => (amount < zero ? -amount : amount)
function residualOf({ source, target, sign }) {
  const side = absolute(source) < absolute(target) ? 'target' : 'source'
  const [own, other] = side === 'source' ? [source, target] : [target, source]
  const settled = sign === 'opposite' ? -other : sign === 'absolute' ? (own < zero ? -absolute(other) : absolute(other)) : other
  const amount = own - settled
  return amount === zero || units(decimal(amount)) === undefined ? undefined : { side, amount }
}

/** The counts of a result's lines, for the summary of a run. */
function createTally() {
  const [ofKind, ofConfidence, ofReason, matches, netted, ties] = Array.from({ length: 6 }, () => new Map())
  const taken = { source: new Map(), target: new Map() }
  const leftOver = { source: new Map(), target: new Map() }
  const groups = new Set()
  return {
    ...{ ofKind, ofConfidence, ofReason, matches, netted, ties, taken, leftOver },
    add({ kind, level, rule, source, target, line }) {
      if (kind === 'match' || kind === 'excluded' || kind === 'netted') {
        count(taken.source, rule, source.length)
        count(taken.target, rule, target.length)
      }
      // Breaks with the same `group` count as one.
      if (kind === 'break' && isText(line.group)) {
        if (groups.has(line.group)) return
        groups.add(line.group)
      }
      count(ofKind, kind)
      if (kind === 'match') count(ofConfidence, level)
      if (kind === 'match') count(matches, rule)
      if (kind === 'break') count(ofReason, level)
      const residual = kind === 'match' ? readResidual(line) : undefined
      if (isObject(residual)) count(leftOver[residual.side], rule)
      if (isObject(residual)) count(ofKind, 'residual')
      if (kind === 'netted') count(netted, rule)
      // A tie between a record and its repeated booking is a duplicate that names the rule. Twins name no rule.
      if (level === 'ambiguous' || (level === 'duplicate' && rule !== '')) count(ties, rule)
    },
  }
}

/** The summary of the lines. Ties that a rule left to later rules are not all in the lines: their count is taken from `stored`. */
function summaryOf({ tally, sides, totals, rules, stored }) {
  const countOf = (side, outcome) => [...sides[side].values()].filter((record) => record.outcome === outcome).length
  const of = Object.fromEntries(
    bothSides.map((side) => [side, { matched: countOf(side, 'matched'), open: countOf(side, 'open'), netted: countOf(side, 'netted') }]),
  )
  const at = (counts, name) => counts.get(name) ?? 0
  const perRule = countsByRule({ tally, sides, rules, stored: Object(stored).rules })
  const currencies = new Set(bothSides.flatMap((side) => Object.keys(totals[side])))
  const amountOf = (side, currency, part) => (Object.hasOwn(totals[side], currency) ? totals[side][currency][part] : '0')
  const amountsOf = (currency) => ({
    sourceMatched: amountOf('source', currency, 'matched'),
    sourceOpen: amountOf('source', currency, 'open'),
    targetMatched: amountOf('target', currency, 'matched'),
    targetOpen: amountOf('target', currency, 'open'),
  })
  return {
    matchCount: at(tally.ofKind, 'match'),
    nettedCount: at(tally.ofKind, 'netted'),
    residualCount: at(tally.ofKind, 'residual'),
    suggestionCount: at(tally.ofKind, 'suggestion'),
    breakCount: at(tally.ofKind, 'break'),
    ...of,
    confidence: Object.fromEntries(confidences.map((level) => [level, at(tally.ofConfidence, level)])),
    amounts: Object.fromEntries([...currencies].map((currency) => [currency, amountsOf(currency)])),
    turned: totals.turned,
    breaks: Object.fromEntries(tally.ofReason),
    ambiguous: perRule.reduce((sum, { ambiguous }) => sum + ambiguous, 0),
    matchRate: rateOf(of.source.matched + of.target.matched, of.source.open + of.target.open),
    rules: perRule,
  }
}

/** matched ÷ (matched + open), rounded half up to four digits; below 1 while a record is open. */
function rateOf(matched, open) {
  if (open === 0) return matched === 0 ? '0' : '1'
  const inScope = BigInt(matched + open)
  const rounded = (20_000n * BigInt(matched) + inScope) / (2n * inScope)
  return decimal((rounded < 9_999n ? rounded : 9_999n) * 10n ** BigInt(scale - 4))
}

function countsByRule({ tally, sides, rules, stored }) {
  const objectsIn = (value) => (Array.isArray(value) ? value.filter(isObject) : [])
  const at = (counts, name) => counts.get(name) ?? 0
  const idOf = ({ id }) => (isText(id) ? id : '')
  const storedTies = new Map(objectsIn(stored).map(({ id, ambiguous }) => [id, ambiguous]))
  const left = Object.fromEntries(
    bothSides.map((side) => {
      const settled = [...sides[side].values()].filter((record) => record.outcome !== undefined).length
      // Matches by hand, which name no rule, come before the first one.
      const read = settled - at(tally.taken[side], '')
      return [side, objectsIn(rules).reduce((all, rule) => all - at(tally.leftOver[side], idOf(rule)), read)]
    }),
  )
  return objectsIn(rules)
    .filter(({ enabled }) => enabled !== false)
    .map((rule) => {
      const id = idOf(rule)
      for (const side of bothSides) left[side] += at(tally.leftOver[side], id) - at(tally.taken[side], id)
      const least = at(tally.ties, id)
      const isExact = rule.action === 'exclude' || (rule.action === 'match' && rule.ambiguous === 'review')
      const said = storedTies.get(id)
      const ambiguous = !isExact && isCount(said) && said >= least ? said : least
      const taken = { matches: at(tally.matches, id), netted: at(tally.netted, id) }
      return { id, ...taken, ambiguous, leftSource: left.source, leftTarget: left.target }
    })
}

/** Why the result of a run is not complete; undefined when every record is in exactly one line and all totals are right. */
function incompleteness(lines, { sides, run, roots, counts, rules, policy, engines, instructions, partsFaultOf }) {
  const result = readResult(lines)
  if (isText(result)) return result
  const { header } = result
  for (const side of bothSides) {
    const { parts, ...named } = Object(header[side])
    if (canonical(named) !== canonical({ count: counts[side], root: roots[side] })) return `its header names another ${side}`
    const fault = partsFaultOf(side, parts)
    if (fault !== undefined) return fault
  }
  if (header.instructions !== (instructions && rootOfLines(instructions))) return 'its header names other instructions'
  if (!isText(header.engine) || !engines.includes(header.engine)) return 'its header names another engine'
  if (header.policy !== policy && header.policy !== run.policy.hash) return 'its header names another policy'
  const tally = createTally()
  for (const entry of result.entries) tally.add(entry)
  const fault = accountFault(result, { sides, rules, instructions: instructions ?? [] })
  if (fault !== undefined) return fault
  const summary = summaryOf({ tally, sides, totals: result.totals, rules, stored: run.summary })
  return canonical(run.summary) === canonical(summary) ? undefined : 'the run’s summary is not what the lines of its result come to'
}

/** The header, entries and totals of a result; a text is the fault of lines that are none or out of order. */
function readResult(lines) {
  const entries = lines.map(readResultLine)
  const wrong = entries.findIndex(isText)
  if (wrong >= 0) return `line ${wrong + 1} of the result: ${entries[wrong]}`
  const [header, ...others] = entries
  const totals = others.pop()
  if (header?.kind !== kinds[0] || totals?.kind !== 'totals') return 'it has no header or no totals'
  const unordered = entries.findIndex((entry, index) => index > 0 && compareEntries(entries[index - 1], entry) >= 0)
  if (unordered >= 0) return `line ${unordered + 1} of the result is out of order`
  return { header: header.line, entries: others, totals: totals.line }
}

/** A record that is in no line or in two, or totals that are not what the records add up to. */
function accountFault({ entries, totals }, { sides, rules, instructions }) {
  const ledger = createLedger(sides, rules, matchesAsked(instructions))
  const settled = settleAll(entries, ledger)
  if (settled !== undefined) return settled
  for (const side of bothSides)
    for (const [id, { outcome }] of sides[side]) if (outcome === undefined) return `the ${side} record ${id} is in no line`
  return canonical(totals) === canonical(ledger.totals()) ? undefined : 'the totals are not what the records add up to'
}

/** The matches by hand that instructions ask for: the decision and how many records it matches. */
const matchesAsked = (lines) =>
  new Set(
    lines
      .map(parseLine)
      .filter((value) => isMatchInstruction(value))
      .map(({ decision, match }) => `${decision} ${match.length}`),
  )

/** What is wrong with the parts of a side in the header; without parts, a record that repeats an id. */
function partsFault(parts, { lines, repeated, side }) {
  if (parts === undefined) return repeated
  const kindsOfParts = ['opening', 'returned', 'dataset']
  const part = { kind: isOneOf(...kindsOfParts), root: isHash, count: isCount }
  const isWhole = only({ root: isHash, count: isCount })
  const isList = listOf((value) => only(part)(value) || only({ ...part, whole: isWhole })(value))(parts)
  const places = isList ? parts.map(({ kind }) => kindsOfParts.indexOf(kind)) : []
  let row = 0
  const areTheirs = (each) => {
    const own = lines.slice(row, row + each.count)
    row += each.count
    return own.length === each.count && own.every((line) => line !== undefined) && rootOfLines(own) === each.root
  }
  return firstOf(
    [isList && places.every((place, index) => index === 0 || places[index - 1] <= place), `its header has other parts of the ${side}, or in another order`],
    [isList && parts.every(areTheirs) && row === lines.length, `the ${side} was read from other parts than its header names`],
  )
}

function settleAll(entries, ledger) {
  const matches = entries.filter(({ kind }) => kind === 'match')
  // A match may have the residual of another match, whose line may be anywhere among the matches.
  for (let waiting = matches; waiting.length > 0; ) {
    const ready = waiting.filter(ledger.isKnown)
    const later = waiting.filter((entry) => !ledger.isKnown(entry))
    if (ready.length === 0) return 'a match is of records that are unknown'
    for (const entry of ready) {
      const fault = ledger.settle(entry)
      if (fault !== undefined) return fault
    }
    waiting = later
  }
  for (const entry of entries) {
    if (entry.kind === 'match') continue
    const fault =
      entry.kind === 'suggestion'
        ? ledger.suggest(entry)
        : ((entry.kind === 'break' ? ledger.flagFault(entry) : undefined) ?? ledger.settle(entry))
    if (fault !== undefined) return fault
  }
  return undefined
}

const knownEngines = ['3']

function checkPack(files, trusted) {
  const text = (name) => textOf(files.get(name) ?? refuse(`${name} is missing`)) ?? refuse(`${name} is not UTF-8`)
  const shaped = (name, isShape) => {
    const value = parseLine(linesOf(text(name), name).join('\n')) ?? refuse(`${name} is not one line of canonical JSON`)
    return isShape(value) ? value : refuse(`${name} has members more or less, or of another type`)
  }
  const isThere = ['instructions.ndjson', 'anchor.json'].filter((name) => files.has(name))
  const wanted = packNames.flatMap((name) =>
    name === 'receipts.ndjson' && isThere.includes('instructions.ndjson')
      ? ['instructions.ndjson', name]
      : name === 'README.txt' && isThere.includes('anchor.json')
        ? ['anchor.json', name]
        : [name],
  )
  want(String([...files.keys()]) === String(wanted), 'the pack has other files, or in another order')
  const manifest = shaped('manifest.json', isManifest)
  for (const [name, content] of files) want(content.length <= (isArtifact(name) ? artifactMax : smallMax), `${name} is too long`)
  want(manifest.kind === 'tallystick/pack@2', 'the pack is of another version: the program that wrote it reads it')
  want(sha256(files.get('README.txt')).toString('hex') === readme, 'README.txt is another text')
  const { inclusion, consistency, previous: before } = shaped('proofs.json', isProofs)
  const anchor = files.has('anchor.json') ? shaped('anchor.json', isAnchor) : null
  const receipts = linesOf(text('receipts.ndjson'), 'receipts.ndjson')
  // Only the run of a period has instructions.
  const instructions = files.has('instructions.ndjson') ? linesOf(text('instructions.ndjson'), 'instructions.ndjson') : undefined
  want(receipts.length === 1 || receipts.length === 2, 'receipts.ndjson has other than one or two lines')
  const [periods, keys] = [notesOf(text('key-periods.txt')), linesOf(text('keys.txt'), 'keys.txt')]
  const [note, earlierNote] = [text('checkpoint.txt'), text('previous-checkpoint.txt')]
  const { run } = manifest
  const artifacts = Object.fromEntries(['source', 'target', 'result'].map((name) => [name, readArtifact(files.get(`${name}.ndjson`))]))
  const roots = members(new Map(Object.entries(artifacts)), ({ root }) => root)
  const counts = members(new Map(Object.entries(artifacts)), ({ lines }) => lines.length)
  const read = Object.fromEntries(bothSides.map((side) => [side, readRecords(artifacts[side].lines)]))
  for (const side of bothSides)
    check(
      `${side}Root`,
      firstOf(
        [roots[side] === manifest[side] && roots[side] === run[side].root, 'the lines give another root'],
        [counts[side] === run[side].recordCount, 'the lines are of another count'],
        [canonical(controlTotals(read[side].records)) === canonical(run[side].totals), 'the control totals are others'],
      ) ?? artifacts[side].fault,
    )
  const policy = hexOf(sha256(files.get('rules.json')))
  const policyJson = parseLine(textOf(files.get('rules.json')))
  const rules = rulesIn(policyJson)
  check(
    'policyHash',
    firstOf(
      [policy === manifest.policy && policy === run.policy.hash, 'the rules have another hash'],
      [rules !== undefined, 'the rules are no canonical policy'],
      [canonical(rules) === canonical(run.rules), 'the run’s record shows other rules'],
    ),
  )
  check(
    'resultRoot',
    firstOf(
      [roots.result === manifest.result && roots.result === run.resultRoot, 'the lines give another root'],
      [counts.result === manifest.leaves, 'the lines are of another count'],
    ) ?? artifacts.result.fault,
  )
  const log = readLog({
    line: receipts.at(-1),
    previous: { line: receipts.at(-2) ?? null, inclusion: before, note: earlierNote === '' ? null : earlierNote },
    ...{ inclusion, consistency, note, periods, keys, trusted },
  })
  const engines = [run.engineVersion, log.receipt?.engine]
  const header = Object(parseLine(artifacts.result.lines[0]))
  const engine = header.kind === kinds[0] ? header.engine : undefined
  if (!['sourceRoot', 'targetRoot', 'resultRoot'].every(isSound)) says('completeness', 'not judged', 'the lines are not those that were sealed')
  else if (isText(engine) && engines.includes(engine) && !knownEngines.includes(engine))
    says('completeness', 'not judged', `the result is of engine ${engine}, which only a program of that version can check`)
  else {
    const sides = { source: read.source.records, target: read.target.records }
    const fault = read.source.fault ?? read.target.fault
    const seen = rulesAsSeen(policyJson, rules)
    // Only the run of a period has parts.
    const isOfNoPeriod = receipts.at(-1).includes('"kind":"tallystick/receipt@2"')
    const partsFaultOf = (side, parts) =>
      (parts !== undefined && isOfNoPeriod ? 'its header has parts, and its receipt no period' : undefined) ??
      partsFault(parts, { side, lines: artifacts[side].lines, repeated: read[side].repeated })
    const given = { sides, run, roots, counts, rules: seen, policy, engines, instructions, partsFaultOf }
    check('completeness', fault ?? incompleteness(artifacts.result.lines, given))
  }
  checkLog(log, {
    bound: (receipt) => boundFault(receipt, { run, manifest, roots, policy, leaves: counts.result, instructions }),
    isShown: run.checkpoint === null || run.checkpoint === note,
  })
  checkAnchor(anchor, note)
}

/** The rules of a policy: a list, or the member of an object with tables, rates, calendars and signs. */
function rulesIn(policy) {
  if (!isObject(policy)) return policy
  const { rules, signs, ...others } = policy
  const isPolicy = Array.isArray(rules) && Object.keys(others).every((name) => ['calendars', 'rates', 'tables'].includes(name))
  return isPolicy && (signs === undefined || areSigns(signs)) ? rules : undefined
}

const isSign = (value) => value === 'as-is' || value === 'turned'
const areSigns = only({ source: isSign, target: isSign })

/** The rules as they compare the amounts of records: where the policy turns one side, same and opposite change places. */
function rulesAsSeen(policy, rules) {
  const { source, target } = Object(Object(policy).signs)
  if (!Array.isArray(rules) || source === target) return rules
  const names = new Map([['same', 'opposite'], ['opposite', 'same']])
  const turned = (part) => (isObject(part) && names.has(part.sign) ? { ...part, sign: names.get(part.sign) } : part)
  return rules.map((rule) => {
    if (!isObject(rule)) return rule
    const { sum, match } = rule
    return { ...turned(rule), ...(isObject(sum) && { sum: turned(sum) }), ...(Array.isArray(match) && { match: match.map(turned) }) }
  })
}

/** The fault of a receipt that contradicts the run's record, or the lines and rules that were read. */
function boundFault(receipt, { run, manifest, roots, policy, leaves, instructions }) {
  const said = {
    run: run.id,
    engine: run.engineVersion === manifest.engine ? run.engineVersion : undefined,
    createdAt: run.createdAt,
    completedAt: run.status === 'completed' && run.failure === null ? run.completedAt : undefined,
    replayOf: run.replayOf,
    sequence: run.sequence,
  }
  // One hash of each list is enough: a file or a record that contradicts the receipt fails the check of its own link.
  const hashes = {
    source: [run.source.root, manifest.source, roots.source],
    target: [run.target.root, manifest.target, roots.target],
    policy: [run.policy.hash, manifest.policy, policy],
    result: [run.resultRoot, manifest.result, roots.result],
    ...(receipt.result === roots.result && { leaves: [leaves] }),
    instructions: [instructions && rootOfLines(instructions)],
  }
  const other =
    Object.keys(said).find((name) => receipt[name] !== said[name]) ?? Object.keys(hashes).find((name) => !hashes[name].includes(receipt[name]))
  return other && `the receipt has another ${other}`
}

/** Checks the line, its records, and that the line names these records. */
function checkLine({ leaf, records, roots, receipt }) {
  const rootsOf = (name) => [roots?.[name], receipt?.[name]].filter((root) => root !== undefined)
  const isIn = ({ line, index, leafHash: hash, inclusion }, name) =>
    hashOf(line) === hash && inclusion.index === index && rootsOf(name).every((root) => rootByInclusion(hash, inclusion) === root)
  const isKnown = receipt !== undefined || roots !== undefined
  const judge = (name, fault) =>
    isKnown ? check(name, fault()) : says(name, 'not judged', 'the receipt that names the root is not known to be the one in the log')
  for (const side of bothSides)
    judge(`${side}Records`, () =>
      firstOf(
        [new Set(rootsOf(side)).size === 1, 'the answer names another root than the receipt'],
        [records[side].every((each) => each.lineNumber === each.index + 1 && Object(parseLine(each.line)).id === each.id), 'a record has another id or number'],
        [records[side].every((each) => isIn(each, side)), 'a record is not in the dataset that the receipt names'],
        [new Set(records[side].map(({ inclusion }) => inclusion.size)).size < 2, 'the proofs are for different counts of lines'],
      ),
    )
  const entry = readResultLine(leaf.line)
  const prefix = prefixes.get(entry.kind)
  judge('resultLine', () =>
    firstOf(
      [isIn(leaf, 'result'), 'the line is not in the result that the receipt names'],
      [receipt === undefined || leaf.inclusion.size === receipt.leaves, 'the proof is for another count of lines'],
      [!isText(entry), entry],
      [leaf.id === (prefix === undefined ? null : `${prefix}${leaf.leafHash.slice(0, 26)}`), 'the id is not that of the line'],
      [entry.kind !== kinds[0] || isHeaderOf(entry.line, receipt), 'the first line names other things than the receipt'],
    ),
  )
  if (!['sourceRecords', 'targetRecords', 'resultLine'].every(isSound))
    return says('recordIds', 'not judged', 'the line or its records are not those that were sealed')
  // A residual has no line in a dataset: `a~1` comes from the record `a`.
  const origins = (id) => (/.~[1-9]\d*$/s.test(id) ? [id, ...origins(id.replace(/~[1-9]\d*$/, ''))] : [id])
  check(
    'recordIds',
    firstOf(
      ...bothSides.map((side) => {
        const shown = records[side].map(({ id }) => id).sort()
        const named = new Set(entry[side].map((id) => origins(id).find((each) => shown.includes(each)) ?? id))
        return [canonical([...named].sort()) === canonical(shown), `the line names other records of the ${side}`]
      }),
    ),
  )
}

const isHeaderOf = ({ engine, policy, ...sides }, receipt) =>
  receipt === undefined ||
  (engine === receipt.engine && policy === receipt.policy && bothSides.every((side) => Object(sides[side]).root === receipt[side]))

function checkProof(text, trusted) {
  const proof = parseJson(text.replace(/^\ufeff/, ''))
  want(isObject(proof) && isText(proof.kind) && proof.kind.startsWith('tallystick/proof@'), 'it is no proof of a line')
  want(proof.kind === 'tallystick/proof@2', 'the proof is of another version: the program that wrote it reads it')
  const isProof = only({ ...proofMembers, ...(proof.anchor !== undefined && { anchor: isAnchor }) })
  want(isProof(proof), 'it has members more or less than a proof, or of another type')
  const { leaf, records, receipt, previous, keys } = proof
  const log = readLog({
    line: canonical(receipt),
    stored: proof.receiptHash,
    previous: {
      line: previous?.receipt ?? null,
      stored: previous?.receiptHash,
      inclusion: previous?.inclusion ?? null,
      note: previous?.checkpoint ?? null,
    },
    inclusion: proof.inclusion,
    consistency: proof.consistency,
    note: proof.checkpoint,
    keys: keys.map(({ vkey }) => vkey),
    trusted,
  })
  checkLine({ leaf, records, receipt: log.receipt, roots: { ...proof.inputHash, result: proof.outputHash } })
  const isNamed = keys.every(({ name, keyId: id, vkey }) => vkey.startsWith(`${name}+${id}+`))
  checkLog(log, {
    bound: (own) => firstOf([own.run === proof.runId, 'the receipt is of another run']),
    keyFault: isNamed ? undefined : 'the name or id beside a key is not its own',
  })
  checkAnchor(proof.anchor, proof.checkpoint)
}

function checkTlogProof(text, trusted) {
  want(trusted.length > 0, 'a tlog-proof brings no keys: name one that you trust')
  const split = text.indexOf('\n\n')
  want(split >= 0, 'it has no checkpoint')
  const [first, extra = '', place = '', ...lines] = text.slice(0, split).split('\n')
  const data = extra.startsWith('extra ') ? fromBase64(extra.slice(6)) : undefined
  const index = /^index (0|[1-9]\d*)$/.exec(place)?.[1]
  const siblings = lines.map(fromBase64)
  want(first === 'c2sp.org/tlog-proof@v1' && data !== undefined && isCount(Number(index)), 'it is no tlog-proof of a run')
  want(siblings.every((hash) => hash?.length === 32), 'a hash is not the base64 of 32 bytes')
  const proof = parseLine(textOf(data)) ?? refuse('its extra is not canonical JSON')
  const isOfLine = proof.kind === 'tallystick/proof@2'
  want(isOfLine || proof.kind === 'tallystick/evidence@2', 'the kind of its extra is unknown')
  want(only({ ...receiptMembers, ...(isOfLine && lineMembers) })(proof), 'its extra has members more or less, or of another type')
  const note = text.slice(split + 2)
  const origin = note.split('\n')[0]
  const log = readLog({
    line: canonical(proof.receipt),
    inclusion: { index: Number(index), size: Number(index) + 1, hashes: siblings.map(hexOf) },
    keys: trusted.map((base64) => {
      const raw = fromBase64(base64)
      return `${origin}+${keyId(origin, raw)}+${Buffer.concat([Buffer.from([1]), raw]).toString('base64')}`
    }),
    ...{ note, trusted },
  })
  if (isOfLine) checkLine({ ...proof, receipt: log.receipt })
  checkLog(log, { bound: (receipt) => firstOf([receipt.run === proof.runId, 'the receipt is of another run']) })
}

// Periods: the files of a month, signed by the keys of who decided, submitted and approved.

const periodNames =
  'manifest.json rules.json opening.ndjson earlier.ndjson source.ndjson target.ndjson aside.ndjson instructions.ndjson result.ndjson decisions.ndjson notes.ndjson balances.json signoffs.ndjson'.split(
    ' ',
  )
const logNames = 'entries.ndjson proofs.json checkpoint.txt key-periods.txt keys.txt README.txt'.split(' ')
/** The pack of a service: the log's entries stand in place of own signatures. */
const loggedNames = [...periodNames.slice(0, -1), ...logNames]
/** SHA-256 of its README.txt. */
const periodReadme = 'cfdded5f9e4fe2e72da60ecd2cba9760c1e0c007d2af489ce987acf67468dd36'
const isPeriodPack = (files) => (files.has('signoffs.ndjson') || files.has('entries.ndjson')) && !files.has('receipts.ndjson')

function filesIn(folder) {
  return new Map(periodNames.map((name) => [name, readFileSync(join(folder, name))]))
}

const isOneOf =
  (...values) =>
  (value) =>
    values.includes(value)
const isHeldBy = (isName, isValue) => (value) => isObject(value) && Object.entries(value).every(([name, each]) => isName(name) && isValue(each))

const isSideName = isOneOf('source', 'target')
const isCurrency = (value) => isText(value) && /^[A-Z]{3}$/.test(value)
const isDay = (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && value >= '0001' && dayAfter(value, 0) === value
function dayAfter(day, count = 1) {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : new Date(time + count * 86_400_000).toISOString().slice(0, 10)
}
/** At most 30 digits, of which 18 are significant, in their one spelling. */
function isAmount(value) {
  const amount = units(value)
  if (amount === undefined || decimal(amount) !== value) return false
  const digits = value.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length <= 30 && digits.replace(/0+$/, '').length <= 18
}
const isAmounts = isHeldBy(isCurrency, isAmount)
const amountsBySide = only({ source: isAmounts, target: isAmounts })
const all = (names, test) => Object.fromEntries(names.split(' ').map((name) => [name, test]))

const isStretch = only({ name: isText, first: isDay, last: isDay })
const isPart = only({ kind: isOneOf('opening', 'returned', 'dataset'), root: isHash, count: isCount, file: isText })
const isPeriodManifest = membersOf(
  {
    ...{ kind: isOneOf('tallystick/period@1'), engine: isText, period: isStretch, next: isStretch, statement: isSideName },
    ...{ approvalAbove: isAmounts, materiality: isAmounts, before: isHash },
    parts: only({ source: listOf(isPart), target: listOf(isPart) }),
  },
  { mapping: isObject },
)
const isPeriodRecord = membersOf(
  { id: isText },
  {
    ...{ currency: isText, attributes: isObject, ...all('amount gross fee net', isAmount), ...all('date valueDate', isDay) },
    ...all('reference description counterparty account type status', isText),
  },
)
const isOpening = only({
  ...{ kind: isOneOf('tallystick/opening@1'), period: isText, balances: amountsBySide, excluded: amountsBySide, exchanged: isAmounts },
})
const isOpeningItem = membersOf(
  {
    ...{ kind: isOneOf('tallystick/opening-item@1'), side: isSideName, part: isHash, record: isPeriodRecord },
    ...{ firstSeen: only({ period: isText, date: isDay }), state: isOneOf('undecided', 'carried', 'accepted') },
  },
  { chain: only({ id: isText, leaf: isHash, number: isCount }), ...all('label decision owner', isText), expected: isDay },
)
const isItem = only({ side: isSideName, root: isHash, id: isText, leaf: isHash })
const isResidual = (value) =>
  only({ is: isOneOf('open', 'fx') })(value) || only({ is: isOneOf('accepted'), label: isText, side: isSideName })(value)
const isPair = (value) => listOf(listOf(isItem))(value) && value.length === 2
const instruction = { kind: isOneOf('tallystick/instruction@1'), decision: isText }
const isMatchInstruction = only({ ...instruction, match: listOf(isItem), residual: isResidual })
const isApartInstruction = only({ ...instruction, apart: isPair })
const isInstruction = (value) => isMatchInstruction(value) || isApartInstruction(value)
/** A line of a result whose records, residual and totals can be read. */
function isShowable(value) {
  if (!isObject(value)) return false
  const { kind, side, records, residual } = value
  if (kind === 'totals') return bothSides.every((each) => isObject(value[each]))
  if (kind === 'netted') return isSideName(side) && listOf(isText)(records)
  if (!['match', 'break', 'excluded'].includes(kind)) return true
  const isLeft = residual === undefined || (isObject(residual) && isSideName(residual.side) && isText(residual.id))
  return isLeft && bothSides.every((each) => value[each] === undefined || listOf(isText)(value[each]))
}
const isNote = only({ note: isHash, text: isText })
const isBalances = only({
  kind: isOneOf('tallystick/balances@1'),
  typed: listOf(only({ side: isSideName, currency: isCurrency, amount: isAmount, actor: isText, time: isTime })),
  statements: listOf(
    only({ side: isSideName, ...all('account name', isText), currency: isCurrency, ...all('first last', isDay), ...all('opening entries closing', isAmount) }),
  ),
  reasons: isHeldBy(isCurrency, isText),
})

const isDecisionItems = (value) =>
  listOf(isItem)(value) && value.length > 0 && value.length <= 1_000 && new Set(value.map(canonical)).size === value.length
const decisionMembers = {
  ...{ items: isDecisionItems, amount: isAmount, amounts: only({ source: isAmount, target: isAmount }) },
  ...{ label: (value) => isText(value) && /^[a-z0-9][a-z0-9_-]{0,39}$/.test(value), reason: isText, expected: isDay },
  ...{ owner: orNull(isText), note: isHash, files: (value) => listOf(isHash)(value) && value.length <= 5, follows: isText },
}
/** The members that a decision of a kind needs, and those that it may have. */
const decisionKinds = new Map(
  Object.entries({
    match: ['items', 'amounts label reason note'],
    accept: ['items label', 'amount reason note'],
    carry: ['items reason expected', 'note'],
    unmatch: ['items', 'reason note'],
    keep: ['items', 'reason note'],
    withdraw: ['items reason', 'note'],
    assign: ['items owner', 'note'],
    comment: ['items note', 'files'],
    flag: ['items', 'note'],
    reopen: ['follows', 'reason note'],
    acknowledge: ['follows', 'note'],
    approve: ['follows', 'note'],
  }).map(([kind, names]) => {
    const [needed, others] = names.map((list) => Object.fromEntries(list.split(' ').map((name) => [name, decisionMembers[name]])))
    return [kind, membersOf({ id: isText, kind: isText, actor: isText, time: isTime, ...needed }, others)]
  }),
)
function isDecision(value) {
  const isShaped = isObject(value) && decisionKinds.get(value.kind)?.(value) === true
  return isShaped && !(value.kind === 'match' && (value.amounts !== undefined) !== (value.label === 'fx'))
}

const isRawKeyText = (value) => isText(value) && isRawKey(value)
const signedMembers = { kind: isText, period: isText, key: isRawKeyText, time: isTime, signature: isText }
const isBatch = only({ ...signedMembers, kind: isOneOf('tallystick/decisions@1'), count: isCount, root: isHash })
const isSignoff = only({
  ...{ ...signedMembers, kind: isOneOf('tallystick/signoff@1'), act: isOneOf('submit', 'approve'), name: isText, follows: isHash },
  state: only({ ...all(periodNames.slice(0, -1).join(' '), isHash), items: isHash, proof: isHash }),
})

const isReopening = only({
  ...{ ...signedMembers, kind: isOneOf('tallystick/reopening@1', 'tallystick/rejection@1'), name: isText, follows: isHash },
  reason: (value) => isText(value) && value !== '',
})

const rootOfLines = (lines) => rootOf(lines.map(leafHash))

/** Of lines the root, of other files SHA-256. A last line that is cut off counts with its lack of a newline. */
function hashOfFile(name, text) {
  if (!name.endsWith('.ndjson')) return hexOf(sha256(Buffer.from(text)))
  const lines = text.split('\n')
  const rest = lines.pop()
  return rootOfLines(rest === '' ? lines : [...lines, `${rest}\n`])
}

/** Reads the pack or the folder of a period. Returns whether the keys that signed are those that somebody named. */
function checkPeriod(files, trusted) {
  const isLogged = String([...files.keys()]) === String(loggedNames)
  want(isLogged || String([...files.keys()]) === String(periodNames), 'the pack has other files than those of a period, or in another order')
  const texts = new Map([...files].map(([name, bytes]) => [name, textOf(bytes) ?? refuse(`${name} is not UTF-8`)]))
  const readLines = (name, lines, isLine) =>
    lines.map((line, index) => {
      const value = parseLine(line)
      return isLine(value) ? value : refuse(`line ${index + 1} of ${name} has members more or less, or of another type`)
    })
  const read = (name, isLine) => readLines(name, linesOf(texts.get(name), name), isLine)
  const readOne = (name, isLine) => {
    const [value, ...others] = read(name, isLine)
    return value !== undefined && others.length === 0 ? value : refuse(`${name} is not one line`)
  }
  const holds = (name, fault) => {
    check(name, fault)
    return fault === undefined
  }
  const signing = isLogged ? signedByLog({ texts, read, readOne }, trusted) : signedByKeys({ texts, read }, trusted)
  const { isSubmitted, approved } = signing
  if (!holds('signatures', signing.fault)) return false
  if (approved === undefined) return holds('approval', isSubmitted ? 'the period is not approved yet' : 'the period was not submitted')
  if (!holds('files', approved.filesFault())) return false
  const manifest = readOne('manifest.json', isPeriodManifest)
  const [first, ...itemLines] = linesOf(texts.get('opening.ndjson'), 'opening.ndjson')
  const [opening] = readLines('opening.ndjson', [first ?? ''], isOpening)
  const items = readLines('opening.ndjson', itemLines, isOpeningItem)
  read('earlier.ndjson', only({ side: isSideName, record: isPeriodRecord }))
  const aside = read('aside.ndjson', only({ side: isSideName, row: isCount, place: isOneOf('later', 'repeated', 'withdrawn') }))
  const instructions = read('instructions.ndjson', isInstruction)
  read('result.ndjson', isShowable)
  const decisions = read('decisions.ndjson', isDecision)
  const notes = read('notes.ndjson', isNote)
  for (const { note, text } of notes) want(hashOf(text) === note, 'notes.ndjson has a note of another hash')
  const balances = readOne('balances.json', isBalances)
  const period = { texts, manifest, opening, items, aside, instructions, decisions, notes, balances }
  const checks = Object.entries({
    parts: partsFaultOfPeriod,
    result: resultFault,
    completeness: completenessFault,
    ...(isLogged && { receipt: approved.receiptFault }),
    decisions: () => approved.decisionsFault(period) ?? notesFault(period),
    before: () => approved.chainFault(period) ?? openingFault(period),
    approval: approved.approvalFault,
  })
  for (const [name, faultOf] of checks)
    if (name === 'completeness' && !knownEngines.includes(manifest.engine)) says(name, 'not covered', `it needs the engine ${manifest.engine}`)
    else if (!holds(name, faultOf(period))) return false
  found.at(-1).why = approved.why
  for (const name of ['replay', 'items', 'proof', 'submission']) says(name, 'not covered', 'it needs the engine: use verify')
  return signing.isVouched
}

/** Who signed a period with own keys. */
function signedByKeys({ texts, read }, trusted) {
  const signed = read('signoffs.ndjson', (value) => isBatch(value) || isSignoff(value) || isReopening(value))
  const fault = signatureFault(signed)
  const start = signed.findLastIndex(({ reason }) => reason !== undefined) + 1
  const earlier = signed.slice(0, start)
  const [submission, approval] = signed.slice(start).filter(({ act }) => act !== undefined)
  const edition = { signed, earlier, submission, approval }
  const filesFault = () => {
    const changed = periodNames.slice(0, -1).filter((name) => hashOfFile(name, texts.get(name)) !== submission.state[name])
    return changed.length === 0 ? undefined : `not as it was signed: ${changed.join(', ')}`
  }
  return {
    fault,
    isSubmitted: submission !== undefined,
    isVouched: [submission, approval].every((line) => trusted.includes(line?.key)),
    approved: approval && {
      filesFault,
      decisionsFault: (period) => keyDecisionsFault(period, edition),
      chainFault: (period) => keyChainFault(period, edition),
      approvalFault: (period) => keyApprovalFault(period, edition),
      why: 'another key approved what was submitted: two keys',
    },
  }
}

function signatureFault(lines) {
  const wrong = lines.findIndex(({ signature, ...line }) => {
    const bytes = fromBase64(signature)
    return bytes === undefined || !holdsSignature(fromBase64(line.key), canonical(line), bytes)
  })
  if (wrong >= 0) return `line ${wrong + 1} of signoffs.ndjson is not signed by its key`
  const kinds = new Map([['tallystick/reopening@1', 'reopen'], ['tallystick/rejection@1', 'reject']])
  const acts = lines.map(({ act, kind }) => `${act ?? kinds.get(kind) ?? '-'} `).join('')
  return /^(- )*(submit (reject |approve reopen )(- )*)*(submit (approve )?)?$/.test(acts)
    ? undefined
    : 'the lines are not decisions, submissions and their rejection or approval, in this order'
}

/** The first submission follows the period before; each later step the one before it. */
function keyChainFault({ manifest }, { earlier, submission }) {
  const steps = [...earlier.filter(({ kind }) => kind !== 'tallystick/decisions@1'), submission]
  let followed = manifest.before
  for (const [index, step] of steps.entries()) {
    if (step.follows !== followed) return index === 0 ? 'the submission follows another period' : 'an edition does not follow the one before'
    followed = hashOf(canonical(step))
  }
  return undefined
}

// What is wrong with the files of an approved period, as far as no run is needed to see it. Each returns a fault, or undefined.

function partsFaultOfPeriod({ texts, manifest, items }) {
  for (const side of bothSides) {
    const text = texts.get(`${side}.ndjson`)
    if (text !== '' && !text.endsWith('\n')) return `the last record of the ${side} is cut off`
    const lines = text.split('\n').slice(0, -1)
    let row = 0
    for (const { kind, root, count } of manifest.parts[side]) {
      const own = lines.slice(row, row + count)
      if (own.length !== count || rootOfLines(own) !== root) return `a part of the ${side} has other records than those of its root`
      const handedOn = items.filter((item) => item.side === side).map(({ record }) => canonical(record))
      if (kind === 'opening' && canonical(handedOn) !== canonical(own)) return `the ${side} begins with other records than the opening`
      row += count
    }
    if (row < lines.length) return `the ${side} has records of no part`
  }
  return undefined
}

/** The first line of a result that was made of these files. */
function headerOf({ texts, manifest, aside, instructions }) {
  const linesIn = (name) => texts.get(name).split('\n').slice(0, -1)
  const sideOf = (side) => {
    const left = new Set(aside.flatMap((line) => (line.side === side ? [line.row] : [])))
    const lines = linesIn(`${side}.ndjson`)
    let end = 0
    const parts = manifest.parts[side].map(({ kind, root, count }) => {
      const first = end
      end += count
      const own = lines.slice(first, end).filter((_, index) => !left.has(first + index))
      return own.length === count ? { kind, root, count } : { kind, root: rootOfLines(own), count: own.length, whole: { root, count } }
    })
    const own = lines.filter((_, row) => !left.has(row))
    return { count: own.length, parts, root: rootOfLines(own) }
  }
  return {
    ...{ engine: manifest.engine, kind: kinds[0], policy: hashOfFile('rules.json', texts.get('rules.json')) },
    ...{ source: sideOf('source'), target: sideOf('target') },
    ...(instructions.length > 0 && { instructions: rootOfLines(linesIn('instructions.ndjson')) }),
  }
}

function resultFault(period) {
  const [line] = period.texts.get('result.ndjson').split('\n')
  return firstOf([line === canonical(headerOf(period)), 'the result was made of other rules, records, parts or instructions'])
}

/** The check of a run, over the records that take part in the run of the period. */
function completenessFault({ texts, aside }) {
  const linesIn = (name) => texts.get(name).split('\n').slice(0, -1)
  const result = readResult(linesIn('result.ndjson'))
  if (isText(result)) return result
  const read = bothSides.map((side) => {
    const left = new Set(aside.flatMap((line) => (line.side === side ? [line.row] : [])))
    return readRecords(linesIn(`${side}.ndjson`).filter((_, row) => !left.has(row)))
  })
  const policy = parseLine(texts.get('rules.json'))
  const [source, target] = read.map(({ records }) => records)
  const given = { sides: { source, target }, rules: rulesAsSeen(policy, rulesIn(policy)), instructions: linesIn('instructions.ndjson') }
  return read.find(({ fault }) => fault !== undefined)?.fault ?? accountFault(result, given)
}

function keyDecisionsFault({ texts, manifest, decisions }, { signed }) {
  const lines = texts.get('decisions.ndjson').split('\n').slice(0, -1)
  let done = 0
  for (const { kind, period, count: upTo, root, key, time } of signed) {
    if (period !== manifest.period.name) return `a line of signoffs.ndjson is of the period ${period}`
    if (kind !== 'tallystick/decisions@1') continue
    if (upTo <= done || upTo > lines.length) return `there is no batch up to decision ${upTo}`
    if (rootOfLines(lines.slice(0, upTo)) !== root) return `the decisions up to number ${upTo} are not those that were signed`
    const other = decisions.slice(done, upTo).find(({ actor }) => actor !== key)
    if (other !== undefined) return `the decision ${other.id} is not signed by the key that it names`
    // A batch that was taken away leaves its decisions to the next one.
    const late = decisions.slice(done, upTo).find((decision) => decision.time !== time)
    if (late !== undefined) return `the batch of the decision ${late.id} is missing`
    done = upTo
  }
  return done < lines.length ? `the decision ${decisions[done].id} is signed by nobody` : undefined
}

function notesFault({ decisions, notes }) {
  const known = new Set(notes.map(({ note }) => note))
  const silent = decisions.find(({ note }) => note !== undefined && !known.has(note))
  return silent && `the note of the decision ${silent.id} is missing`
}

function openingFault({ manifest, opening }) {
  const { period, next, parts } = manifest
  const beginsOnce = (side) => parts[side].length > 0 && parts[side].every(({ kind }, index) => (kind === 'opening') === (index === 0))
  return firstOf(
    [opening.period === period.name, 'the opening is of another period'],
    [period.first <= period.last && next.first <= next.last, 'a period ends before it begins'],
    [next.first === dayAfter(period.last), 'the next period does not begin on the day after'],
    [bothSides.every(beginsOnce), 'a side does not begin with one opening'],
  )
}

function keyApprovalFault({ decisions, balances }, { earlier, submission, approval }) {
  const edition = earlier.slice(earlier.findLastIndex(({ kind }) => kind === 'tallystick/reopening@1') + 1)
  const submissions = [...edition.filter(({ act }) => act === 'submit'), submission]
  const hasDecided = decisions.some(({ actor, kind }) => actor === approval.key && deciding.includes(kind))
  const hasTyped = balances.typed.some(({ actor }) => actor === approval.key)
  return firstOf(
    [approval.follows === hashOf(canonical(submission)), 'another submission was approved'],
    [canonical(approval.state) === canonical(submission.state), 'other files were approved'],
    [submissions.every(({ key }) => key !== approval.key), 'the key that submitted the period approved it'],
    [!hasDecided && !hasTyped, 'a key that decided or typed balances approved the period'],
  )
}

/** The decisions that change what a period comes to. */
const deciding = ['match', 'accept', 'carry', 'unmatch', 'keep', 'withdraw', 'reopen']

// Periods of a service: its log has the receipt of the run, the batches of decisions and the steps.

/** Who signed a period: the log of a service. */
function signedByLog({ texts, read, readOne }, trusted) {
  const entries = read('entries.ndjson', (value) => isEntry(value) && value.what === undefined)
  const { inclusion: proofs } = readOne('proofs.json', only({ inclusion: listOf(isInclusion) }))
  const [periods, keys] = [notesOf(texts.get('key-periods.txt')), linesOf(texts.get('keys.txt'), 'keys.txt')]
  want(hexOf(sha256(Buffer.from(texts.get('README.txt')))) === periodReadme, 'README.txt is another text')
  const steps = entries.filter(({ act }) => act !== undefined)
  const [submission, approval] = steps.slice(-2)
  const last = steps.at(-1)?.act
  const log = { entries, proofs, steps, submission, approval }
  return {
    fault: logFault({ ...log, note: readNote(texts.get('checkpoint.txt')), known: readPeriods(periods), keys: keys.map(readKey) }, trusted),
    isSubmitted: last === 'submit' || last === 'approve',
    isVouched: trusted.length > 0,
    approved: last === 'approve' ? {
      filesFault: () => loggedFilesFault(texts, submission),
      receiptFault: (period) => receiptFault(period, log),
      decisionsFault: (period) => loggedDecisionsFault(period, log),
      chainFault: (period) => loggedChainFault(period, log),
      approvalFault: (period) => loggedApprovalFault(period, log),
      why: 'somebody else approved what was submitted, by the word of the service',
    } : undefined,
  }
}

const isReceiptEntry = ({ kind }) => isReceiptKind(kind)
const isDecisions = ({ kind }) => kind === 'tallystick/decisions@1'

function logFault({ entries, proofs, note, known, keys }, trusted) {
  const areKeys = !keys.includes(undefined)
  const signers = note && areKeys ? signersOf(note, keys) : []
  const isTrusted = trusted.length === 0 || signers.some(({ raw }) => trusted.includes(raw.toString('base64')))
  const last = entries.at(-1)
  const isIn = (entry, index) => {
    const proof = proofs[index]
    const isPlaced = proof?.index === entry.sequence && proof.size === note?.size
    return isPlaced && rootByInclusion(hashOf(canonical(entry)), proof) === note.root
  }
  const isAfter = (entry, index) => {
    const before = entries[index - 1]
    return before === undefined || (before.sequence < entry.sequence && before.completedAt <= entry.completedAt)
  }
  const acts = entries.filter((entry) => !isReceiptEntry(entry)).map(({ act }) => `${act ?? '-'} `)
  return firstOf(
    [note !== undefined, 'the checkpoint cannot be read'],
    [areKeys, 'a key is none, or its id is not its own'],
    [signers.length > 0, 'no known key has signed, or a signature does not hold'],
    [isTrusted, 'no trusted key has signed'],
    [known !== undefined, 'a period of a key is none, or not signed by it and by the key before'],
    [last === undefined || (known !== undefined && isInPeriod(known, signers, last.completedAt)), 'the last entry was completed when no key that signed it was in use'],
    [proofs.length === entries.length && entries.every(isIn), 'an entry is not in the tree of the checkpoint'],
    [entries.every(({ tenant }) => note?.origin.endsWith(`/${tenant}`)), 'an entry is of another tenant’s log'],
    [last?.sequence === note?.size - 1, 'the checkpoint is not that of the last entry'],
    [entries.every(isAfter), 'the entries are in another order than in the log'],
    [entries.every(({ createdAt, completedAt }) => createdAt <= completedAt), 'an entry was completed before it was created'],
    [new Set(entries.map(({ period }) => period)).size === 1, 'the entries are of more than one period'],
    [entries.filter(isReceiptEntry).length === 1, 'the entries have not the receipt of one run'],
    [/^(- )*(submit (reject |approve reopen )(- )*)*(submit (approve )?)?$/.test(acts.join('')), 'the entries are not decisions, submissions and their rejection or approval, in this order'],
  )
}

function loggedFilesFault(texts, { items, proof, ...submission }) {
  const hashes = periodNames.slice(0, -1).map((name) => [name, hashOfFile(name, texts.get(name))])
  const state = { ...Object.fromEntries(hashes), items, proof }
  const named = { balances: 'balances.json', decisions: 'decisions.ndjson', instructions: 'instructions.ndjson', opening: 'opening.ndjson' }
  const changed = Object.entries(named).filter(([member, name]) => state[name] !== submission[member])
  return firstOf(
    [changed.length === 0, `not as it was signed: ${changed.map(([, name]) => name).join(', ')}`],
    [hexOf(sha256(Buffer.from(canonical(state)))) === submission.root, 'a file is not the one that was signed'],
  )
}

function receiptFault(period, { entries, submission }) {
  const receipt = entries.find(isReceiptEntry)
  const { engine, policy, source, target, instructions } = headerOf(period)
  const lines = period.texts.get('result.ndjson').split('\n').slice(0, -1)
  const made = { engine, policy, source: source.root, target: target.root, instructions, result: rootOfLines(lines), leaves: lines.length }
  return firstOf(
    [submission.receipt === hashOf(canonical(receipt)), 'the sign-off names the receipt of another run'],
    [Object.entries(made).every(([name, value]) => receipt[name] === value), 'the run of the receipt has other rules, records, instructions or lines'],
  )
}

function loggedDecisionsFault({ texts, decisions }, { entries }) {
  const lines = texts.get('decisions.ndjson').split('\n').slice(0, -1)
  let done = 0
  for (const { sequence, count: more, root, actor } of entries.filter(isDecisions)) {
    const own = lines.slice(done, done + more)
    if (own.length !== more || rootOfLines(own) !== root) return `the decisions of the entry ${sequence} are not those of the log`
    const other = decisions.slice(done, done + more).find((decision) => decision.actor !== actor)
    if (other !== undefined) return `the decision ${other.id} was made by somebody else than the log says`
    done += more
  }
  return done < lines.length ? `the decision ${decisions[done].id} is not in the log` : undefined
}

/** A submission follows the approval of the period before; each other step up to the last submission follows the one before it. */
function loggedChainFault({ manifest }, { steps, submission }) {
  const isFirst = manifest.before === '0'.repeat(64)
  if (!isFirst && manifest.before !== submission.opening) return 'the period before handed on another opening'
  let edition = 1
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const isSubmission = step.act === 'submit' || index === 0
    const isNext = isSubmission ? (step.follows === '0'.repeat(64)) === isFirst : step.follows === hashOf(canonical(steps[index - 1]))
    if (!isNext) return 'a step does not follow the one before'
    if (step.name !== manifest.period.name) return 'a step is of another period'
    if (step.edition !== edition) return 'a step is of another edition'
    if (step.act === 'reopen') edition += 1
  }
  return undefined
}

function loggedApprovalFault({ decisions, balances }, { entries, submission, approval }) {
  const own = ['act', 'actor', 'approvedBy', 'completedAt', 'createdAt', 'follows', 'id', 'previous', 'reason', 'revision', 'sequence']
  const signed = (step) => canonical(Object.fromEntries(Object.entries(step).filter(([name]) => !own.includes(name))))
  const approver = approval.approvedBy?.id
  const earlier = entries.slice(0, entries.findLastIndex(({ act }) => act === 'reopen') + 1)
  const submissions = entries.slice(earlier.length).filter(({ act }) => act === 'submit')
  const begunAt = earlier.at(-1)?.createdAt ?? ''
  const before = earlier.filter(isDecisions).reduce((sum, entry) => sum + entry.count, 0)
  const hasDecided = decisions.slice(before).some(({ actor, kind }) => actor === approver && deciding.includes(kind))
  const hasTyped = balances.typed.some(({ actor, time }) => actor === approver && time >= begunAt)
  return firstOf(
    [approval.follows === hashOf(canonical(submission)), 'another submission was approved'],
    [signed(approval) === signed(submission), 'something else was approved'],
    [submission.submittedBy.id === submission.actor && approver === approval.actor, 'a step names somebody else than made it'],
    [submissions.every(({ submittedBy }) => submittedBy.id !== approver), 'whoever submitted the period approved it'],
    [!hasDecided && !hasTyped, 'somebody who decided or typed balances in this edition approved it'],
  )
}

function checkVectors(folder) {
  const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
  const hex = (base64) => hexOf(Buffer.from(base64, 'base64'))
  const right = (name, vectors, holds) => {
    const passed = vectors.filter((vector) => holds({ ...vector, hashes: (vector.proof ?? []).map(hex) }) === !vector.wantErr).length
    says(name, passed === vectors.length ? 'holds' : 'does not hold', `${passed} of ${vectors.length}`)
  }
  right('inclusion', read('inclusion'), ({ leafIdx: index, treeSize: size, leafHash: leaf, root, hashes }) => rootByInclusion(hex(leaf), { index, size, hashes }) === hex(root))
  right('consistency', read('consistency'), ({ size1: from, size2: to, root1, root2, hashes }) => isConsistent({ from, to, fromRoot: hex(root1), toRoot: hex(root2), hashes }))
}

/** Runs the checks, and returns whether the keys that signed are those that somebody named. */
function run([file, ...words]) {
  if (file === undefined) return refuse('usage: node check.mjs FILE [KEY...]')
  const isVouched = words.length > 0
  if (file === '--vectors') return checkVectors(words[0]) ?? isVouched
  for (const key of words) want(isRawKey(key), `${key} is no key: base64 of 32 bytes, under which not anybody can sign`)
  if (statSync(file).isDirectory()) return checkPeriod(filesIn(file), words)
  const bytes = readFileSync(file)
  if (bytes.subarray(0, 2).toString() === 'PK') {
    const files = unzip(bytes)
    return isPeriodPack(files) ? checkPeriod(files, words) : (checkPack(files, words) ?? isVouched)
  }
  want(bytes.length <= proofMax, 'it is too long')
  const text = textOf(bytes) ?? refuse('it is not UTF-8')
  if (text.startsWith('c2sp.org/')) checkTlogProof(text, words)
  else checkProof(text, words)
  return isVouched
}

const words = process.argv.slice(2)
try {
  const isVouched = run(words)
  for (const { name, verdict, why } of found) console.log(`${name.padEnd(20)} ${verdict}${why ? `: ${why}` : ''}`)
  const isAny = (wanted) => found.some(({ verdict }) => verdict === wanted)
  process.exitCode = isAny('does not hold') ? 1 : isAny('not judged') ? 2 : isVouched ? 0 : 3
} catch (error) {
  console.error(`${words[0] ?? 'check.mjs'}: ${error.message}`)
  process.exitCode = 2
}
