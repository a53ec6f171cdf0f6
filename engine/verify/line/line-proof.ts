import type { InclusionProof } from '../../merkle/proofs.ts'
import type { Anchor } from '../anchor/anchor.ts'
import type { LogInput } from '../chain/chain-input.ts'
import type { Verdict } from '../chain/verdict.ts'

/** The proof of one line of a result, and the report on it. */

/** The links of the proof of a line; each has a check. */
export const lineCheckNames = [
  'sourceRecords',
  'targetRecords',
  'resultLine',
  'recordIds',
  'receiptHash',
  'previousReceipt',
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
  /** In the order of `lineCheckNames`, without the links that the proof says nothing about. */
  readonly checks: readonly LineCheck[]
  readonly firstFailure: LineCheckName | null
  /** The links that a pack proves and this proof does not. */
  readonly absent: readonly AbsentLink[]
}

/** A link of a run's chain that the proof of a line does not cover. */
export interface AbsentLink {
  readonly name: string
  /** One sentence for a person. */
  readonly detail: string
}

/** A line of an artifact with its proof to the artifact's root, as served: nothing in it is taken on trust. */
export interface ProvenLine {
  readonly index: number
  /** The hashed bytes, without newline. */
  readonly line: string
  readonly leafHash: string
  readonly inclusion: InclusionProof
}

/** A line of the result. */
export interface ProvenLeaf extends ProvenLine {
  /** Null for the first and the last line, which are about the whole run. */
  readonly id: string | null
}

/** A line of a dataset. */
export interface ProvenRecord extends ProvenLine {
  readonly id: string
  /** From 1. */
  readonly lineNumber: number
}

/** A parsed proof of a line. */
export interface LineProof extends LogInput {
  /** A JSON answer of the service, or a C2SP tlog-proof, which has no roots and keys beside the receipt. */
  readonly form: 'answer' | 'tlog-proof'
  readonly runId: string
  /** Null in the proof of a run that was not anchored; undefined in a tlog-proof. */
  readonly anchor?: Anchor | null
  /** The roots that an answer shows beside the receipt. */
  readonly roots?: { readonly source: string; readonly target: string; readonly result: string }
  /** The names and ids that an answer shows beside the vkeys, in the order of `keys`. */
  readonly keyNames: readonly { readonly name: string; readonly keyId: string }[]
  /** Left out when the proof is of the receipt alone. */
  readonly leaf?: ProvenLeaf
  readonly records: { readonly source: readonly ProvenRecord[]; readonly target: readonly ProvenRecord[] }
}
