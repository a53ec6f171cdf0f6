import { engineVersion, linesOf } from '@tallystick/engine/base'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import { type ChainReport, readArtifact } from '@tallystick/engine/verify'
import type { CheckLine } from './check-lines.ts'
import type { PackFile } from './pack-file.ts'
import { type PackRun, refusalAsFault, replayGap, runPack } from './pack-run.ts'
import type { VerifyPlatform } from './verify-platform.ts'

/** The checks that must hold before a replay: else the pack does not hold the records, rules and result of the run. */
const requiredLinks = ['sourceRoot', 'targetRoot', 'policyHash', 'resultRoot']

/**
 * Runs the engine again over the records and rules of a pack, and compares the result by its root; where the roots
 * differ, line by line. A run by another version of the engine is not covered, or not judged where a replay is
 * `wanted`. Throws UnreadableError where reading fails.
 */
export async function replayPack(
  platform: VerifyPlatform,
  pack: PackFile,
  { report: { checks }, replay, run = () => runPack(platform, pack) }: ReplayRequest,
): Promise<CheckLine> {
  const { engineVersion: sealedBy, resultRoot } = pack.input.run
  if (checks.some(({ name, passed }) => requiredLinks.includes(name) && !passed))
    return { ...notJudged, detail: 'The records, rules or result are not those that were sealed.' }
  if (sealedBy !== engineVersion)
    return { ...(replay === 'wanted' ? notJudged : notCovered), detail: otherEngineText(sealedBy) }
  const gap = await replayGap(pack)
  if (gap !== undefined) return { ...(replay === 'wanted' ? notJudged : notCovered), detail: gap }
  const ran = await refusalAsFault(run)
  if (!ran.ok) return { ...differs, detail: ran.detail }
  const { outcome } = ran.value
  if (outcome.resultRoot !== resultRoot) return firstDifference(platform, pack, outcome)
  return { name, verdict: 'holds', detail: `The engine comes to the same ${outcome.leafCount} lines, byte for byte.` }
}

interface ReplayRequest {
  readonly report: ChainReport
  readonly replay: 'wanted' | 'where possible'
  /** Runs the engine over the pack. Left out, the engine runs without pauses. */
  readonly run?: (() => Promise<PackRun>) | undefined
}

/** The evidence is not at fault: only a program with the engine of the run's version can execute it again. */
const otherEngineText = (sealedBy: string): string =>
  `The run is of engine ${sealedBy} and this program has ${engineVersion}: a replay needs the program of version ${sealedBy}.`

const name = 'replay'
const notJudged = { name, verdict: 'not judged' } as const
const notCovered = { name, verdict: 'not covered' } as const
const differs = { name, verdict: 'does not hold' } as const

async function firstDifference(
  { sha256 }: VerifyPlatform,
  { artifact }: PackFile,
  { chunks }: ReconcileResult,
): Promise<CheckLine> {
  const lines = chunks.flatMap(({ text }) => linesOf(text))
  let count = 0
  let difference: CheckLine | undefined
  await readArtifact(sha256, artifact('result.ndjson'), (text = '') => {
    const line = lines[count]
    count += 1
    if (text !== line) difference ??= differenceAt(count, text, line)
    return {}
  })
  return difference ?? differenceAt(count + 1, null, lines[count])
}

const differenceAt = (line: number, sealed: string | null, found: string | undefined): CheckLine => ({
  ...differs,
  detail: `The engine comes to another result, from line ${line} on.`,
  expected: sealed,
  found: found ?? null,
})
