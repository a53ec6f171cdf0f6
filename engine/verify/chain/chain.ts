import type { JsonValue } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { VerifySignature } from '../../log/checkpoint.ts'
import type { LogState } from '../../log/receipt.ts'
import type { ConsistencyProof, InclusionProof } from '../../merkle/proofs.ts'
import type { ArtifactPart } from './artifact-reader.ts'

/** What `verifyProofChain` reads, and what it reports. */

export const chainCheckNames = [
  'sourceRoot',
  'targetRoot',
  'policyHash',
  'resultRoot',
  'completeness',
  'receiptHash',
  'previousReceipt',
  'logInclusion',
  'logConsistency',
  'checkpointSignature',
] as const
export type ChainCheckName = (typeof chainCheckNames)[number]

/** How one link of the chain fared. */
export interface Verdict {
  readonly passed: boolean
  /** What the value had to be, and what it is; null where there is no single value. */
  readonly expected: string | null
  readonly actual: string | null
  /** One sentence for a person. */
  readonly detail: string
}

export interface ChainCheck extends Verdict {
  readonly name: ChainCheckName
}

export interface ChainReport {
  readonly verified: boolean
  /** All ten, in the order of `chainCheckNames`. */
  readonly checks: readonly ChainCheck[]
  readonly firstFailure: ChainCheckName | null
}

/** What the platform lends: its hash, and its Ed25519. */
export interface ChainPlatform {
  readonly sha256: Sha256
  readonly verify: VerifySignature
}

/** What is stored of a receipt's place in its log, as it is stored. */
export interface LogInput {
  /** SHA-256 of the tenant's id in hex, where the reader knows it. */
  readonly tenant?: string
  /** Null when it is missing. */
  readonly receipt: StoredReceipt | null
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
  /** The run's own signed note; null when it is missing. */
  readonly checkpoint: string | null
  /** The signed note of the receipt before, where the reader has it; null when it should be there and is not. */
  readonly previousCheckpoint?: string | null
  /** Texts of the log's keys, old ones too. */
  readonly keys: readonly string[]
  /**
   * Where the reader trusts some keys alone: one of them must have signed. Texts of keys, or base64 of the raw bytes of
   * one that is among `keys`.
   */
  readonly trusted?: readonly string[]
  /** Signatures of none of the keys spoil a checkpoint, unless they are ignored. */
  readonly strangers?: 'ignored' | 'refused'
  /** The log as it stands, and the leaf hashes of all receipts after this run's, where the reader has them. */
  readonly log?: { readonly state: LogState; readonly later: AsyncIterable<string> | Iterable<string> }
}

/** Everything that is stored of a sealed run, as it is stored: nothing of it is taken on trust. */
export interface ChainInput extends LogInput {
  readonly run: SealedRun
  /** What a pack's manifest says beside the run's record. */
  readonly manifest?: ManifestClaims
  /** The artifacts in order. Each is read once: source, target, result. */
  readonly source: AsyncIterable<ArtifactPart>
  readonly target: AsyncIterable<ArtifactPart>
  readonly result: AsyncIterable<ArtifactPart>
  /** What the rows of the datasets say, where the reader has them. */
  readonly datasets?: { readonly source?: DatasetClaims; readonly target?: DatasetClaims }
  /** Bytes of the effective rules. */
  readonly rules: string | Uint8Array
  /** The receipt before; null when there is none. */
  readonly previous: StoredReceipt | null
}

/** The members of a run's record that its evidence proves. More members do no harm. */
export interface SealedRun {
  readonly id: string
  readonly status: string
  /** A problem, which only a run that was never sealed has. */
  readonly failure: JsonValue
  readonly engineVersion: string
  readonly policy: { readonly hash: string }
  /** The effective rules; left out where `rules` is all there is. */
  readonly rules?: JsonValue
  readonly source: PinnedSide
  readonly target: PinnedSide
  readonly resultRoot: string | null
  readonly summary: JsonValue
  /** When not null, the very note that is verified. */
  readonly checkpoint: string | null
  readonly replayOf: string | null
  readonly sequence: number | null
  readonly createdAt: string
  readonly completedAt: string | null
}

export interface PinnedSide {
  readonly root: string
  readonly recordCount: number
  readonly totals: Totals
}

/** Control totals, by currency. */
export type Totals = { readonly [currency: string]: string }

export interface DatasetClaims extends PinnedSide {
  readonly byteCount: number
  readonly period: { readonly from: string | null; readonly to: string | null }
}

export interface ManifestClaims {
  readonly source: string
  readonly target: string
  readonly result: string
  readonly policy: string
  readonly engine: string
  readonly leaves: number
}

export interface StoredReceipt {
  readonly line: string
  /** The leaf hash stored beside the line, where there is one. */
  readonly leafHash?: string
}
