import { checkAnchoring } from './check-anchoring.ts'
import { lineOfCheck } from './check-lines.ts'
import { type PackFile, verifyChainOf } from './pack-file.ts'
import { replayPack } from './replay-pack.ts'
import { keyBasis } from './trusted-keys.ts'
import type { Trust, Verification } from './verification.ts'
import type { VerifyPlatform } from './verify-platform.ts'

export interface PackTrust extends Trust {
  /** Whether to run the engine again: `wanted` leaves the check unjudged where that is not possible. */
  readonly replay: 'wanted' | 'where possible' | 'left out'
}

/** Verifies an evidence pack: its chain, its anchor and its replay. Throws UnreadableError where reading fails. */
export async function verifyPack(
  platform: VerifyPlatform,
  pack: PackFile,
  { replay, trustsOwnKeys, anchoring, ...expected }: PackTrust,
): Promise<Verification> {
  const report = await verifyChainOf(platform, pack, expected)
  const anchor = await checkAnchoring(platform, { ...pack.input, anchor: pack.anchor }, anchoring)
  const checks = [...report.checks.map(lineOfCheck), ...anchor.lines]
  return {
    of: 'pack',
    log: pack.input,
    lines: replay === 'left out' ? checks : [...checks, await replayPack(platform, pack, { report, replay })],
    proven: undefined,
    unproven: pack.unproven,
    witnesses: anchor.witnesses,
    keyBasis: keyBasis(platform.sha256, {
      trusted: expected.keys,
      own: pack.input.keys,
      areOwnEnough: trustsOwnKeys,
      policy: anchoring.policy,
    }),
    damaged: [...pack.damaged].map((name) => `${name} is damaged, its checksum in the archive is of other bytes`),
  }
}
