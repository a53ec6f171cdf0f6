import {
  type Amounts,
  editionOf,
  formatBalances,
  formatSigned,
  hasWorkedOn,
  type ReadPeriod,
  type ReopeningLine,
  rootOfState,
  type SignoffLine,
  stateOf,
  submissionFaults,
  submittersOf,
} from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import { verifyPeriod } from '@tallystick/engine/verify'
import { timestampOf } from '../base/timestamp.ts'
import { type EvidenceUse, refused } from '../verify/evidence-file.ts'
import type { VerifyPlatform } from '../verify/verify-platform.ts'
import type { ByKey } from './act-by-key.ts'
import { type OwnPeriod, openOwn, openToChange, settleOwn } from './own-period.ts'
import { type OwnSigner, signLine } from './own-signer.ts'

/** What the signer says of itself. */
interface Signing extends ByKey {
  readonly name: string
}

/** Signs a period as prepared, once nothing is undecided, lapsed, or unexplained without a reason. */
export async function submitByKey(
  { sha256, now }: VerifyPlatform,
  { opened, signer, name }: Signing,
  reasons: Amounts,
): Promise<EvidenceUse<{ readonly period: OwnPeriod; readonly root: string }>> {
  const open = openToChange(opened)
  if (!open.ok) return open
  const { balances } = open.value.period
  const reasoned = { ...balances, reasons: { ...balances.reasons, ...reasons } }
  const ready = settleOwn(sha256, { ...open.value.files, 'balances.json': formatBalances(reasoned) })
  if (!ready.ok) return ready
  const { files, period, folded, proven } = ready.value
  const faults = submissionFaults(period, folded, proven)
  if (faults.length > 0) return { ok: false, faults: faults.map(({ detail }) => detail) }
  const state = stateOf(sha256, files, proven)
  const line = await signLine(signer, {
    ...{ kind: 'tallystick/signoff@1', act: 'submit', period: period.manifest.period.name },
    ...{ name, follows: followedBy(sha256, period), state, time: timestampOf(now()) },
  })
  const submitted = withLine(sha256, ready.value, line)
  return submitted.ok ? { ok: true, value: { period: submitted.value, root: rootOfState(sha256, state) } } : submitted
}

/** Begins the next edition of an approved period, whose pack stays as it is. */
export async function reopenByKey(
  platform: VerifyPlatform,
  signing: Signing,
  reason: string,
): Promise<EvidenceUse<OwnPeriod>> {
  const { period } = signing.opened
  const { approval } = editionOf(period.signed)
  return approval === undefined
    ? refused(`The period ${period.manifest.period.name} is open: it was not approved`)
    : openAgain(platform, signing, { kind: 'tallystick/reopening@1', reason, step: approval })
}

/** Gives a submitted period back to whoever prepares it, with another key than theirs. */
export async function rejectByKey(
  platform: VerifyPlatform,
  signing: Signing,
  reason: string,
): Promise<EvidenceUse<OwnPeriod>> {
  const submission = pendingOf(signing.opened)
  if (!submission.ok) return submission
  return submission.value.key === signing.signer.publicKey
    ? refused('Got the key that submitted the period, wanted another one: what changes the period takes it back')
    : openAgain(platform, signing, { kind: 'tallystick/rejection@1', reason, step: submission.value })
}

async function openAgain(
  { sha256, now }: VerifyPlatform,
  { opened, signer, name }: Signing,
  { kind, reason, step }: Pick<ReopeningLine, 'kind' | 'reason'> & { readonly step: SignoffLine },
): Promise<EvidenceUse<OwnPeriod>> {
  const line = await signLine(signer, {
    ...{ kind, period: step.period, name, reason },
    ...{ follows: hashOfLine(sha256, formatSigned(step)), time: timestampOf(now()) },
  })
  return withLine(sha256, opened, line)
}

/** The submission that waits for an approval. */
function pendingOf({ period: { signed, manifest } }: OwnPeriod): EvidenceUse<SignoffLine> {
  const { submission, approval } = editionOf(signed)
  if (submission !== undefined && approval === undefined) return { ok: true, value: submission }
  return refused(
    `The period ${manifest.period.name} is ${submission === undefined ? 'not submitted' : 'closed: it was approved'}`,
  )
}

/** Signs what was submitted with another key. `root` is what the signer means to approve; undefined for whatever it is. */
export async function approveByKey(
  platform: VerifyPlatform,
  { opened, signer, name }: Signing,
  root: string | undefined,
): Promise<EvidenceUse<OwnPeriod>> {
  const { sha256, now } = platform
  const { period } = opened
  const pending = pendingOf(opened)
  if (!pending.ok) return pending
  const submission = pending.value
  const faults = approvalFaults(sha256, period, { signer, submission, root })
  if (faults.length > 0) return { ok: false, faults }
  const line = await signLine(signer, {
    ...{ kind: 'tallystick/signoff@1', act: 'approve', period: submission.period, name },
    ...{ follows: hashOfLine(sha256, formatSigned(submission)), state: submission.state, time: timestampOf(now()) },
  })
  const approved = withLine(sha256, opened, line)
  if (!approved.ok) return approved
  const verified = await verifyPeriod(platform, approved.value.files)
  if (!verified.ok) return refused(verified.detail)
  const broken = verified.value.checks.find(({ verdict }) => verdict !== 'holds')
  return broken === undefined ? approved : refused(`${broken.name} ${broken.verdict}: ${broken.detail}`)
}

type Sha256 = VerifyPlatform['sha256']

const withLine = (sha256: Sha256, { files }: OwnPeriod, line: string): EvidenceUse<OwnPeriod> =>
  openOwn(sha256, { ...files, 'signoffs.ndjson': files['signoffs.ndjson'] + line })

/** The hash of what a submission follows: the last reopening or rejection, or the approval of the period before. */
function followedBy(sha256: Sha256, { signed, manifest }: ReadPeriod): string {
  const reopening = editionOf(signed).earlier.at(-1)
  return reopening === undefined ? manifest.before : hashOfLine(sha256, formatSigned(reopening))
}

interface Approval {
  readonly signer: OwnSigner
  readonly submission: SignoffLine
  readonly root: string | undefined
}

function approvalFaults(
  sha256: Sha256,
  period: ReadPeriod,
  { signer: { publicKey }, submission, root }: Approval,
): readonly string[] {
  const submitted = rootOfState(sha256, submission.state)
  const hasSubmitted = submittersOf(editionOf(period.signed)).includes(publicKey)
  return [
    ...(hasSubmitted ? ['Got the key that submitted the period, wanted another one'] : []),
    ...(!hasSubmitted && hasWorkedOn(period, publicKey)
      ? ['Got a key that decided or typed balances in the period, wanted another one']
      : []),
    ...(root !== undefined && root !== submitted ? [`Got the root ${root}, but ${submitted} was submitted`] : []),
  ]
}
