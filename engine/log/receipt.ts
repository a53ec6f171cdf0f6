import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import {
  hasOnlyMembers,
  isCount,
  isHash,
  isText,
  isTimestamp,
  orNull,
  parseLine,
  parseShape,
  type ValueTest,
} from '../base/json-shape.ts'
import { versionFault } from '../base/kind-version.ts'
import { type Parsed, refused } from '../base/parsed.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { emptyRoot, leafHash } from '../merkle/tree.ts'

/** Receipts of completed runs, and the tenant's log whose leaves they are. */

/** What a receipt says of its run. Hashes are lower-case hex. */
export interface ReceiptFields {
  /** Id of the API key that asked for the run; null when none did. */
  readonly actor: string | null
  /** SHA-256 of the bundle of the engine that executed the run. */
  readonly build: string
  readonly completedAt: string
  readonly createdAt: string
  readonly engine: string
  /** Count of the result's lines. */
  readonly leaves: number
  readonly policy: string
  /** The file that each side was read from; null where none was received, or nothing is known of it. */
  readonly received: { readonly source: ReceivedFile | null; readonly target: ReceivedFile | null }
  readonly replayOf: string | null
  /** Root of the result. */
  readonly result: string
  readonly run: string
  /** Root of the source dataset. */
  readonly source: string
  /** Root of the target dataset. */
  readonly target: string
  /** SHA-256 of the tenant's id: a receipt can be shown without naming the tenant. */
  readonly tenant: string
}

/** A file as it was received, before it was read into records. */
export interface ReceivedFile {
  readonly bytes: number
  /** Null for a format that has only one. */
  readonly encoding: string | null
  readonly format: string
  /** Version of the reader that made records of the file. */
  readonly intake: string
  /** SHA-256 of the canonical JSON of the mapping as it was applied; null where none was. */
  readonly mapping: string | null
  readonly sha256: string
}

/** A receipt as the service writes it. */
export interface Receipt extends ReceiptFields {
  readonly kind: typeof receiptKind
  /** Leaf hash of the receipt before; 64 zeros in the first. */
  readonly previous: string
  /** Index in the log, from 0. */
  readonly sequence: number
}

const receiptKind = 'tallystick/receipt@2'

/** `previous` of the first receipt of a log. */
export const noReceipt = '0'.repeat(64)

/** The line of a receipt, without newline: `{"actor":null,"build":"…",…,"kind":"tallystick/receipt@2",…,"sequence":4,…}` */
export const formatReceipt = (receipt: Receipt): string => canonicalize(JSON.parse(JSON.stringify(receipt)))

/** Reads the line of a receipt, without newline. Refuses every other spelling, and members that no receipt has. */
export function parseReceipt(line: string): Parsed<Receipt> {
  const read = parseShape<Receipt>(line, 'a receipt', receiptTests)
  if (read.ok) return read
  return refused(versionFault(parseLine(line), receiptKind) ?? read.detail)
}

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
  kind: (value) => value === receiptKind,
  leaves: isCount,
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
} satisfies { readonly [name in keyof Receipt]: ValueTest }

/** A tenant's log as it stands after its newest receipt. */
export interface LogState {
  readonly size: number
  /** Roots of the perfect subtrees, largest first: see `createFrontier`. */
  readonly frontier: readonly string[]
  readonly root: string
  /** Leaf hash of the newest receipt; 64 zeros in an empty log. */
  readonly previous: string
}

/** A receipt that was appended to its log. */
export interface SealedReceipt {
  readonly line: string
  readonly leafHash: string
  /** The log whose last leaf is this receipt. */
  readonly log: LogState
  /** Inclusion proof of this receipt in that log, RFC 6962 §2.1.1. */
  readonly inclusion: readonly string[]
  /** Consistency proof from the log before, RFC 6962 §2.1.2; empty from size 0. */
  readonly consistency: readonly string[]
}

/** The log of a tenant without runs. */
export const emptyLog = (sha256: Sha256): LogState => ({
  size: 0,
  frontier: [],
  root: toHex(emptyRoot(sha256)),
  previous: noReceipt,
})

/** Appends the receipt of a run to a log; comes back with its line, both proofs and the new log. O(log n) hashes. */
export const appendReceipt = (sha256: Sha256, log: LogState, fields: ReceiptFields): SealedReceipt =>
  appendReceiptLine(
    sha256,
    log,
    formatReceipt({ ...fields, kind: receiptKind, previous: log.previous, sequence: log.size }),
  )

/**
 * Appends the line of a receipt that was made before. Does not read the line: that it has the log's `previous` and size
 * is for the caller to see.
 */
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
 * The consistency proof from a tree to the tree with one more leaf, from the frontier of the first. A perfect tree has
 * the new leaf as its only sibling, and its own root is left out: the verifier has it. In any other tree the proof is
 * the smallest subtree, its sibling the new leaf, and the larger subtrees to their left.
 */
function consistencyOfNext(frontier: readonly string[], leaf: string): readonly string[] {
  const [smallest, ...larger] = frontier.toReversed()
  if (smallest === undefined) return []
  return larger.length === 0 ? [leaf] : [smallest, leaf, ...larger]
}
