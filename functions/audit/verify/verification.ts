import type { JsonObject } from '@tallystick/engine/base'
import type { ConsistencyProof } from '@tallystick/engine/merkle'
import type { AnchorReport, LineProof } from '@tallystick/engine/verify'
import type { Anchoring } from './check-anchoring.ts'
import type { CheckLine } from './check-lines.ts'
import type { Expectation, KeyBasis } from './trusted-keys.ts'

export interface Trust extends Expectation {
  /** Whether the keys that came with the evidence are enough. */
  readonly trustsOwnKeys: boolean
  readonly anchoring: Anchoring
}

export interface Verification {
  readonly of: 'pack' | 'proof'
  readonly log: EvidenceLog
  /** A line each check, in the order of the links. Nothing is proven where one `does not hold`. */
  readonly lines: readonly CheckLine[]
  /** Undefined for a pack, which proves the whole run, and for a broken proof. */
  readonly proven: ProvenPart | undefined
  readonly unproven: JsonObject
  readonly witnesses: AnchorReport['witnesses']
  readonly keyBasis: KeyBasis
  /** Faults of the file that none of its checks shows. */
  readonly damaged: readonly string[]
}

export type ProvenPart = Pick<LineProof, 'runId' | 'leaf' | 'records'>

export interface EvidenceLog {
  /** The signed note; null without one. */
  readonly checkpoint: string | null
  readonly keys: readonly string[]
  /** The proof from the log before the receipt; undefined for a checkpoint alone. */
  readonly consistency?: ConsistencyProof | undefined
}
