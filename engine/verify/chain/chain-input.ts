import type { JsonValue } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { VerifySignature } from '../../log/checkpoint.ts'
import type { Deletion } from '../../log/deletion.ts'
import type { LogState } from '../../log/receipt.ts'
import type { ConsistencyProof, InclusionProof } from '../../merkle/proofs.ts'
import type { ArtifactPart } from './artifact-reader.ts'

/** The stored values of a sealed run that `verifyProofChain` reads. None of them is trusted. */

export interface ChainPlatform {
  readonly sha256: Sha256
  readonly verify: VerifySignature
}

export interface LogInput {
  /** SHA-256 of the tenant's id in hex, if known. */
  readonly tenant?: string
  readonly receipt: StoredReceipt | null
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
  readonly checkpoint: string | null
  /** The previous receipt of the log; null where there is none, undefined in a tlog-proof, which does not show it. */
  readonly previous?: StoredReceipt | null
  /** Proves the previous receipt in the tree of the previous checkpoint; undefined for the first receipt. */
  readonly previousInclusion?: InclusionProof
  /** Null or undefined for the first receipt. */
  readonly previousCheckpoint?: string | null
  readonly keys: readonly string[]
  /**
   * Where only some keys are trusted, one of these must have signed. Each is a vkey, or the base64 of one of `keys`.
   */
  readonly trusted?: readonly string[]
  readonly origin?: string
  /** The notes on key periods, oldest first; undefined in forms of evidence that have none. */
  readonly periods?: readonly string[]
  /**
   * The newest state of the log and the leaf hashes after the run's; undefined where unknown, null where the stored log
   * is missing.
   */
  readonly log?: { readonly state: LogState; readonly later: AsyncIterable<string> | Iterable<string> } | null
}

export interface ChainInput extends LogInput {
  readonly run: SealedRun
  readonly actor?: string | null
  readonly manifest?: ManifestClaims
  /** The artifacts. Each is read once, in this order. */
  readonly source: AsyncIterable<ArtifactPart>
  readonly target: AsyncIterable<ArtifactPart>
  readonly result: AsyncIterable<ArtifactPart>
  readonly datasets?: { readonly source?: DatasetClaims; readonly target?: DatasetClaims }
  /** The deletion entries of sides whose records were deleted and cannot be read. */
  readonly deleted?: { readonly source?: DeletedDataset; readonly target?: DeletedDataset }
  /** Canonical JSON: the effective rules, alone or with the reference data that they name. */
  readonly rules: string | Uint8Array
  /** The lines of the instructions of a period's run; absent without any. */
  readonly instructions?: readonly string[]
  readonly previous: StoredReceipt | null
}

/** The members of a run's record that are checked. Other members are ignored. */
export interface SealedRun {
  readonly id: string
  readonly status: string
  readonly failure: JsonValue
  readonly engineVersion: string
  readonly policy: { readonly hash: string }
  readonly rules?: JsonValue
  readonly source: PinnedSide
  readonly target: PinnedSide
  readonly resultRoot: string | null
  readonly summary: JsonValue
  /** Unless null, it must be byte for byte the verified note. */
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

/** The control totals of a side: canonical decimals by currency. */
export type Totals = { readonly [currency: string]: string }

export interface DatasetClaims extends PinnedSide {
  readonly byteCount: number
  readonly period: { readonly from: string | null; readonly to: string | null }
  readonly received?: JsonValue
}

type DeletedDataset = Pick<Deletion, 'completedAt' | 'root' | 'sequence'>

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
  readonly leafHash?: string
}
