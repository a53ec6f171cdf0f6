import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import {
  hasOnlyMembers,
  isCount,
  isHash,
  isText,
  isTimestamp,
  orAbsent,
  orNull,
  parseLine,
  parseShape,
  type ValueTest,
} from '../base/json-shape.ts'
import { versionFault } from '../base/kind-version.ts'
import { type Parsed, refused } from '../base/parsed.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { emptyRoot, leafHash } from '../merkle/tree.ts'

/** Receipts of completed runs, which are leaves of a tenant's log. */

export interface ReceiptFields {
  /** The id of the API key; null where no key was used. */
  readonly actor: string | null
  /** SHA-256 of the engine's bundle. */
  readonly build: string
  readonly completedAt: string
  readonly createdAt: string
  readonly engine: string
  readonly leaves: number
  readonly policy: string
  /** The received files; null for a side without a file, or where the file is unknown. */
  readonly received: { readonly source: ReceivedFile | null; readonly target: ReceivedFile | null }
  readonly replayOf: string | null
  readonly result: string
  readonly run: string
  readonly source: string
  readonly target: string
  /** The SHA-256 of the tenant's id, so that a receipt can be shown without naming the tenant. */
  readonly tenant: string
  /** Of a period's run: the id of the period. */
  readonly period?: string
  /** Of a period's run: the root over the lines of its instructions; absent without any. */
  readonly instructions?: string
}

export interface ReceivedFile {
  readonly bytes: number
  /** Null for a format that has a single encoding. */
  readonly encoding: string | null
  readonly format: string
  readonly intake: string
  /** SHA-256 of the canonical JSON of the mapping; null without one. */
  readonly mapping: string | null
  readonly sha256: string
}

export interface Receipt extends ReceiptFields {
  /** Receipts of periods have the second kind. */
  readonly kind: typeof receiptKind | typeof periodReceiptKind
  /** The leaf hash of the previous entry. */
  readonly previous: string
  readonly sequence: number
}

const receiptKind = 'tallystick/receipt@2'
const periodReceiptKind = 'tallystick/receipt@3'

/** The value of `previous` in the first entry of a log. */
export const noReceipt = '0'.repeat(64)

/** The line without its newline: `{"actor":null,"build":"…",…,"kind":"tallystick/receipt@2",…,"sequence":4,…}` */
export const formatReceipt = (receipt: Receipt): string => canonicalize(JSON.parse(JSON.stringify(receipt)))

/** Reads a line without its newline. Refuses every other spelling and unknown members. */
export function parseReceipt(line: string): Parsed<Receipt> {
  const read = parseShape<Receipt>(line, 'a receipt', receiptTests)
  if (read.ok && read.value.kind === kindOf(read.value)) return read
  if (read.ok) return refused('Got a receipt whose kind does not fit its members')
  return refused(versionFault(parseLine(line), receiptKind) ?? read.detail)
}

const kindOf = ({ period, instructions }: Pick<ReceiptFields, 'period' | 'instructions'>): Receipt['kind'] =>
  period === undefined && instructions === undefined ? receiptKind : periodReceiptKind

const isReceivedFile = hasOnlyMembers({
  bytes: isCount,
  encoding: orNull(isText),
  format: isText,
  intake: isText,
  mapping: orNull(isHash),
  sha256: isHash,
} satisfies { readonly [name in keyof ReceivedFile]: ValueTest })

const receiptTests = {
  actor: orNull(isText),
  build: isHash,
  completedAt: isTimestamp,
  createdAt: isTimestamp,
  engine: isText,
  instructions: orAbsent(isHash),
  kind: (value) => value === receiptKind || value === periodReceiptKind,
  leaves: isCount,
  period: orAbsent(isText),
  policy: isHash,
  previous: isHash,
  received: hasOnlyMembers({ source: orNull(isReceivedFile), target: orNull(isReceivedFile) }),
  replayOf: orNull(isText),
  result: isHash,
  run: isText,
  sequence: isCount,
  source: isHash,
  target: isHash,
  tenant: isHash,
} satisfies { readonly [name in keyof Receipt]-?: ValueTest }

export interface LogState {
  readonly size: number
  /** The roots of the perfect subtrees, the largest first: see `createFrontier`. */
  readonly frontier: readonly string[]
  readonly root: string
  /** The leaf hash of the newest entry. */
  readonly previous: string
}

export interface SealedReceipt {
  readonly line: string
  readonly leafHash: string
  readonly log: LogState
  /** The inclusion proof (RFC 6962 §2.1.1) of the receipt in `log`. */
  readonly inclusion: readonly string[]
  /** The consistency proof (RFC 6962 §2.1.2) from the previous log; empty from size 0. */
  readonly consistency: readonly string[]
}

export const emptyLog = (sha256: Sha256): LogState => ({
  size: 0,
  frontier: [],
  root: toHex(emptyRoot(sha256)),
  previous: noReceipt,
})

/** Appends the receipt of a run. O(log n) hashes. */
export const appendReceipt = (sha256: Sha256, log: LogState, fields: ReceiptFields): SealedReceipt =>
  appendReceiptLine(
    sha256,
    log,
    formatReceipt({ ...fields, kind: kindOf(fields), previous: log.previous, sequence: log.size }),
  )

/** Appends the line of an entry. The line is not parsed: it must already contain `previous` and size of the log. */
export function appendReceiptLine(sha256: Sha256, log: LogState, line: string): SealedReceipt {
  const leaf = leafHash(sha256, utf8(line))
  const frontier = createFrontier(sha256, { size: log.size, hashes: log.frontier })
  frontier.append(leaf)
  const state = frontier.state()
  return {
    line,
    leafHash: toHex(leaf),
    log: { size: state.size, frontier: state.hashes, root: toHex(frontier.root()), previous: toHex(leaf) },
    inclusion: log.frontier.toReversed(),
    consistency: consistencyOfNext(log.frontier, toHex(leaf)),
  }
}

/**
 * The consistency proof from a tree to the tree with one more leaf. For a perfect tree the proof is the new leaf, since
 * the verifier has the root of that tree. For any other tree it is the smallest subtree, the new leaf beside it, and
 * the larger subtrees to the left.
 */
function consistencyOfNext(frontier: readonly string[], leaf: string): readonly string[] {
  const [smallest, ...larger] = frontier.toReversed()
  if (smallest === undefined) return []
  return larger.length === 0 ? [leaf] : [smallest, leaf, ...larger]
}
