import type { InclusionProof } from '../../merkle/proofs.ts'
import type { LogInput, Verdict } from '../chain/chain.ts'

/** What the proof of one line of a result is read as, and what is reported of it. */

/** The links of such a proof, each of which has a check. */
export const lineCheckNames = [
  'sourceRecords',
  'targetRecords',
  'resultLine',
  'recordIds',
  'receiptHash',
  'logInclusion',
  'logConsistency',
  'checkpointSignature',
] as const
export type LineCheckName = (typeof lineCheckNames)[number]

export interface LineCheck extends Verdict {
  readonly name: LineCheckName
}

export interface LineReport {
  readonly verified: boolean
  /** In the order of `lineCheckNames`; those that the proof holds anything of. */
  readonly checks: readonly LineCheck[]
  readonly firstFailure: LineCheckName | null
  /** What a pack proves and this proof does not. */
  readonly absent: readonly AbsentLink[]
}

/** A link of a run's chain that is no part of a single proof. */
export interface AbsentLink {
  readonly name: string
  /** One sentence for a person. */
  readonly detail: string
}

/** A line of an artifact and its way to the artifact's root, as served: nothing of it is taken on trust. */
export interface ProvenLine {
  readonly index: number
  /** The bytes that are hashed, without newline. */
  readonly line: string
  readonly leafHash: string
  readonly inclusion: InclusionProof
}

/** A line of the result. */
export interface ProvenLeaf extends ProvenLine {
  /** Null for the first and the last line, which are of the whole run. */
  readonly id: string | null
}

/** A line of a dataset. */
export interface ProvenRecord extends ProvenLine {
  readonly id: string
  /** From 1. */
  readonly lineNumber: number
}

export interface LineProof extends LogInput {
  /** A JSON answer of the service, or the C2SP tlog-proof of the same, which has neither roots nor keys beside it. */
  readonly form: 'answer' | 'tlog-proof'
  readonly runId: string
  /** What stands beside the receipt. */
  readonly roots?: { readonly source: string; readonly target: string; readonly result: string }
  /** What stands beside the texts of the keys, in their order. */
  readonly keyNames: readonly { readonly name: string; readonly keyId: string }[]
  /** Left out where the receipt is all that is proven. */
  readonly leaf?: ProvenLeaf
  readonly records: { readonly source: readonly ProvenRecord[]; readonly target: readonly ProvenRecord[] }
}
