import { type PeriodFiles, type PeriodReport, settlePeriod, verifyPeriod } from '@tallystick/engine/close'
import { type EvidenceUse, refused } from './evidence-file.ts'
import { refusalAsFault } from './pack-run.ts'
import { type KeyBasis, publicKeysIn } from './trusted-keys.ts'
import type { Verification } from './verification.ts'
import type { PackTrust, PackWatch } from './verify-pack.ts'
import type { VerifyPlatform } from './verify-platform.ts'

interface PeriodWatch extends Pick<PackWatch, 'onLine'> {
  /** Runs the period again. Left out, the engine runs without pauses. */
  readonly settle?: (files: PeriodFiles) => Promise<ReturnType<typeof settlePeriod>>
}

/**
 * Verifies the files of a period that two keys signed. Refuses files that are no files of a period, and a policy or
 * log, since a period is in no log. Rejects with errors of `settle` other than a refusal by the engine.
 */
export async function verifyPeriodPack(
  platform: VerifyPlatform,
  files: PeriodFiles,
  { keys, trustsOwnKeys, anchoring, origin, replay, onLine, settle }: PackTrust & PeriodWatch,
): Promise<EvidenceUse<Verification>> {
  if (anchoring.policy !== undefined || origin !== undefined)
    return refused('Got the pack of a period, which is in no log, wanted both of its keys, and no policy or log')
  const run = settle ?? (async (all: PeriodFiles) => settlePeriod(platform.sha256, all))
  const report = await verifyPeriod(platform, files, {
    replay,
    settle: async (all) => {
      const settled = await refusalAsFault<ReturnType<typeof settlePeriod>>(() => run(all))
      return settled.ok ? settled.value : settled
    },
    ...(onLine && { onCheck: onLine }),
  })
  if (!report.ok) return refused(report.detail)
  const { checks, signoffs } = report.value
  return {
    ok: true,
    value: {
      of: 'period',
      log: { checkpoint: null, keys: [] },
      lines: checks,
      proven: undefined,
      unproven: signoffs ? { submittedBy: signoffs.submission.name, approvedBy: signoffs.approval.name } : {},
      ...(signoffs && { periodName: signoffs.submission.period }),
      witnesses: [],
      keyBasis: keyBasisOf(signoffs, { trusted: publicKeysIn(platform.sha256, keys), trustsOwnKeys }),
      damaged: [],
    },
  }
}

interface KeyChoice {
  readonly trusted: readonly string[]
  readonly trustsOwnKeys: boolean
}

/** Both keys have to be trusted: of one that nobody named, nobody knows that it is not a second key of the same person. */
function keyBasisOf(signoffs: PeriodReport['signoffs'], { trusted, trustsOwnKeys }: KeyChoice): KeyBasis {
  const shown = (signoffs === undefined ? [] : [signoffs.submission, signoffs.approval]).map(({ act, key }) => ({
    publicKey: key,
    keyId: undefined,
    use: `${act === 'submit' ? 'submitted the period' : 'approved it'}${trusted.includes(key) ? ', a key that you named' : ''}`,
  }))
  const areTrusted = shown.length > 0 && shown.every(({ publicKey }) => trusted.includes(publicKey))
  return { from: areTrusted ? 'trusted' : trustsOwnKeys ? 'accepted' : 'own', keys: shown }
}
