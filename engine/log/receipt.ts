import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { leafHash } from '../merkle/tree.ts'

/** What one completed run says of itself; the log adds `sequence`, `previous` and `kind`. Hashes are hex. */
export interface ReceiptFields {
  readonly completedAt: string
  readonly createdAt: string
  readonly engine: string
  readonly leaves: number
  readonly policy: string
  readonly replayOf: string | null
  readonly result: string
  readonly run: string
  readonly source: string
  readonly target: string
  /** SHA-256 of the tenant's id: a receipt can be shown without naming the tenant. */
  readonly tenant: string
}

/** A receipt in its log. */
export interface Receipt extends ReceiptFields {
  readonly kind: 'tallystick/receipt@1'
  /** Leaf hash of the receipt before; 64 zeros in the first. */
  readonly previous: string
  /** Its place in the log, from 0. */
  readonly sequence: number
}

/** A tenant's log between two runs. `previous` is the leaf hash of the newest receipt, 64 zeros before the first. */
export interface LogState {
  readonly size: number
  readonly frontier: readonly string[]
  readonly root: string
  readonly previous: string
}

export interface SealedReceipt {
  /** `{"completedAt":"…","kind":"tallystick/receipt@1",…,"sequence":4,…}` */
  readonly line: string
  readonly leafHash: string
  readonly log: LogState
  /** RFC 6962 §2.1.1, of this receipt in the tree that it closes. */
  readonly inclusion: readonly string[]
  /** RFC 6962 §2.1.2, from the tree before; empty from size 0. */
  readonly consistency: readonly string[]
}

/** What the first receipt of a log names as the one before it. */
export const noReceipt = '0'.repeat(64)

/** The log of a tenant without runs. */
export const emptyLog = (sha256: Sha256): LogState => ({
  size: 0,
  frontier: [],
  root: toHex(sha256()),
  previous: noReceipt,
})

/** Appends a run's receipt to the log: its line, both proofs and the log that results. O(log n) hashes. */
export function appendReceipt(sha256: Sha256, log: LogState, fields: ReceiptFields): SealedReceipt {
  const line = canonicalize({ ...fields, kind: 'tallystick/receipt@1', previous: log.previous, sequence: log.size })
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
 * The consistency proof from a tree to the one with one more leaf needs nothing but the frontier: a perfect tree is
 * its own first hash (left out, the verifier has it); otherwise the smallest subtree stands beside the new leaf.
 */
function consistencyOfNext(frontier: readonly string[], leaf: string): readonly string[] {
  if (frontier.length === 0) return []
  if (frontier.length === 1) return [leaf]
  const [smallest, ...larger] = frontier.toReversed()
  return smallest === undefined ? [] : [smallest, leaf, ...larger]
}
