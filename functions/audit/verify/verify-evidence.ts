import { UnreadableError } from '../base/unreadable-error.ts'
import type { EvidenceFile, EvidenceUse } from './evidence-file.ts'
import { openPack } from './pack-file.ts'
import { openPeriodPack } from './period-pack.ts'
import { isVouched } from './trusted-keys.ts'
import type { Verification } from './verification.ts'
import { type PackTrust, verifyPack } from './verify-pack.ts'
import { verifyPeriodPack } from './verify-period-pack.ts'
import type { VerifyPlatform } from './verify-platform.ts'
import { openProof, verifyProof } from './verify-proof.ts'

export async function verifyEvidence(
  platform: VerifyPlatform,
  evidence: EvidenceFile,
  { replay, ...trust }: PackTrust,
): Promise<EvidenceUse<Verification>> {
  try {
    if (evidence.kind === 'unknown') return { ok: false, faults: [`Got ${evidence.got}, wanted ${wanted}`] }
    if (evidence.kind === 'pack') {
      const pack = await openPack(evidence.blob)
      return pack.ok ? { ok: true, value: await verifyPack(platform, pack.value, { ...trust, replay }) } : pack
    }
    if (evidence.kind === 'period') {
      const pack = await openPeriodPack(evidence.blob)
      return pack.ok ? await verifyPeriodPack(platform, pack.value, { ...trust, replay }) : pack
    }
    if (evidence.kind === 'tlog-proof' && trust.keys.length === 0) return { ok: false, faults: [needsKeys] }
    const proof = await openProof(evidence)
    return proof.ok ? { ok: true, value: await verifyProof(platform, proof.value, trust) } : proof
  } catch (error) {
    if (error instanceof UnreadableError) return { ok: false, faults: [error.message] }
    throw error
  }
}

const wanted = 'the pack of a run or a period (a zip), or the proof of a single line (JSON, or a C2SP tlog-proof)'

const needsKeys = 'Got a C2SP tlog-proof, which brings no keys, wanted a key that you trust'

/**
 * `sound`: every check holds, by trusted keys. `unvouched`: every check holds, by keys that came with the evidence.
 * `broken`: a check does not hold. `unreadable`: the file is damaged, or a check cannot be judged.
 */
export type EvidenceVerdict = 'sound' | 'unvouched' | 'broken' | 'unreadable'

export function verdictOf({ lines, damaged, keyBasis }: Verification): EvidenceVerdict {
  const isSome = (...verdicts: readonly string[]) => lines.some(({ verdict }) => verdicts.includes(verdict))
  if (damaged.length > 0) return 'unreadable'
  if (isSome('does not hold')) return 'broken'
  if (isSome('not judged', 'not proven')) return 'unreadable'
  return isVouched(keyBasis) ? 'sound' : 'unvouched'
}
