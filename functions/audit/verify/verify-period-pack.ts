import { type PeriodFiles, type PeriodSigning, settlePeriod, signedByKeys } from '@tallystick/engine/close'
import { type PeriodLog, signedByLog, verifyPeriod } from '@tallystick/engine/verify'
import { type EvidenceUse, refused } from './evidence-file.ts'
import { refusalAsFault } from './pack-run.ts'
import type { PeriodPack } from './period-pack.ts'
import { expectationIn, type KeyBasis, keyBasis, publicKeysIn } from './trusted-keys.ts'
import type { Verification } from './verification.ts'
import type { PackTrust, PackWatch } from './verify-pack.ts'
import type { VerifyPlatform } from './verify-platform.ts'

interface PeriodWatch extends Pick<PackWatch, 'onLine'> {
  /** Runs the period again. Left out, the engine runs without pauses. */
  readonly settle?: (files: PeriodFiles) => Promise<ReturnType<typeof settlePeriod>>
}

/**
 * Verifies the files of a period that two keys signed, or the log of a service. Refuses files that are no files of a
 * period, a policy, and a log for a period that is in none. Rejects with errors of `settle` other than a refusal by the
 * engine.
 */
export async function verifyPeriodPack(
  platform: VerifyPlatform,
  { files, log }: PeriodPack,
  { replay, onLine, settle, ...trust }: PackTrust & PeriodWatch,
): Promise<EvidenceUse<Verification>> {
  const signing = await (log === undefined ? byKeys(platform, files, trust) : byLog(platform, log, trust))
  if (!signing.ok) return signing
  const { signed, signers, ...shown } = signing.value
  const run = settle ?? (async (all: PeriodFiles) => settlePeriod(platform.sha256, all))
  const report = await verifyPeriod(platform, files, {
    signing: signed,
    replay,
    settle: async (all) => {
      const settled = await refusalAsFault<ReturnType<typeof settlePeriod>>(() => run(all))
      return settled.ok ? settled.value : settled
    },
    ...(onLine && { onCheck: onLine }),
  })
  if (!report.ok) return refused(report.detail)
  return {
    ok: true,
    value: {
      ...{ of: 'period', lines: report.value.checks, proven: undefined, witnesses: [], damaged: [] },
      ...shown,
      unproven: signers ? { submittedBy: signers.submittedBy, approvedBy: signers.approvedBy } : {},
      ...(signers && { periodName: signers.periodName }),
    },
  }
}

type Trust = Omit<PackTrust, 'replay'>

interface ReadSigning extends Pick<Verification, 'log' | 'keyBasis'> {
  readonly signed: PeriodSigning
  /** The names that they stated, or had on the service; undefined where the period was not approved. */
  readonly signers:
    | { readonly submittedBy: string; readonly approvedBy: string; readonly periodName: string }
    | undefined
}

async function byKeys(
  platform: VerifyPlatform,
  files: PeriodFiles,
  { keys, trustsOwnKeys, anchoring, origin }: Trust,
): Promise<EvidenceUse<ReadSigning>> {
  if (anchoring.policy !== undefined || origin !== undefined)
    return refused('Got the pack of a period, which is in no log, wanted both of its keys, and no policy or log')
  const signed = await signedByKeys(platform, files)
  if (!signed.ok) return refused(signed.detail)
  const { signoffs } = signed.value
  return {
    ok: true,
    value: {
      signed: signed.value,
      log: { checkpoint: null, keys: [] },
      keyBasis: basisOf(signoffs, { trusted: publicKeysIn(platform.sha256, keys), trustsOwnKeys }),
      signers: signoffs && {
        submittedBy: signoffs.submission.name,
        approvedBy: signoffs.approval.name,
        periodName: signoffs.submission.period,
      },
    },
  }
}

interface KeyChoice {
  readonly trusted: readonly string[]
  readonly trustsOwnKeys: boolean
}

/** Both keys have to be trusted: of one that nobody named, nobody knows that it is not a second key of the same person. */
function basisOf(signoffs: Signoffs, { trusted, trustsOwnKeys }: KeyChoice): KeyBasis {
  const shown = (signoffs === undefined ? [] : [signoffs.submission, signoffs.approval]).map(({ act, key }) => ({
    publicKey: key,
    keyId: undefined,
    use: `${act === 'submit' ? 'submitted the period' : 'approved it'}${trusted.includes(key) ? ', a key that you named' : ''}`,
  }))
  const areTrusted = shown.length > 0 && shown.every(({ publicKey }) => trusted.includes(publicKey))
  return { from: areTrusted ? 'trusted' : trustsOwnKeys ? 'accepted' : 'own', keys: shown }
}

type Signoffs = Extract<Awaited<ReturnType<typeof signedByKeys>>, { ok: true }>['value']['signoffs']

async function byLog(
  { sha256, verifySignature }: VerifyPlatform,
  log: PeriodLog,
  { keys, trustsOwnKeys, anchoring, origin }: Trust,
): Promise<EvidenceUse<ReadSigning>> {
  if (anchoring.policy !== undefined)
    return refused(
      'Got the pack of a period, which no witness has confirmed, wanted the keys of its log, and no policy',
    )
  const signed = await signedByLog({ sha256, verify: verifySignature }, log, expectationIn({ keys, origin }))
  const { approval } = signed
  return {
    ok: true,
    value: {
      signed,
      log: { checkpoint: log.checkpoint, keys: log.keys },
      keyBasis: keyBasis(sha256, { trusted: keys, own: log.keys, areOwnEnough: trustsOwnKeys, policy: undefined }),
      signers: approval && {
        submittedBy: approval.submittedBy.name,
        approvedBy: approval.approvedBy?.name ?? '',
        periodName: approval.name,
      },
    },
  }
}
