import type { JsonObject } from '@tallystick/engine/base'
import type { ConsistencyProof } from '@tallystick/engine/merkle'
import type { AnchorReport, LineProof } from '@tallystick/engine/verify'
import type { Anchoring } from './check-anchoring.ts'
import type { CheckLine } from './check-lines.ts'
import type { Expectation, KeyBasis } from './trusted-keys.ts'

export interface Trust extends Expectation {
  /** Whether a person accepts the keys that came with the evidence. */
  readonly trustsOwnKeys: boolean
  readonly anchoring: Anchoring
}

export interface Verification {
  readonly of: 'pack' | 'period' | 'proof'
  readonly log: EvidenceLog
  /** A line for each check, in the order of the links. If one check `does not hold`, nothing is proven. */
  readonly lines: readonly CheckLine[]
  /**
   * The part of the run that a proof proves. Undefined for a pack, which proves the whole run, and for a broken proof.
   */
  readonly proven: ProvenPart | undefined
  readonly unproven: JsonObject
  /** The name of a period, as its submission states it. */
  readonly periodName?: string
  readonly witnesses: AnchorReport['witnesses']
  readonly keyBasis: KeyBasis
  /** Faults of the file that no check shows. */
  readonly damaged: readonly string[]
}

export type ProvenPart = Pick<LineProof, 'runId' | 'leaf' | 'records'>

export interface EvidenceLog {
  /** The signed note; null where the evidence has none. */
  readonly checkpoint: string | null
  readonly keys: readonly string[]
  /** The proof that the log continues the log before the receipt; undefined for a checkpoint alone. */
  readonly consistency?: ConsistencyProof | undefined
}
