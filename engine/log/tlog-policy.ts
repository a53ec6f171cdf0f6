import { textOf } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'
import { type CosignerKey, parseCosignerKey } from './cosignature.ts'
import { parseVkey, type VerifierKey } from './verifier-key.ts'

/**
 * C2SP tlog-policy: whose logs count, and which witnesses have to cosign a checkpoint.
 *
 *     log tallystick.dev/index+58a1e4c3+AZ…
 *     witness bank witness.bank.example/w1+8d66cf3f+BP…
 *     witness auditor witness.auditor.example/w1+1c00b2d9+BA… https://witness.auditor.example
 *     group both all bank auditor
 *     quorum both
 */
export interface TlogPolicy {
  /** The keys of logs. A checkpoint needs a signature by one whose name is its origin. */
  readonly logs: readonly VerifierKey[]
  readonly witnesses: readonly PolicyWitness[]
  /** Undefined for `quorum none`: no cosignature is needed. */
  readonly quorum: PolicyMember | undefined
}

interface PolicyWitness {
  readonly name: string
  readonly key: CosignerKey
}

/** Who can witness a checkpoint. A group does where at least `threshold` of its members do. */
type PolicyMember = PolicyWitness | PolicyGroup

interface PolicyGroup {
  readonly name: string
  readonly threshold: number
  readonly members: readonly PolicyMember[]
}

const policyLengthMax = 200_000

/** The most logs, witnesses and groups together. The specification asks for at least 32 of each. */
const entryCountMax = 1_000

/**
 * Reads a policy; its last line may lack the newline. Refuses control characters, keys of other types than 0x01 for
 * logs and 0x04 for witnesses, and two logs or two witnesses with the same public key.
 */
export function parseTlogPolicy(sha256: Sha256, file: Uint8Array): Parsed<TlogPolicy> {
  if (file.length > policyLengthMax)
    return refused(`Got a policy of ${file.length} bytes, wanted at most ${policyLengthMax}`)
  const reading: Reading = { sha256, logs: [], witnesses: [], named: new Map(), taken: new Set(), quorum: [] }
  for (const [index, line] of linesOf(file).entries()) {
    const fault = readLine(reading, line)
    if (fault !== undefined) return refused(`Line ${index + 1}: ${fault}`)
  }
  const [quorum] = reading.quorum
  if (quorum === undefined) return refused('Got a policy without a quorum line')
  const { logs, witnesses } = reading
  return parsed({ logs, witnesses, quorum: quorum === 'none' ? undefined : quorum })
}

export function isWitnessed(member: PolicyMember, cosigned: ReadonlySet<CosignerKey>): boolean {
  if ('key' in member) return cosigned.has(member.key)
  return member.members.filter((each) => isWitnessed(each, cosigned)).length >= member.threshold
}

interface Reading {
  readonly sha256: Sha256
  readonly logs: VerifierKey[]
  readonly witnesses: PolicyWitness[]
  readonly named: Map<string, PolicyMember>
  /** The names that are already members of a group. */
  readonly taken: Set<string>
  /** Empty until the quorum line has been read. */
  readonly quorum: (PolicyMember | 'none')[]
}

/** The lines, with one character for each byte: the specification compares names by their bytes, in any encoding. */
function linesOf(file: Uint8Array): readonly string[] {
  let text = ''
  for (const byte of file) text += String.fromCharCode(byte)
  return text.split('\n')
}

const isAllowed = (line: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(line)

function readLine(reading: Reading, line: string): string | undefined {
  if (!isAllowed(line)) return 'Got a control character'
  const [keyword, ...words] = line.split(/[ \t]+/).filter((word) => word !== '')
  if (keyword === undefined || keyword.startsWith('#')) return undefined
  if (reading.logs.length + reading.named.size >= entryCountMax && keyword !== 'quorum')
    return `Got more than ${entryCountMax} logs, witnesses and groups`
  if (keyword === 'log') return readLog(reading, words)
  if (keyword === 'witness') return readWitness(reading, words)
  if (keyword === 'group') return readGroup(reading, words)
  if (keyword === 'quorum') return readQuorum(reading, words)
  return `Got ${shown(keyword)}, wanted log, witness, group or quorum`
}

function readLog({ sha256, logs }: Reading, [vkey, ...rest]: readonly string[]): string | undefined {
  if (vkey === undefined || rest.length > 1) return 'Wanted “log” with a vkey and at most a URL'
  const key = parseVkey(sha256, decoded(vkey))
  if (!key.ok) return key.detail
  if (logs.some((log) => isSameKey(log, key.value))) return 'Got a log whose public key another log has'
  logs.push(key.value)
  return undefined
}

function readWitness(reading: Reading, [name, vkey, ...rest]: readonly string[]): string | undefined {
  const { sha256, witnesses, named } = reading
  if (name === undefined || vkey === undefined || rest.length > 1)
    return 'Wanted “witness” with a name, a vkey and at most a URL'
  const fault = nameFault(reading, name)
  if (fault !== undefined) return fault
  const key = parseCosignerKey(sha256, decoded(vkey))
  if (!key.ok) return key.detail
  if (witnesses.some((witness) => isSameKey(witness.key, key.value)))
    return 'Got a witness whose public key another witness has'
  const witness = { name: decoded(name), key: key.value }
  witnesses.push(witness)
  named.set(name, witness)
  return undefined
}

function readGroup(reading: Reading, [name, count, ...names]: readonly string[]): string | undefined {
  const { named, taken } = reading
  if (name === undefined || count === undefined || names.length === 0)
    return 'Wanted “group” with a name, any, all or a number, and its members'
  const fault = nameFault(reading, name)
  if (fault !== undefined) return fault
  const threshold = thresholdOf(count, names.length)
  if (threshold === undefined)
    return `Got the threshold ${shown(count)}, wanted any, all or a number from 1 to ${names.length}`
  const members: PolicyMember[] = []
  for (const each of names) {
    const member = named.get(each)
    if (member === undefined) return `Got the member ${shown(each)}, wanted a witness or group of a line before`
    if (taken.has(each)) return `Got the member ${shown(each)} again, wanted each in one group and once`
    taken.add(each)
    members.push(member)
  }
  named.set(name, { name: decoded(name), threshold, members })
  return undefined
}

function readQuorum({ named, quorum }: Reading, [name, ...rest]: readonly string[]): string | undefined {
  if (name === undefined || rest.length > 0) return 'Wanted “quorum” with one name'
  if (quorum.length > 0) return 'Got a second quorum line, wanted one'
  const member = name === 'none' ? 'none' : named.get(name)
  if (member === undefined) return `Got the quorum ${shown(name)}, wanted none, or a witness or group of a line before`
  quorum.push(member)
  return undefined
}

function nameFault({ named }: Reading, name: string): string | undefined {
  if (name === 'none') return 'Got the name “none”, which stands for no witness at all'
  return named.has(name) ? `Got the name ${shown(name)} again, wanted one witness or group of each name` : undefined
}

function thresholdOf(count: string, memberCount: number): number | undefined {
  if (count === 'any') return 1
  if (count === 'all') return memberCount
  return /^[1-9][0-9]{0,5}$/.test(count) && Number(count) <= memberCount ? Number(count) : undefined
}

const isSameKey = ({ publicKey: one }: VerifierKey, { publicKey: other }: VerifierKey): boolean =>
  one.every((byte, index) => byte === other[index])

/** Decodes a word from UTF-8. A word that is not UTF-8 keeps one character for each byte. */
const decoded = (word: string): string => textOf(Uint8Array.from(word, (unit) => unit.charCodeAt(0))) ?? word

const shown = (word: string): string => quoted(decoded(word))
