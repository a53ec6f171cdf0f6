import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import type { EvidenceKind, EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import type { TrustTexts } from '@tallystick/audit/verify/pasted-trust'
import type { KeyBasis, ShownKey } from '@tallystick/audit/verify/trusted-keys'
import type { ProvenPart, Verification } from '@tallystick/audit/verify/verification'
import type { RunOverview } from './engine-types.ts'

/** What the page and its Web Worker tell each other about evidence. */

/** Evidence, and whom a visitor trusts. */
export interface EvidenceRequest {
  /** The file; left out to verify the one before under other keys. */
  readonly file?: File
  /** Undefined where the keys of the evidence are to be taken. */
  readonly trust: TrustTexts | undefined
}

export type OnLine = (line: CheckLine) => void

/** A key that evidence brings, with the name of the log that it signs. */
export interface BroughtKey extends ShownKey {
  readonly name: string
}

/** Evidence that was verified, whatever came of it. */
export interface VerifiedEvidence extends Omit<Verification, 'log' | 'damaged'> {
  /** Those that the evidence brings: whoever made it has chosen them. */
  readonly brought: readonly BroughtKey[]
  /** The checkpoint that the evidence names; undefined where it names none. */
  readonly log: { readonly origin: string; readonly size: number } | undefined
  readonly runId: string
  /** The run of a pack whose links all hold and whose replay gave the same bytes. */
  readonly run: RunOverview | undefined
}

/** What came of a file that was to be verified. */
export type EvidenceEnd =
  | { readonly kind: 'verified'; readonly evidence: VerifiedEvidence }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unreadable'; readonly form: EvidenceKind; readonly faults: readonly string[] }
  /** A C2SP tlog-proof brings no key to verify it with. */
  | { readonly kind: 'needs-keys' }
  /** This browser has no Ed25519, without which no evidence can be verified. */
  | { readonly kind: 'no-signatures' }

export type { CheckLine, EvidenceKind, EvidenceUse, KeyBasis, ProvenPart, ShownKey, TrustTexts }
