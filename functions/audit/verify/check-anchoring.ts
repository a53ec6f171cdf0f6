import { formatVkey, type TlogPolicy } from '@tallystick/engine/log'
import { type Anchor, type AnchorReport, verifyAnchor } from '@tallystick/engine/verify'
import { type CheckLine, lineOfCheck } from './check-lines.ts'
import type { TrustedCertificates } from './trusted-certificates.ts'
import type { VerifyPlatform } from './verify-platform.ts'

export interface Anchoring {
  readonly policy: TlogPolicy | undefined
  readonly certificates: TrustedCertificates
}

/** The keys of the logs that a policy names: they count as trusted. */
export const keysOfPolicy = ({ policy }: Pick<Anchoring, 'policy'>): readonly string[] =>
  policy?.logs.map(formatVkey) ?? []

interface CheckedAnchor {
  readonly lines: readonly CheckLine[]
  readonly witnesses: AnchorReport['witnesses']
}

interface Anchored {
  /** The signed note of the run; null where there is none. */
  readonly checkpoint: string | null
  readonly anchor: Anchor | null
}

/** Checks that the anchor of evidence holds and meets the policy, and checks its time stamp. */
export async function checkAnchoring(
  platform: VerifyPlatform,
  { checkpoint, anchor }: Anchored,
  { policy, certificates }: Anchoring,
): Promise<CheckedAnchor> {
  const { sha256, verifySignature, now } = platform
  const report = await verifyAnchor({ sha256, verify: verifySignature }, { checkpoint, anchor, policy })
  const stamp = anchor?.timestamp ?? null
  const lines = report.checks.map(lineOfCheck)
  if (anchor === null || stamp === null) return { lines, witnesses: report.witnesses }
  // Loaded only where there is a stamp: the code for certificates takes longer to load than evidence takes to verify.
  const { checkTimeStamp } = await import('./time-stamp-check.ts')
  const line = await checkTimeStamp(sha256, { stamp, note: anchor.checkpoint }, { certificates, now: now() })
  return { lines: [...lines, line], witnesses: report.witnesses }
}
