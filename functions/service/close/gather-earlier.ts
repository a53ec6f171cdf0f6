import { at, toHex, utf8 } from '@tallystick/engine/base'
import { type EarlierLine, findRepeatable } from '@tallystick/engine/close'
import { createLineTree } from '@tallystick/engine/merkle'
import type { EarlierPart } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { partsOfTexts, type RootedLines } from '../store/close-line-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type EarlierLines, earlierOfRun, partLineCountMax, readEarlierParts, textOfEarlier } from './earlier-lines.ts'
import { computeOver, type LongLines } from './long-lines.ts'
import type { EarlierBounds } from './period-limits.ts'
import type { PeriodRun } from './period-run-files.ts'

/** What a period is compared with and keeps of the lines that earlier ones counted. */

/** Those that a run has read and that the lines of its period may repeat, as a file. Throws `AlteredLinesError`. */
export async function repeatableTextOf(
  access: Pick<LineAccess, 'db'>,
  run: PeriodRun,
  { first, lines: ofPeriod }: { readonly first: string; readonly lines: LongLines },
): Promise<string> {
  const earlier = earlierOfRun(run, first)
  const isRepeatable = await repeatableBy(ofPeriod, earlier)
  let repeatable = ''
  for await (const { lines } of readEarlierParts(access, earlier))
    repeatable += textOfEarlier(lines.filter(isRepeatable))
  return repeatable
}

/** Which earlier lines those of a period may repeat. Reads its lines where there are earlier ones. */
const repeatableBy = async (
  lines: LongLines,
  { parts, added }: EarlierLines,
): Promise<(read: EarlierLine) => boolean> =>
  parts.length === 0 && added.count === 0 ? () => false : computeOver(lines, findRepeatable(sha256))

export interface GatheredEarlier {
  readonly root: string
  /** Those that lines of the period may repeat, as a file. */
  readonly repeatable: string
  /** What the period names. */
  readonly parts: readonly EarlierPart[]
  /** What of it the period has to keep. */
  readonly kept: readonly RootedLines[]
}

interface Gathering {
  readonly periodId: string
  /** Of the period. What tells which lines they may repeat is no longer in memory at the end. */
  readonly lines: LongLines
  readonly bounds: EarlierBounds
}

/**
 * Reads the earlier lines once. Parts whose lines are all too old are named no more, and short ones are kept anew with the
 * added lines, so that daily periods have few parts.
 */
export async function gatherEarlier(
  access: Pick<LineAccess, 'db'>,
  earlier: EarlierLines,
  { periodId, lines: ofPeriod, bounds }: Gathering,
): Promise<GatheredEarlier> {
  const isRepeatable = await repeatableBy(ofPeriod, earlier)
  const tree = createLineTree(sha256)
  const merged = firstMerged(earlier)
  const own = createLineTree(sha256)
  let repeatable = ''
  const counts = earlier.parts.map(() => 0)
  for await (const { lines, text, part } of readEarlierParts(access, earlier)) {
    bounds.take(lines.length)
    tree.addLines(utf8(text))
    const wanted = lines.filter(isRepeatable)
    bounds.hold(wanted.length)
    repeatable += textOfEarlier(wanted)
    if (part < counts.length) counts[part] = at(counts, part) + lines.length
    if (part >= merged) own.addLines(utf8(text))
  }
  const parts = partsOfTexts(textsFrom(access, earlier, merged))
  const kept = own.size() === 0 ? [] : [{ root: toHex(own.root()), parts }]
  return {
    ...{ root: toHex(tree.root()), repeatable, kept },
    parts: [
      ...earlier.parts.slice(0, merged).filter((_, part) => at(counts, part) > 0),
      ...kept.map(({ root }) => ({ period: periodId, root, count: own.size() })),
    ],
  }
}

/** The texts of the parts from `merged` on, and of added lines. */
async function* textsFrom(
  access: Pick<LineAccess, 'db'>,
  earlier: EarlierLines,
  merged: number,
): AsyncGenerator<string> {
  for await (const { text, part } of readEarlierParts(access, earlier)) if (part >= merged) yield text
}

/** The first of the parts that are kept anew with the added lines: each has at most as many lines as those after it. */
function firstMerged({ parts, added }: EarlierLines): number {
  let first = parts.length
  let count = added.count
  for (const part of parts.toReversed()) {
    if (part.count > count || part.count + count > partLineCountMax) break
    count += part.count
    first -= 1
  }
  return first
}
