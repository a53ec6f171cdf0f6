import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import type { EvidenceKind, EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import type { TrustTexts } from '@tallystick/audit/verify/pasted-trust'
import type { KeyBasis, ShownKey } from '@tallystick/audit/verify/trusted-keys'
import type { ProvenPart, Verification } from '@tallystick/audit/verify/verification'
import type { RunOverview } from './engine-types.ts'

export interface EvidenceRequest {
  /** Left out where the last file is verified again under other keys. */
  readonly file?: File
  /** Undefined where the keys in the evidence are trusted. */
  readonly trust: TrustTexts | undefined
}

export type OnLine = (line: CheckLine) => void

/** A key found in the evidence, with the name of the log that it signs. */
export interface BroughtKey extends ShownKey {
  readonly name: string
}

export interface VerifiedEvidence extends Omit<Verification, 'log' | 'damaged'> {
  /** The keys found in the evidence. Whoever made the evidence chose them. */
  readonly brought: readonly BroughtKey[]
  readonly log: { readonly origin: string; readonly size: number } | undefined
  readonly runId: string
  /** Set only for a pack whose links all hold and whose replay gave the same bytes. */
  readonly run: RunOverview | undefined
  /** Whether `periodReport` answers: of a period whose checks hold and that was run again. */
  readonly hasReport: boolean
}

/** For print, or as a workbook. */
export type PeriodReportForm = 'html' | 'xlsx'

export type EvidenceEnd =
  | { readonly kind: 'verified'; readonly evidence: VerifiedEvidence }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unreadable'; readonly form: EvidenceKind; readonly faults: readonly string[] }
  /** The evidence is a C2SP tlog-proof, which contains no key: the visitor has to give one. */
  | { readonly kind: 'needs-keys' }
  /** This browser cannot verify Ed25519 signatures, so it cannot verify any evidence. */
  | { readonly kind: 'no-signatures' }

export type { CheckLine, EvidenceKind, EvidenceUse, KeyBasis, ProvenPart, ShownKey, TrustTexts }
