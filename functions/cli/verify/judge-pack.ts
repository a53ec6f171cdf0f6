import type { VerifyArguments } from '../arguments.ts'
import type { PackFile } from '../evidence/pack-file.ts'
import { keyBasis } from '../evidence/trusted-keys.ts'
import { verifyPack } from '../evidence/verify-pack.ts'
import { lineOfCheck } from './check-lines.ts'
import { replayPack } from './replay-pack.ts'
import type { Verification } from './verification.ts'

/** Verifies an evidence pack and, when asked to, runs the engine over it again. Throws Unreadable as reading does. */
export async function judgePack(pack: PackFile, { replay, keys }: VerifyArguments): Promise<Verification> {
  const report = await verifyPack(pack, keys)
  const checks = report.checks.map(lineOfCheck)
  return {
    lines: replay ? [...checks, await replayPack(pack, report)] : checks,
    scope: 'every check holds',
    proven: '',
    ...keyBasis(keys, { what: 'pack', own: pack.input.keys }),
    damaged: [...pack.damaged].map((name) => `${name} is damaged, its checksum in the archive is of other bytes`),
  }
}
