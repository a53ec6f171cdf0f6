import { compareUtf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { isObject, jsonText, parseLine } from '../../base/json-shape.ts'
import type { Receipt } from '../../log/receipt.ts'
import { rootOfInclusion } from '../../merkle/proofs.ts'
import type { LineWithProof } from '../../merkle/prove-lines.ts'
import { hashOfLine } from '../../merkle/tree.ts'
import { knownIdOf } from '../../record/residual-id.ts'
import { type Side, sides } from '../../record/side.ts'
import { idOfLine, isNamedKind } from '../../result/line-id.ts'
import { type ResultEntry, readEntry } from '../chain/result-entry.ts'
import { type Claim, contradicting, fails, holds, notJudged, sentenceOf, type Verdict } from '../chain/verdict.ts'
import type { LineProof, ProvenLeaf, ProvenRecord } from './line-proof.ts'

interface ReadProof {
  readonly proof: LineProof
  readonly receipt: Receipt | undefined
}

/**
 * The checks `sourceRecords` and `targetRecords`: each shown record is a line of the dataset that the receipt names.
 */
export function checkRecords(sha256: Sha256, read: ReadProof, side: Side): Verdict {
  const claims = rootClaims(read, side)
  const [root] = claims
  if (root === undefined) return notJudged(noRoot)
  const records = read.proof.records[side]
  const size = records[0]?.inclusion.size
  for (const record of records) {
    const fault = recordFault(record) ?? placeFault(sha256, record, claims)
    if (fault !== undefined) return { ...fault, detail: `The record ${record.id} of the ${side}: ${fault.detail}` }
    if (record.inclusion.size !== size)
      return fails(
        { expected: String(size), actual: String(record.inclusion.size) },
        `The proofs are for different counts of lines of the ${side}.`,
      )
  }
  if (records.length > 0) return holds(root.value ?? null, areInDataset(records.length, side))
  const other = claims.find(({ value }) => value !== root.value)
  return other === undefined
    ? holds(root.value ?? null, `The line is about no record of the ${side}.`)
    : fails(
        { expected: other.value ?? null, actual: root.value ?? null },
        `${sentenceOf(root.where)} names another root of the ${side} than ${other.where}.`,
      )
}

const areInDataset = (count: number, side: Side): string =>
  count === 1
    ? `The record of the ${side} is a line of the dataset of this root.`
    : `The ${count} records of the ${side} are lines of the dataset of this root.`

/** The check `resultLine`: the line is in the result that the receipt names, and its id follows from its leaf hash. */
export function checkLeaf(sha256: Sha256, read: ReadProof, leaf: ProvenLeaf): Verdict {
  const { receipt } = read
  const claims = rootClaims(read, 'result')
  if (claims.length === 0) return notJudged(noRoot)
  const fault = placeFault(sha256, leaf, claims)
  if (fault !== undefined) return fault
  const { index, size } = leaf.inclusion
  if (receipt !== undefined && receipt.leaves !== size)
    return fails(
      { expected: String(receipt.leaves), actual: String(size) },
      'The proof is for another count of lines of the result than the receipt has.',
    )
  const entry = readEntry(leaf.line)
  if (typeof entry === 'string')
    return fails({ expected: null, actual: null }, `The line is none of a result: ${entry}.`)
  const id = isNamedKind(entry.kind) ? idOfLine(entry.kind, leaf.leafHash) : null
  if (id !== leaf.id)
    return fails({ expected: id ?? 'none', actual: leaf.id ?? 'none' }, 'The id is not that of the line.')
  const end = id === null ? '' : ` and the id ${id}`
  return (
    (receipt && headerFault(entry, receipt)) ??
    holds(leaf.leafHash, `Line ${index + 1} of the ${size} of the result has this leaf hash${end}.`)
  )
}

const noRoot = 'the receipt that names the root is not known to be the one in the log.'

/**
 * The check `recordIds`: the proof shows exactly the records of the line. `isSealed`: line and records passed their own
 * checks.
 */
export function checkIds(leaf: ProvenLeaf, records: LineProof['records'], isSealed: boolean): Verdict {
  const entry = readEntry(leaf.line)
  if (!isSealed || typeof entry === 'string')
    return notJudged('the line or its records are not those that were sealed.')
  for (const side of sides) {
    const shown = records[side].map(({ id }) => id).toSorted(compareUtf8)
    const known = new Set(shown)
    // A residual has no line in a dataset, so the proof shows its record instead.
    const named = new Set(entry[side].map((id) => knownIdOf(id, known) ?? id))
    const [expected, actual] = [jsonText([...named].toSorted(compareUtf8)), jsonText(shown)]
    if (expected !== actual)
      return fails({ expected, actual }, `The line names other records of the ${side} than those that are here.`)
  }
  const count = entry.source.length + entry.target.length
  return holds(
    null,
    count === 0
      ? 'The line is about the whole run, and names no record.'
      : 'These are all records that the line names.',
  )
}

function rootClaims({ proof, receipt }: ReadProof, of: Side | 'result'): readonly Claim[] {
  const claims = [
    { where: 'the answer', value: proof.roots?.[of] },
    { where: 'the receipt', value: receipt?.[of] },
  ]
  return claims.filter(({ value }) => value !== undefined)
}

function placeFault(sha256: Sha256, proven: LineWithProof, claims: readonly Claim[]): Verdict | undefined {
  const { index, line, inclusion } = proven
  const leaf = hashOfLine(sha256, line)
  if (leaf !== proven.leafHash)
    return fails({ expected: proven.leafHash, actual: leaf }, 'The line does not have the leaf hash beside it.')
  if (inclusion.index !== index)
    return fails(
      { expected: String(index), actual: String(inclusion.index) },
      'The proof is for the line of another index.',
    )
  const root = rootOfInclusion(sha256, leaf, inclusion)
  if (root === undefined)
    return fails({ expected: null, actual: null }, 'The proof has hashes too few, too many or malformed for its place.')
  const wrong = contradicting(root, claims)
  return (
    wrong &&
    fails(
      { expected: wrong.value ?? null, actual: root },
      `The proof does not lead from the line to the root that ${wrong.where} names.`,
    )
  )
}

function recordFault({ id, index, line, lineNumber }: ProvenRecord): Verdict | undefined {
  const record = parseLine(line)
  const ownId = isObject(record) ? record['id'] : undefined
  if (lineNumber !== index + 1)
    return fails(
      { expected: String(index + 1), actual: String(lineNumber) },
      'Its line number is not its index and one.',
    )
  if (ownId === id) return undefined
  return fails({ expected: jsonText(ownId), actual: jsonText(id) }, 'Its line is of another id.')
}

function headerFault({ kind, line }: ResultEntry, receipt: Receipt): Verdict | undefined {
  if (kind !== 'tallystick/result@1') return undefined
  const { engine, policy } = line
  const [source, target] = sides.map((side) => {
    const pinned = line[side]
    return isObject(pinned) ? pinned['root'] : undefined
  })
  const actual = jsonText({ engine, policy, source, target })
  const expected = jsonText({
    engine: receipt.engine,
    policy: receipt.policy,
    source: receipt.source,
    target: receipt.target,
  })
  return actual === expected
    ? undefined
    : fails({ expected, actual }, 'The first line of the result names other things than the receipt.')
}
