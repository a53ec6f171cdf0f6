import { checkAnchoring } from './check-anchoring.ts'
import { type CheckLine, lineOfCheck } from './check-lines.ts'
import { type PackFile, verifyChainOf } from './pack-file.ts'
import type { PackRun } from './pack-run.ts'
import { replayPack } from './replay-pack.ts'
import { keyBasis } from './trusted-keys.ts'
import type { Trust, Verification } from './verification.ts'
import type { VerifyPlatform } from './verify-platform.ts'

export interface PackTrust extends Trust {
  /** Whether to run the engine again. With `wanted` the check is not judged where that is not possible. */
  readonly replay: 'wanted' | 'where possible' | 'left out'
}

export interface PackWatch {
  /** Called with the line of each check as soon as the check is made, in the order of the links. */
  readonly onLine?: (line: CheckLine) => void
  readonly run?: () => Promise<PackRun>
}

/**
 * Verifies an evidence pack: its chain, its anchor and its replay. Throws UnreadableError where reading fails, and
 * errors of `run` other than a refusal by the engine.
 */
export async function verifyPack(
  platform: VerifyPlatform,
  pack: PackFile,
  { replay, trustsOwnKeys, anchoring, onLine = () => {}, run, ...expected }: PackTrust & PackWatch,
): Promise<Verification> {
  const lines: CheckLine[] = []
  const tell = (line: CheckLine): void => {
    lines.push(line)
    onLine(line)
  }
  const report = await verifyChainOf(platform, pack, { ...expected, onCheck: (check) => tell(lineOfCheck(check)) })
  const anchor = await checkAnchoring(platform, { ...pack.input, anchor: pack.anchor }, anchoring)
  for (const line of anchor.lines) tell(line)
  if (replay !== 'left out') tell(await replayPack(platform, pack, { report, replay, run }))
  return {
    of: 'pack',
    log: pack.input,
    lines,
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
