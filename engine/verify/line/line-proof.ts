import type { LineWithProof } from '../../merkle/prove-lines.ts'
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
  /** The checks in the order of `lineCheckNames`, without links that the proof does not cover. */
  readonly checks: readonly LineCheck[]
  readonly firstFailure: LineCheckName | null
  readonly absent: readonly AbsentLink[]
}

export interface AbsentLink {
  readonly name: string
  readonly detail: string
}

/** Lines with inclusion proofs as served: nothing in them is trusted. */
export interface ProvenLeaf extends LineWithProof {
  /** Null for the first and the last line of a result, which are about the whole run. */
  readonly id: string | null
}

export interface ProvenRecord extends LineWithProof {
  readonly id: string
  /** The number of the line, from 1. */
  readonly lineNumber: number
}

export interface LineProof extends LogInput {
  /** A JSON answer of the service, or a C2SP tlog-proof, which shows no roots and keys beside the receipt. */
  readonly form: 'answer' | 'tlog-proof'
  readonly runId: string
  /** Null for a run that was not anchored; undefined in a tlog-proof. */
  readonly anchor?: Anchor | null
  readonly roots?: { readonly source: string; readonly target: string; readonly result: string }
  /** The names of `keys`, in the same order. */
  readonly keyNames: readonly { readonly name: string; readonly keyId: string }[]
  /** Undefined in a proof of the receipt alone. */
  readonly leaf?: ProvenLeaf
  readonly records: { readonly source: readonly ProvenRecord[]; readonly target: readonly ProvenRecord[] }
}
