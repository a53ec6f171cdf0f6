import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import type { EvidenceKind, EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import type { TrustTexts } from '@tallystick/audit/verify/pasted-trust'
import type { KeyBasis, ShownKey } from '@tallystick/audit/verify/trusted-keys'
import type { ProvenPart, Verification } from '@tallystick/audit/verify/verification'
import type { RunOverview } from './engine-types.ts'

export interface EvidenceRequest {
  /** Left out to verify the file before again, under other keys. */
  readonly file?: File
  /** Undefined to take the keys of the evidence. */
  readonly trust: TrustTexts | undefined
}

export type OnLine = (line: CheckLine) => void

/** A key that came with evidence, with the name of the log that it signs. */
export interface BroughtKey extends ShownKey {
  readonly name: string
}

export interface VerifiedEvidence extends Omit<Verification, 'log' | 'damaged'> {
  /** The keys that came with the evidence, chosen by whoever made it. */
  readonly brought: readonly BroughtKey[]
  readonly log: { readonly origin: string; readonly size: number } | undefined
  readonly runId: string
  /** The run of a pack whose links all hold and whose replay gave the same bytes. */
  readonly run: RunOverview | undefined
}

export type EvidenceEnd =
  | { readonly kind: 'verified'; readonly evidence: VerifiedEvidence }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unreadable'; readonly form: EvidenceKind; readonly faults: readonly string[] }
  /** A C2SP tlog-proof brings no key. */
  | { readonly kind: 'needs-keys' }
  /** This browser has no Ed25519, without which no evidence can be verified. */
  | { readonly kind: 'no-signatures' }

export type { CheckLine, EvidenceKind, EvidenceUse, KeyBasis, ProvenPart, ShownKey, TrustTexts }
