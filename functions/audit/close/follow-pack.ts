import { beginNext, type PeriodFiles } from '@tallystick/engine/close'
import { verifyPeriod } from '@tallystick/engine/verify'
import type { EvidenceBlob } from '../base/evidence-blob.ts'
import { type EvidenceUse, refused } from '../verify/evidence-file.ts'
import { openPeriodPack } from '../verify/period-pack.ts'
import type { VerifyPlatform } from '../verify/verify-platform.ts'

/** Reads a pack that own keys have signed, or will. */
export async function readOwnPack(blob: EvidenceBlob): Promise<EvidenceUse<PeriodFiles>> {
  const pack = await openPeriodPack(blob)
  if (!pack.ok) return pack
  const { files, log } = pack.value
  return log === undefined
    ? { ok: true, value: files }
    : refused('Got the pack of a period on a service, wanted one that own keys have signed')
}

/** The files of the period after an approved one, which is verified and run again first. */
export async function followFiles(platform: VerifyPlatform, files: PeriodFiles): Promise<EvidenceUse<PeriodFiles>> {
  const verified = await verifyPeriod(platform, files, { replay: 'wanted' })
  if (!verified.ok) return refused(verified.detail)
  const { checks, closed } = verified.value
  if (closed !== undefined) return { ok: true, value: beginNext(platform.sha256, closed) }
  const broken = checks.filter(({ verdict }) => verdict !== 'holds')
  return { ok: false, faults: broken.map(({ name, verdict, detail }) => `${name} ${verdict}: ${detail}`) }
}
