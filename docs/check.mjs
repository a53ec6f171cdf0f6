#!/usr/bin/env node
/**
 * Checks evidence of a run with none of Tallystick's code: the pack (a zip), the proof of a line (JSON), or a C2SP
 * tlog-proof. Needs Node 22.2 or later and nothing else. docs/auditors.md says what each check means. Not made: the replay,
 * which needs the engine, and of `completeness` what the rules claim, the order of the lines, and of the run's summary all
 * but how many lines of each kind there are.
 *
 *     node check.mjs FILE [KEY...]      KEY: base64 of a key that /.well-known/tallystick-keys lists
 *     node check.mjs --vectors FOLDER   the vectors of github.com/transparency-dev/merkle in two files
 *
 * Exit code: 0 every check holds, by a KEY; 3 every check holds, by the keys in FILE; 1 one does not; 2 FILE is unreadable.
 */
import { createHash, createPublicKey, verify as verifyEd25519 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

class Unreadable extends Error {}
const refuse = (why) => {
  throw new Unreadable(why)
}
const want = (isSo, why) => isSo || refuse(why)

// SHA-256, and the trees of RFC 6962.

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const bytesOf = (hex) => (/^[0-9a-f]{64}$/.test(String(hex)) ? Buffer.from(hex, 'hex') : undefined)
const leafHash = (line) => sha256(Buffer.from([0]), Buffer.from(line))
const node = (left, right) => sha256(Buffer.from([1]), left, right)
const hashOf = (line) => leafHash(line).toString('hex')

/** The root over lines: of each perfect subtree, then of all of them from the right. */
function rootOf(lines) {
  const subtrees = []
  lines.forEach((line, index) => {
    let hash = leafHash(line)
    for (let rest = index; rest % 2 === 1; rest = (rest - 1) / 2) hash = node(subtrees.pop(), hash)
    subtrees.push(hash)
  })
  return (subtrees.length === 0 ? sha256() : subtrees.reduceRight((right, left) => node(left, right))).toString('hex')
}

/** The root that an inclusion proof leads to, RFC 9162 §2.1.3.2; undefined for a proof that fits no tree. */
function rootByInclusion(leaf, { index, size, hashes }) {
  const siblings = hashes.map(bytesOf)
  if (!isCount(index) || !isCount(size) || index >= size || siblings.includes(undefined)) return undefined
  let [hash, fn, sn] = [bytesOf(leaf), index, size - 1]
  for (const sibling of siblings) {
    if (sn === 0 || hash === undefined) return undefined
    if (fn % 2 === 1 || fn === sn) {
      hash = node(sibling, hash)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else hash = node(hash, sibling)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? hash?.toString('hex') : undefined
}

/** Whether the tree of `to` leaves begins with that of `from`, RFC 9162 §2.1.4.2. */
function isConsistent({ from, to, fromRoot, toRoot, hashes }) {
  const path = hashes.map(bytesOf)
  if (!isCount(from) || !isCount(to) || from > to || path.includes(undefined)) return false
  if (from === 0) {
    const isLater = to === 0 ? toRoot === fromRoot : bytesOf(toRoot) !== undefined
    return hashes.length === 0 && fromRoot === sha256().toString('hex') && isLater
  }
  if (from === to) return hashes.length === 0 && fromRoot === toRoot
  if (path.length === 0) return false
  let [fn, sn] = [from - 1, to - 1]
  while (fn % 2 === 1) [fn, sn] = [(fn - 1) / 2, Math.floor(sn / 2)]
  if (fn === 0) path.unshift(bytesOf(fromRoot))
  if (path.includes(undefined)) return false
  let [fr, sr] = [path[0], path[0]]
  for (const hash of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [node(hash, fr), node(hash, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else sr = node(sr, hash)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && fr?.toString('hex') === fromRoot && sr?.toString('hex') === toRoot
}

// JSON: RFC 8785, and exact decimals.

const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** The value of a canonical line. A member twice, a space or another spelling would be a second reading. */
function parseLine(line, what) {
  try {
    const value = JSON.parse(line)
    if (canonical(value) === line) return value
  } catch {}
  return refuse(`${what} is not canonical JSON`)
}

const scale = 30
const zero = 0n
function units(text) {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,30}))?$/.exec(text) ?? refuse(`${text} is no decimal`)
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`)
}
function decimal(value) {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return value < 0n ? `-${text}` : text
}
const add = (sums, name, value) => sums.set(name, (sums.get(name) ?? zero) + value)
const members = (map, change) => Object.fromEntries([...map].map(([name, value]) => [name, change(value)]))

// Files: the zip that the service writes and no other, notes (C2SP signed-note) and keys.

const packNames =
  'manifest.json rules.json source.ndjson target.ndjson result.ndjson receipts.ndjson proofs.json previous-checkpoint.txt checkpoint.txt keys.txt README.txt'.split(
    ' ',
  )
const uint16 = (...values) => Buffer.from(Uint16Array.from(values).buffer)
const uint32 = (...values) => Buffer.from(Uint32Array.from(values).buffer)
/** SHA-256 of what README.txt says, by the version of the pack: another text may say what no check proves. */
const readmes = {
  1: [
    '67f6b3462625c88ed7412a2d2e0089e5491e4e47fbe8430f89f6455e8184fc9e',
    '877908da6d713217fdfe95d6ea6bdc8e390dbd93092fa6194dc249878f174dad',
  ],
  2: ['0502a3056e7d9c15316fcd4fe6d43c8b66d3a6b371706e2496d42015c365005e'],
}
/** Version 2.0, lengths behind the file, DEFLATE, midnight, 1980-01-01. */
const common = uint16(20, 8, 8, 0, 0x21)

function unzip(bytes) {
  const files = new Map()
  const directory = []
  let at = 0
  const take = (count) => {
    want(at + count <= bytes.length, 'the archive is cut off')
    at += count
    return bytes.subarray(at - count, at)
  }
  const isNext = (wanted) => bytes.subarray(at, at + wanted.length).equals(wanted)
  while (isNext(Buffer.from('PK\u0003\u0004'))) {
    const offset = at
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
function textOf(bytes, name) {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse(`${name} is not UTF-8`)
  }
}

/** The lines of a file in which every line ends with a newline. */
function linesOf(text, name) {
  want(text === '' || text.endsWith('\n'), `${name} does not end with a newline`)
  return text.split('\n').slice(0, -1)
}

function readNote(note) {
  const split = note.lastIndexOf('\n\n')
  const text = note.slice(0, split + 1)
  const [origin, size, root, end] = text.split('\n')
  const isNote = split > 0 && end === '' && /^(0|[1-9]\d*)$/.test(size) && Buffer.from(root, 'base64').length === 32
  if (!isNote || !note.endsWith('\n')) return undefined
  const signatures = note.slice(split + 2, -1).split('\n').map((line) => /^— (\S+) (\S+)$/u.exec(line) ?? [])
  return { text, origin, size: Number(size), root: Buffer.from(root, 'base64').toString('hex'), signatures }
}

const keyId = (name, raw) => sha256(Buffer.from(`${name}\n\u0001`), raw).subarray(0, 4).toString('hex')

/** The keys of vkeys, which name their own id. */
const readKeys = (vkeys) =>
  vkeys.map((vkey) => {
    const [, name, id, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? []
    const bytes = Buffer.from(base64 ?? '', 'base64')
    const raw = bytes.subarray(1)
    return { name, id, raw, isKey: bytes.length === 33 && bytes[0] === 1 && keyId(name, raw) === id }
  })

/** The keys that signed a note; undefined when a known key's signature does not hold. Those of unknown keys are ignored. */
function signersOf(note, keys) {
  const signers = []
  for (const [, name, base64 = ''] of note.signatures) {
    const bytes = Buffer.from(base64, 'base64')
    const key = keys.find((each) => each.isKey && each.name === name && each.id === bytes.subarray(0, 4).toString('hex'))
    if (key === undefined) continue
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.raw])
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (!verifyEd25519(null, Buffer.from(note.text), publicKey, bytes.subarray(4))) return undefined
    signers.push(key)
  }
  return signers
}

// The checks.

const found = []
const says = (name, verdict, why) => found.push({ name, verdict, why })
/** Notes whether a check holds: the first condition that is not so, in words, is why it does not. */
function check(name, conditions) {
  const broken = conditions.find(([isSo]) => !isSo)
  says(name, broken ? 'does not hold' : 'holds', broken?.[1] ?? '')
}

const membersOf = (text) => text.split(' ').sort()
const hasMembers = (object, wanted) => isObject(object) && String(Object.keys(object).sort()) === String(wanted)

/** What stands in a pack, so that nothing in it goes unchecked but what is under `unproven`. */
const manifestMembers = membersOf('engine kind leaves policy result run source target unproven')
const runMembers = membersOf(
  'checkpoint completedAt createdAt engineVersion failure id policy replayOf resultRoot rules sequence source status summary target',
)
const sideMembers = membersOf('recordCount root totals')
const firstReceiptMembers = membersOf(
  'completedAt createdAt engine kind leaves policy previous replayOf result run sequence source target tenant',
)
const receiptMembers = [...firstReceiptMembers, 'actor', 'build', 'received'].sort()

/** Receipt, log and signature, which a pack and a proof have in common. */
function checkLog({ line, bound, previous, inclusion, consistency, note: text, keys: vkeys, trusted, hasHistory, isFormOfOne }) {
  const receipt = JSON.parse(line)
  const isSecond = receipt.kind === 'tallystick/receipt@2'
  check('receiptHash', [
    [receipt.kind === 'tallystick/receipt@1' || isSecond, 'the kind of the receipt is unknown'],
    [hasMembers(receipt, isSecond ? receiptMembers : firstReceiptMembers), 'the receipt has members more or less'],
    [!isFormOfOne || !isSecond, 'a receipt of version 2 is in evidence of version 1'],
    ...Object.entries(bound).map(([name, value]) => [receipt[name] === value, `the receipt has another ${name}`]),
    [!isSecond || receipt.createdAt <= receipt.completedAt, 'the run was completed before it was created'],
  ])
  const note = readNote(text ?? '')
  const { sequence } = receipt
  const keys = readKeys(vkeys)
  const before = previous?.note ? readNote(previous.note) : undefined
  const isFirst = sequence === 0
  const earlier = previous && JSON.parse(previous.line)
  if (hasHistory && !isFirst && previous === null) says('previousReceipt', 'does not hold', 'the receipt before is missing')
  else if (hasHistory || isFirst)
    check('previousReceipt', [
      [!isFirst || (previous === null && receipt.previous === '0'.repeat(64)), 'there is a receipt before the first'],
      [isFirst || hashOf(previous.line) === receipt.previous, 'it is not the one that this receipt names'],
      [isFirst || previous.hash === undefined || previous.hash === receipt.previous, 'its hash is not that of its line'],
      [isFirst || earlier.sequence === sequence - 1, 'it is of another place'],
      [isFirst || earlier.tenant === receipt.tenant, 'it is of another log'],
      [isFirst || !isSecond || earlier.completedAt <= receipt.completedAt, 'it was completed later'],
      [isFirst || (previous.inclusion.index === sequence - 1 && previous.inclusion.size === sequence), 'its proof is for another place'],
      [isFirst || before === undefined || rootByInclusion(receipt.previous, previous.inclusion) === before.root, 'its proof does not lead to the root signed before'],
    ])
  else says('previousReceipt', 'not proven', 'the evidence brings no signed checkpoint of the log before')
  check('logInclusion', [
    [inclusion.index === sequence && inclusion.size === sequence + 1, 'the proof is for another place'],
    [note === undefined || note.size === inclusion.size, 'the checkpoint is of another size'],
    [rootByInclusion(hashOf(line), inclusion) === note?.root, 'the proof does not lead to the signed root'],
  ])
  const fromRoot = isFirst ? sha256().toString('hex') : before?.root
  const { from, to } = consistency ?? {}
  if (consistency && (hasHistory || isFirst))
    check('logConsistency', [
      [from === sequence && to === sequence + 1, 'the proof is between other sizes'],
      [isFirst || (before?.size === sequence && before.origin === note?.origin), 'the checkpoint before is of another log or size'],
      [isFirst || before === undefined || signersOf(before, keys)?.length > 0, 'the checkpoint before is not signed'],
      [isConsistent({ ...consistency, fromRoot, toRoot: note?.root }), 'the log does not begin with the log before'],
    ])
  else says('logConsistency', 'not proven', 'the evidence brings no signed checkpoint of the log before')
  const signers = (note && signersOf(note, keys)) ?? []
  check('checkpointSignature', [
    [note !== undefined, 'the checkpoint cannot be read'],
    [keys.every(({ isKey }) => isKey), 'the id of a key is not its own'],
    [signers.length > 0, 'no known key has signed, or a signature does not hold'],
    [note?.origin.endsWith(`/${receipt.tenant}`), 'the checkpoint is of another tenant’s log'],
    [trusted.length === 0 || signers.some(({ raw }) => trusted.includes(raw.toString('base64'))), 'no trusted key has signed'],
  ])
}

/** That the log as it stood soon after the run is in the index of all logs. What its witnesses say takes a policy: `verify`. */
function checkAnchor(anchor, text) {
  if (anchor == null) return
  const note = readNote(text ?? '')
  const index = readNote(anchor.checkpoint)
  want(Array.isArray(anchor.heads) && anchor.heads.length > 0 && anchor.heads.length <= 64, 'it has no heads, or too many')
  const heads = anchor.heads.map((line) => parseLine(line, 'a head'))
  const head = heads.at(-1)
  const { from, to, hashes } = anchor.consistency
  check('anchor', [
    [heads.every(isHead), 'a head is none'],
    [head.log === sha256(Buffer.from(note?.origin ?? '')).toString('hex'), 'the head is of another log'],
    [heads.every((each, at) => isHead(each) && continues(heads, at, anchor)), 'a head does not continue the one before'],
    [from === note?.size && to === head.size, 'the proof is between other sizes of the log'],
    [isConsistent({ from, to, hashes, fromRoot: note?.root, toRoot: head.root }), 'the log of the head does not begin with this one'],
    [index?.origin === note?.origin.replace(/[^/]*$/, 'index'), 'the checkpoint of the index is of another log'],
    [index !== undefined && signersOf(index, readKeys(anchor.keys))?.length > 0, 'the checkpoint of the index is not signed'],
    [anchor.inclusion.size === index?.size, 'the proof is for another index'],
    [rootByInclusion(hashOf(anchor.heads.at(-1)), anchor.inclusion) === index?.root, 'the head is not in the index'],
  ])
}

const headMembers = membersOf('consistency kind log previous root size')
const isHead = (head) => hasMembers(head, headMembers) && head.kind === 'tallystick/head@2' && Array.isArray(head.consistency)

/** Whether a head of an anchor names the one before it, an earlier entry of the index, and its log begins with that one's. */
function continues(heads, at, anchor) {
  const { log, size, root, previous, consistency } = heads[at]
  if (previous === null) return at === 0 && size > 0 && consistency.length === 0
  const entry = at + 1 < heads.length ? heads[at + 1].previous?.entry : anchor.inclusion.index
  if (!hasMembers(previous, ['entry', 'hash']) || !isCount(previous.entry) || !(previous.entry < entry)) return false
  if (at === 0) return true
  const before = heads[at - 1]
  const isNamed = before.log === log && previous.hash === hashOf(anchor.heads[at - 1]) && before.size < size
  return isNamed && isConsistent({ from: before.size, to: size, fromRoot: before.root, toRoot: root, hashes: consistency })
}

/** The records of a side: each id once, with what it counts in the control totals. */
function readRecords(lines, side) {
  const records = new Map()
  for (const line of lines) {
    const { id, date = '', currency = 'XXX', amount, net, gross } = parseLine(line, `a line of the ${side}`)
    want(typeof id === 'string' && !records.has(id), `the ${side} has the id ${id} twice, or a record without one`)
    const written = amount ?? net ?? gross
    records.set(id, { currency, date, amount: written ? units(written) : zero, hasAmount: written !== undefined, isRest: false })
  }
  return records
}

function controlTotals(records) {
  const sums = new Map()
  for (const { currency, amount, hasAmount } of records.values()) if (hasAmount) add(sums, currency, amount)
  return members(sums, decimal)
}

/** Why the result is not complete; undefined when every record is in exactly one line and the totals add up. */
function incompleteness(lines, { sides, run, roots }) {
  const outcomes = { match: 'matched', break: 'open', excluded: 'excluded', netted: 'netted' }
  const [accepted, turned, fx, counts] = [new Map(), new Map(), new Map(), new Map()]
  const entries = lines.map((line) => parseLine(line, 'a line of the result'))
  const [header, ...rest] = entries
  const totals = rest.pop()
  if (header?.kind !== 'tallystick/result@1' || totals?.kind !== 'totals') return 'it has no header or no totals'
  const isFirst = header.engine === '1'
  for (const side of ['source', 'target'])
    if (canonical(header[side]) !== canonical({ count: sides[side].size, root: roots[side] })) return `its header names another ${side}`
  if (header.engine !== run.engineVersion || header.policy !== run.policy.hash) return 'its header names another engine or policy'
  const idsIn = (entry, side) => (entry.kind === 'netted' ? (entry.side === side ? entry.records : []) : (entry[side] ?? []))
  const settle = (entry) => {
    if (entry.residual) {
      const { side, id, amount } = entry.residual
      const records = sides[side]
      const order = (a, b) => Buffer.compare(Buffer.from(records.get(a).date), Buffer.from(records.get(b).date)) || Buffer.compare(Buffer.from(a), Buffer.from(b))
      const origin = [...entry[side]].sort(order).at(-1)
      let number = 1
      while (records.get(`${origin}~${number}`)?.isRest === false) number += 1
      if (id !== `${origin}~${number}` || records.has(id)) return `what is left over of ${origin} is called ${id}`
      const record = records.get(origin)
      records.set(id, { ...record, amount: units(amount), isRest: true, outcome: undefined })
      record.amount -= units(amount)
      add(counts, 'residual', 1n)
    }
    const [differences, twice] = [new Map(), new Map()]
    for (const side of ['source', 'target'])
      for (const id of idsIn(entry, side)) {
        const record = sides[side].get(id)
        if (record === undefined) return `the ${side} has no record ${id}`
        if (record.outcome !== undefined) return `the ${side} record ${id} is in two lines`
        record.outcome = outcomes[entry.kind]
        const isTurned = entry.turned === true && side === 'target'
        add(differences, record.currency, side === 'source' || isTurned ? -record.amount : record.amount)
        if (isTurned) add(twice, record.currency, 2n * record.amount)
      }
    if (entry.kind === 'match' || entry.kind === 'netted')
      for (const [currency, difference] of differences) {
        if (difference === zero) continue
        if (!accepted.has(currency)) accepted.set(currency, new Map())
        add(accepted.get(currency), entry.variance ?? 'unlabelled', difference)
      }
    if (entry.kind !== 'match') return undefined
    for (const [currency, amount] of twice) if (amount !== zero) add(turned, currency, amount)
    if (entry.converted && differences.size > 1) add(fx, entry.converted.currency, units(entry.converted.difference))
    return undefined
  }
  const isKnown = (entry) => ['source', 'target'].every((side) => idsIn(entry, side).every((id) => sides[side].has(id)))
  const matches = rest.filter(({ kind }) => kind === 'match')
  // A match may be of what another match left over, which stands anywhere among the matches.
  for (let waiting = matches; waiting.length > 0; ) {
    const ready = waiting.filter(isKnown)
    if (ready.length === 0) return 'a match is of records that are unknown'
    for (const entry of ready) {
      const fault = settle(entry)
      if (fault !== undefined) return fault
    }
    waiting = waiting.filter((entry) => !ready.includes(entry))
  }
  for (const entry of rest) {
    add(counts, entry.kind, 1n)
    if (entry.kind === 'match' || entry.kind === 'suggestion') continue
    if (outcomes[entry.kind] === undefined) return `a line is of the kind ${entry.kind}`
    const fault = settle(entry)
    if (fault !== undefined) return fault
  }
  const sumsOf = (records) => {
    const sums = new Map()
    for (const { currency, amount, outcome } of records.values()) {
      const sum = sums.get(currency) ?? { count: 0, total: zero, matched: zero, open: zero, excluded: zero, netted: zero }
      sums.set(currency, { ...sum, count: sum.count + 1, total: sum.total + amount, [outcome]: sum[outcome] + amount })
    }
    return members(sums, ({ count, netted, ...amounts }) => {
      const written = { ...amounts, ...(!isFirst && { netted }) }
      return { count, ...Object.fromEntries(Object.entries(written).map(([name, value]) => [name, decimal(value)])) }
    })
  }
  for (const side of ['source', 'target'])
    for (const [id, { outcome }] of sides[side])
      if (outcome === undefined) return `the ${side} record ${id} is in no line`
  const wanted = {
    kind: 'totals',
    source: sumsOf(sides.source),
    target: sumsOf(sides.target),
    accepted: members(accepted, (labels) => members(labels, decimal)),
    ...(!isFirst && { turned: members(turned, decimal), fx: members(fx, decimal) }),
  }
  if (canonical(totals) !== canonical(wanted)) return 'the totals are not what the records add up to'
  const names = isFirst ? ['match', 'suggestion', 'break'] : ['match', 'netted', 'residual', 'suggestion', 'break']
  const wrong = names.find((kind) => run.summary?.[`${kind}Count`] !== Number(counts.get(kind) ?? zero))
  return wrong && `the run’s summary counts other lines of the kind ${wrong}`
}

function checkPack(bytes, trusted) {
  const files = unzip(bytes)
  const text = (name) => textOf(files.get(name) ?? refuse(`${name} is missing`), name)
  const one = (name) => parseLine(linesOf(text(name), name).join('\n'), name)
  const manifest = one('manifest.json')
  const { run } = manifest
  const version = Number(/^tallystick\/pack@([12])$/.exec(manifest.kind)?.[1] ?? refuse('the version of the pack is unknown'))
  const wanted = packNames.filter((name) => version === 2 || name !== 'previous-checkpoint.txt')
  if (version === 2 && files.has('anchor.json')) wanted.splice(-1, 0, 'anchor.json')
  want(String([...files.keys()]) === String(wanted), 'the pack has other files, or in another order')
  const isClosed =
    hasMembers(manifest, manifestMembers) &&
    hasMembers(run, runMembers) &&
    hasMembers(run.policy, ['hash']) &&
    [run.source, run.target].every((side) => hasMembers(side, sideMembers))
  want(version === 1 || isClosed, 'manifest.json has members more or less')
  want(readmes[version].includes(sha256(files.get('README.txt')).toString('hex')), 'README.txt is another text')
  const lines = Object.fromEntries(['source', 'target', 'result'].map((name) => [name, linesOf(text(`${name}.ndjson`), name)]))
  const roots = Object.fromEntries(Object.entries(lines).map(([name, each]) => [name, rootOf(each)]))
  const sides = {}
  for (const side of ['source', 'target']) {
    sides[side] = readRecords(lines[side], side)
    check(`${side}Root`, [
      [roots[side] === manifest[side] && roots[side] === run[side].root, 'the lines give another root'],
      [lines[side].length === run[side].recordCount, 'the lines are of another count'],
      [canonical(controlTotals(sides[side])) === canonical(run[side].totals), 'the control totals are others'],
    ])
  }
  const rules = parseLine(text('rules.json'), 'rules.json')
  const policy = sha256(files.get('rules.json')).toString('hex')
  check('policyHash', [
    [policy === manifest.policy && policy === run.policy.hash, 'the rules have another hash'],
    [canonical(Array.isArray(rules) ? rules : rules.rules) === canonical(run.rules), 'the run’s record shows other rules'],
  ])
  check('resultRoot', [
    [roots.result === manifest.result && roots.result === run.resultRoot, 'the lines give another root'],
    [lines.result.length === manifest.leaves, 'the lines are of another count'],
  ])
  const gap = incompleteness(lines.result, { sides, run, roots })
  check('completeness', [[gap === undefined, gap]])
  const receipts = linesOf(text('receipts.ndjson'), 'receipts.ndjson')
  want(receipts.length === 1 || receipts.length === 2, 'receipts.ndjson has other than one or two lines')
  receipts.forEach((line) => parseLine(line, 'a receipt'))
  const { inclusion, consistency, previous: before } = one('proofs.json')
  const note = text('checkpoint.txt')
  const [line, earlier] = receipts.toReversed()
  const earlierNote = version === 2 ? text('previous-checkpoint.txt') : ''
  const isOld = earlier !== undefined && JSON.parse(earlier).kind === 'tallystick/receipt@1'
  checkLog({
    line,
    bound: {
      run: run.id,
      engine: run.engineVersion === manifest.engine ? run.engineVersion : undefined,
      createdAt: run.createdAt,
      completedAt: run.status === 'completed' && run.failure === null ? run.completedAt : undefined,
      replayOf: run.replayOf,
      sequence: run.sequence,
      source: roots.source,
      target: roots.target,
      policy,
      result: roots.result,
      leaves: lines.result.length,
    },
    previous: earlier === undefined ? null : { line: earlier, inclusion: before ?? { hashes: [] }, note: earlierNote },
    inclusion,
    consistency,
    note: run.checkpoint === null || run.checkpoint === note ? note : undefined,
    keys: linesOf(text('keys.txt'), 'keys.txt'),
    trusted,
    hasHistory: version === 2 && (earlierNote !== '' || !isOld),
    isFormOfOne: version === 1,
  })
  checkAnchor(files.has('anchor.json') ? one('anchor.json') : null, note)
}

/** The line, its records, and that the one names the other. */
function checkLine({ leaf, records, roots, receipt }) {
  const fault = ({ line, index, leafHash: hash, inclusion }, root) =>
    hashOf(line) === hash && inclusion.index === index && rootByInclusion(hash, inclusion) === root
  const entry = parseLine(leaf.line, 'the line')
  for (const side of ['source', 'target'])
    check(`${side}Records`, [
      [roots[side] === receipt[side], 'the answer names another root than the receipt'],
      [records[side].every((each) => fault(each, receipt[side])), 'a record is not in the dataset that the receipt names'],
      [new Set(records[side].map(({ inclusion }) => inclusion.size)).size < 2, 'the proofs are for different counts of lines'],
      [records[side].every(({ id, line, index, lineNumber }) => parseLine(line, 'a record').id === id && lineNumber === index + 1), 'a record has another id or number'],
    ])
  const prefix = { match: 'mat_', suggestion: 'sug_', break: 'brk_', excluded: 'exc_', netted: 'net_' }[entry.kind]
  check('resultLine', [
    [roots.result === receipt.result && fault(leaf, receipt.result), 'the line is not in the result that the receipt names'],
    [leaf.inclusion.size === receipt.leaves, 'the proof is for another count of lines'],
    [leaf.id === (prefix === undefined ? null : `${prefix}${leaf.leafHash.slice(0, 26)}`), 'the id is not that of the line'],
  ])
  const idsIn = (side) => (prefix === undefined ? [] : entry.kind === 'netted' ? (entry.side === side ? entry.records : []) : (entry[side] ?? []))
  // What a match left over has no line in a dataset: `a~1` stands for a record `a`.
  const origins = (id) => (/~[1-9]\d*$/.test(id) ? [id, ...origins(id.replace(/~[1-9]\d*$/, ''))] : [id])
  check('recordIds', ['source', 'target'].map((side) => {
    const shown = records[side].map(({ id }) => id).sort()
    const named = new Set(idsIn(side).map((id) => origins(id).find((each) => shown.includes(each)) ?? id))
    return [String([...named].sort()) === String(shown), `the line names other records of the ${side}`]
  }))
}

const proofMembers = 'kind runId inputHash outputHash leaf records receipt receiptHash inclusion consistency checkpoint keys links'.split(' ')

/** JSON laid out in any way. A member that is there twice would be lost when the value is written again. */
function parseJson(text) {
  const value = JSON.parse(text)
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''))
  want(JSON.stringify(value) === plain, 'it has a member twice, or a second spelling of a value')
  return value
}

function checkProof(text, trusted) {
  const proof = parseJson(text.replace(/^\ufeff/, ''))
  const version = Number(/^tallystick\/proof@([12])$/.exec(proof.kind)?.[1] ?? refuse('it is no proof of a line'))
  const wanted = [...proofMembers, ...(version === 2 ? ['previous'] : []), ...(version === 2 && proof.anchor ? ['anchor'] : [])].sort()
  want(String(Object.keys(proof).sort()) === String(wanted), 'it has members more or less than a proof')
  const { leaf, records, receipt, previous } = proof
  checkLine({ leaf, records, receipt, roots: { ...proof.inputHash, result: proof.outputHash } })
  const line = canonical(receipt)
  const isOld = previous != null && JSON.parse(previous.receipt).kind === 'tallystick/receipt@1'
  checkLog({
    line: hashOf(line) === proof.receiptHash ? line : '{}',
    bound: { run: proof.runId },
    previous: previous ? { line: previous.receipt, hash: previous.receiptHash, inclusion: previous.inclusion, note: previous.checkpoint ?? '' } : null,
    inclusion: proof.inclusion,
    consistency: proof.consistency,
    note: proof.checkpoint,
    keys: proof.keys.every(({ name, keyId: id, vkey }) => vkey.startsWith(`${name}+${id}+`)) ? proof.keys.map(({ vkey }) => vkey) : [''],
    trusted,
    hasHistory: version === 2 && !(isOld && previous.checkpoint === null),
    isFormOfOne: version === 1,
  })
  checkAnchor(proof.anchor, proof.checkpoint)
}

function checkTlogProof(text, trusted) {
  want(trusted.length > 0, 'a tlog-proof brings no keys: name one that you trust')
  const split = text.indexOf('\n\n')
  const [first, extra = '', place = '', ...hashes] = text.slice(0, split).split('\n')
  const index = /^index (0|[1-9]\d*)$/.exec(place)?.[1]
  want(first === 'c2sp.org/tlog-proof@v1' && extra.startsWith('extra ') && index !== undefined, 'it is no tlog-proof of a run')
  const proof = parseLine(textOf(Buffer.from(extra.slice(6), 'base64'), 'extra'), 'extra')
  const isOfLine = /^tallystick\/proof@[12]$/.test(proof.kind)
  want(isOfLine || /^tallystick\/evidence@[12]$/.test(proof.kind), 'the kind of its extra is unknown')
  const wanted = isOfLine ? ['kind', 'leaf', 'receipt', 'records', 'runId'] : ['kind', 'receipt', 'runId']
  want(String(Object.keys(proof).sort()) === String(wanted), 'its extra has members more or less')
  const { leaf, records, receipt, runId } = proof
  const { source, target, result } = receipt
  if (isOfLine) checkLine({ leaf, records, receipt, roots: { source, target, result } })
  const note = text.slice(split + 2)
  const origin = note.split('\n')[0]
  const keys = trusted.map((base64) => {
    const raw = Buffer.from(base64, 'base64')
    return `${origin}+${keyId(origin, raw)}+${Buffer.concat([Buffer.from([1]), raw]).toString('base64')}`
  })
  const inclusion = { index: Number(index), size: Number(index) + 1, hashes: hashes.map((hash) => Buffer.from(hash, 'base64').toString('hex')) }
  checkLog({ line: canonical(receipt), bound: { run: runId }, previous: null, inclusion, note, keys, trusted, hasHistory: false })
}

function checkVectors(folder) {
  const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
  const hex = (base64) => Buffer.from(base64, 'base64').toString('hex')
  const right = (name, vectors, holds) => {
    const count = vectors.filter((vector) => holds({ ...vector, hashes: (vector.proof ?? []).map(hex) }) === !vector.wantErr).length
    says(name, count === vectors.length ? 'holds' : 'does not hold', `${count} of ${vectors.length}`)
  }
  right('inclusion', read('inclusion'), ({ leafIdx: index, treeSize: size, leafHash: leaf, root, hashes }) => rootByInclusion(hex(leaf), { index, size, hashes }) === hex(root))
  right('consistency', read('consistency'), ({ size1: from, size2: to, root1, root2, hashes }) => isConsistent({ from, to, fromRoot: hex(root1), toRoot: hex(root2), hashes }))
}

function run([file, ...words]) {
  if (file === undefined) return refuse('usage: node check.mjs FILE [KEY...]')
  if (file === '--vectors') return checkVectors(words[0])
  for (const key of words) want(Buffer.from(key, 'base64').length === 32, `${key} is no key: base64 of 32 bytes`)
  const bytes = readFileSync(file)
  if (bytes.subarray(0, 2).toString() === 'PK') return checkPack(bytes, words)
  const text = textOf(bytes, 'it')
  return text.startsWith('c2sp.org/') ? checkTlogProof(text, words) : checkProof(text, words)
}

const words = process.argv.slice(2)
try {
  run(words)
  for (const { name, verdict, why } of found) console.log(`${name.padEnd(20)} ${verdict}${why ? `: ${why}` : ''}`)
  const isBroken = found.some(({ verdict }) => verdict === 'does not hold')
  process.exitCode = isBroken ? 1 : words.length > 1 ? 0 : 3
} catch (error) {
  console.error(`${words[0] ?? 'check.mjs'}: ${error.message}`)
  process.exitCode = 2
}
