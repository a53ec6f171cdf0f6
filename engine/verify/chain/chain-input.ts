import type { JsonValue } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { VerifySignature } from '../../log/checkpoint.ts'
import type { Deletion } from '../../log/deletion.ts'
import type { LogState } from '../../log/receipt.ts'
import type { ConsistencyProof, InclusionProof } from '../../merkle/proofs.ts'
import type { ArtifactPart } from './artifact-reader.ts'

/** The stored values of a sealed run that `verifyProofChain` reads. Nothing in them is taken on trust. */

/** The platform's hash and its Ed25519 verification. */
export interface ChainPlatform {
  readonly sha256: Sha256
  readonly verify: VerifySignature
}

/** The receipt of a run and the proofs of its place in the log, as they are stored. */
export interface LogInput {
  /** SHA-256 of the tenant's id in hex, if the caller knows the tenant. */
  readonly tenant?: string
  /** Null when the receipt is missing. */
  readonly receipt: StoredReceipt | null
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
  /** The signed note of the run; null when it is missing. */
  readonly checkpoint: string | null
  /** The receipt before; null when there is none, undefined if the evidence is a tlog-proof, which shows none. */
  readonly previous?: StoredReceipt | null
  /** The receipt before in the tree of its own checkpoint; undefined where there is none. */
  readonly previousInclusion?: InclusionProof
  /** The signed note of the receipt before; null or undefined where there is none. */
  readonly previousCheckpoint?: string | null
  /** The vkeys of the log, old keys included. */
  readonly keys: readonly string[]
  /**
   * If the caller trusts only some keys: one of these must have signed. Each is a vkey, or the base64 of the bytes of a
   * key among `keys`.
   */
  readonly trusted?: readonly string[]
  /** The origin of the log that the caller wants, if it wants a certain one. */
  readonly origin?: string
  /** Notes on the periods of the service's keys, oldest first; undefined if the evidence is of a form that brings none. */
  readonly periods?: readonly string[]
  /**
   * The log as it stands, and the leaf hashes of all receipts after this run's, if the caller has them; null when the log
   * should be stored and is not.
   */
  readonly log?: { readonly state: LogState; readonly later: AsyncIterable<string> | Iterable<string> } | null
}

/** A sealed run as it is stored. */
export interface ChainInput extends LogInput {
  readonly run: SealedRun
  /** Id of the API key that made the run, if the caller has it; null where no key did. */
  readonly actor?: string | null
  /** The hashes in a pack's manifest, beside the run's record. */
  readonly manifest?: ManifestClaims
  /** The three artifacts. Each is read once, in this order. */
  readonly source: AsyncIterable<ArtifactPart>
  readonly target: AsyncIterable<ArtifactPart>
  readonly result: AsyncIterable<ArtifactPart>
  /** The rows of the datasets, if the caller has them. */
  readonly datasets?: { readonly source?: DatasetClaims; readonly target?: DatasetClaims }
  /** The sides whose records were deleted, and so are not there to be read, with the deletion in the log. */
  readonly deleted?: { readonly source?: DeletedDataset; readonly target?: DeletedDataset }
  /** The policy as canonical JSON: the effective rules, alone or beside the reference data that they refer to. */
  readonly rules: string | Uint8Array
  readonly previous: StoredReceipt | null
}

/** The members of a run's record that its evidence proves. Other members are ignored. */
export interface SealedRun {
  readonly id: string
  readonly status: string
  /** The problem of a failed run; null in every sealed run. */
  readonly failure: JsonValue
  readonly engineVersion: string
  readonly policy: { readonly hash: string }
  /** The effective rules as the record shows them; left out when the caller has no such copy. */
  readonly rules?: JsonValue
  readonly source: PinnedSide
  readonly target: PinnedSide
  readonly resultRoot: string | null
  readonly summary: JsonValue
  /** When not null, the note that is verified, byte for byte. */
  readonly checkpoint: string | null
  readonly replayOf: string | null
  readonly sequence: number | null
  readonly createdAt: string
  readonly completedAt: string | null
}

/** A dataset as the run pinned it. */
export interface PinnedSide {
  readonly root: string
  readonly recordCount: number
  readonly totals: Totals
}

/** Control totals: canonical decimals by currency. */
export type Totals = { readonly [currency: string]: string }

/** The row of a dataset. */
export interface DatasetClaims extends PinnedSide {
  readonly byteCount: number
  readonly period: { readonly from: string | null; readonly to: string | null }
  /** The file that the dataset was read from, as the row notes it. */
  readonly received?: JsonValue
}

/** What the log says of a dataset that was deleted. */
export type DeletedDataset = Pick<Deletion, 'completedAt' | 'root' | 'sequence'>

/** The hashes in a pack's manifest. */
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
  /** The leaf hash stored beside the line; a pack has none. */
  readonly leafHash?: string
}
