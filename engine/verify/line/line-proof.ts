import type { InclusionProof } from '../../merkle/proofs.ts'
import type { Anchor } from '../anchor/anchor.ts'
import type { LogInput } from '../chain/chain-input.ts'
import type { Verdict } from '../chain/verdict.ts'

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
  /** In the order of `lineCheckNames`, without links that the proof does not cover. */
  readonly checks: readonly LineCheck[]
  readonly firstFailure: LineCheckName | null
  /** The links that a pack proves and this proof does not. */
  readonly absent: readonly AbsentLink[]
}

export interface AbsentLink {
  readonly name: string
  /** One sentence for a person. */
  readonly detail: string
}

/** A line with its inclusion proof in the artifact, as served and untrusted. */
export interface ProvenLine {
  readonly index: number
  /** The hashed bytes, without newline. */
  readonly line: string
  readonly leafHash: string
  readonly inclusion: InclusionProof
}

export interface ProvenLeaf extends ProvenLine {
  /** Null for the first and the last line, which are about the whole run. */
  readonly id: string | null
}

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
  /** Null for a run that was not anchored; undefined in a tlog-proof. */
  readonly anchor?: Anchor | null
  /** The roots beside the receipt in an answer. */
  readonly roots?: { readonly source: string; readonly target: string; readonly result: string }
  /** The names and ids beside the vkeys in an answer, in the order of `keys`. */
  readonly keyNames: readonly { readonly name: string; readonly keyId: string }[]
  /** Undefined in a proof of the receipt alone. */
  readonly leaf?: ProvenLeaf
  readonly records: { readonly source: readonly ProvenRecord[]; readonly target: readonly ProvenRecord[] }
}
