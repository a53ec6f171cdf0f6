import type { JsonObject } from '@tallystick/engine/base'
import type { ConsistencyProof } from '@tallystick/engine/merkle'
import type { AnchorReport, LineProof } from '@tallystick/engine/verify'
import type { Anchoring } from './check-anchoring.ts'
import type { CheckLine } from './check-lines.ts'
import type { Expectation, KeyBasis } from './trusted-keys.ts'

/** What a person trusts, by which evidence is verified. */
export interface Trust extends Expectation {
  /** Whether the keys that the evidence brings are enough. */
  readonly trustsOwnKeys: boolean
  readonly anchoring: Anchoring
}

/** The result of verifying a piece of evidence. */
export interface Verification {
  readonly of: 'pack' | 'proof'
  /** What the evidence says of the log. */
  readonly log: EvidenceLog
  /** A line each check, in the order of the links. Nothing is proven where one `does not hold`. */
  readonly lines: readonly CheckLine[]
  /** What a proof proves; undefined of a pack, which proves the whole run, and where the proof is broken. */
  readonly proven: ProvenPart | undefined
  /** What the evidence says besides and no check proves. */
  readonly unproven: JsonObject
  /** What witnesses say of the anchor. */
  readonly witnesses: AnchorReport['witnesses']
  /** By which keys the checks hold. */
  readonly keyBasis: KeyBasis
  /** Faults of the file that none of its checks shows, in words. */
  readonly damaged: readonly string[]
}

/** The line of a proof, and the records that it names. */
export type ProvenPart = Pick<LineProof, 'runId' | 'leaf' | 'records'>

/** What a file of evidence says of the log. */
export interface EvidenceLog {
  /** The signed note; null where it has none. */
  readonly checkpoint: string | null
  /** The vkeys that the file brings; none of a checkpoint alone. */
  readonly keys: readonly string[]
  /** From the log before the receipt; undefined of a checkpoint alone. */
  readonly consistency?: ConsistencyProof | undefined
}
