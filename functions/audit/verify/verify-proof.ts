import { textOf } from '@tallystick/engine/base'
import { type LineProof, parseLineProof, verifyLineProof } from '@tallystick/engine/verify'
import { bytesAt } from '../base/evidence-blob.ts'
import { checkAnchoring } from './check-anchoring.ts'
import { lineOfAbsent, lineOfCheck } from './check-lines.ts'
import { type EvidenceFile, type EvidenceUse, refused } from './evidence-file.ts'
import { expectationIn, keyBasis } from './trusted-keys.ts'
import type { Trust, Verification } from './verification.ts'
import type { VerifyPlatform } from './verify-platform.ts'

/** The largest proof that is read: several times the size of any answer of the service. */
const proofByteCountMax = 64 * 2 ** 20

/** Reads the JSON that the service answers with, or a C2SP tlog-proof. Nothing is verified. */
export async function openProof({ blob, got }: EvidenceFile): Promise<EvidenceUse<LineProof>> {
  if (blob.size > proofByteCountMax)
    return refused(`Got ${got} of ${blob.size} bytes, wanted at most ${proofByteCountMax}`)
  const text = textOf(await bytesAt(blob, 0, blob.size))
  if (text === undefined) return refused('Got bytes that are not UTF-8')
  const read = parseLineProof(text)
  return read.ok ? read : refused(read.detail)
}

/** Verifies the proof of a single line. A tlog-proof contains no keys, so it can hold only by trusted keys. */
export async function verifyProof(
  platform: VerifyPlatform,
  read: LineProof,
  { trustsOwnKeys, anchoring, ...expected }: Trust,
): Promise<Verification> {
  const { sha256, verifySignature } = platform
  const proof: LineProof = { ...read, ...expectationIn(expected) }
  const anchor = await checkAnchoring(platform, { ...proof, anchor: proof.anchor ?? null }, anchoring)
  const report = await verifyLineProof({ sha256, verify: verifySignature }, proof)
  const lines = [...report.checks.map(lineOfCheck), ...anchor.lines, ...report.absent.map(lineOfAbsent)]
  // True also where all links hold but the anchor does not.
  const isBroken = lines.some(({ verdict }) => verdict === 'does not hold')
  return {
    of: 'proof',
    log: proof,
    lines,
    proven: report.verified && !isBroken ? proof : undefined,
    unproven: {},
    witnesses: anchor.witnesses,
    keyBasis: keyBasis(sha256, {
      trusted: expected.keys,
      own: proof.keys,
      areOwnEnough: trustsOwnKeys,
      policy: anchoring.policy,
    }),
    damaged: [],
  }
}
