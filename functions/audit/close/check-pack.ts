import { canonicalize, engineVersion } from '@tallystick/engine/base'
import {
  decisionsFault,
  editionOf,
  type PeriodFiles,
  type PeriodSigning,
  signedByKeys,
  stateOf,
} from '@tallystick/engine/close'
import { verifyPeriod } from '@tallystick/engine/verify'
import { type EvidenceUse, refused } from '../verify/evidence-file.ts'
import type { VerifyPlatform } from '../verify/verify-platform.ts'
import { followFiles } from './follow-pack.ts'
import { isApproved, type OwnPeriod, openOwn, settleOwn } from './own-period.ts'

export interface CheckedPack {
  readonly opened: OwnPeriod
  /** The period after it, run; undefined where the pack is not approved yet. */
  readonly next: OwnPeriod | undefined
}

/**
 * Opens the files of somebody's pack. Refuses an approved period of which not everything holds, and one that is not
 * approved yet unless the same holds of it but the approval. Costs a few runs.
 */
export async function checkPack(platform: VerifyPlatform, files: PeriodFiles): Promise<EvidenceUse<CheckedPack>> {
  const opened = openOwn(platform.sha256, files)
  if (!opened.ok) return opened
  if (!isApproved(opened.value)) return checkPending(platform, opened.value)
  const following = await followFiles(platform, files)
  const next = following.ok ? settleOwn(platform.sha256, following.value) : following
  return next.ok ? { ok: true, value: { opened: opened.value, next: next.value } } : next
}

async function checkPending(platform: VerifyPlatform, given: OwnPeriod): Promise<EvidenceUse<CheckedPack>> {
  const { submission } = editionOf(given.period.signed)
  const isRunAnew = submission === undefined && given.period.manifest.engine !== engineVersion
  const opened = isRunAnew ? settleOwn(platform.sha256, given.files) : ({ ok: true, value: given } as const)
  if (!opened.ok) return opened
  const signing = await pendingSigning(platform, opened.value)
  if (!signing.ok) return signing
  const report = await verifyPeriod(platform, opened.value.files, { replay: 'wanted', signing: signing.value })
  if (!report.ok) return refused(report.detail)
  const isWanted = (name: string): boolean => name !== 'submission' || submission !== undefined
  const broken = report.value.checks.filter(({ name, verdict }) => verdict !== 'holds' && isWanted(name))
  return broken.length === 0
    ? { ok: true, value: { opened: opened.value, next: undefined } }
    : { ok: false, faults: broken.map(({ name, verdict, detail }) => `${name} ${verdict}: ${detail}`) }
}

/** The signatures of a period as if it were approved as it is, so that the same checks can be made of it. */
async function pendingSigning(
  platform: VerifyPlatform,
  { files, period, proven }: OwnPeriod,
): Promise<EvidenceUse<PeriodSigning>> {
  const signed = await signedByKeys(platform, files)
  if (!signed.ok) return refused(signed.detail)
  const state = stateOf(platform.sha256, files, proven)
  const { submission } = editionOf(period.signed)
  const isOther = submission !== undefined && canonicalize(submission.state) !== canonicalize(state)
  const approved: PeriodSigning['approved'] = {
    ...{ items: state.items, proof: state.proof, leafHash: '' },
    filesFault: () => (isOther ? 'Other files were submitted.' : undefined),
    decisionsFault: (checked) => decisionsFault(platform.sha256, checked),
    chainFault: () => undefined,
    approvalFault: () => undefined,
  }
  const { fault, isSubmitted, details } = signed.value
  return { ok: true, value: { fault, isSubmitted, approved, details } }
}
