import { at, linesOf, toHex, utf8 } from '@tallystick/engine/base'
import {
  countedOf,
  type EarlierLine,
  findRepeatable,
  formatLines,
  isComparedFrom,
  readEarlier,
} from '@tallystick/engine/close'
import { createLineTree } from '@tallystick/engine/merkle'
import { sides } from '@tallystick/engine/record'
import type { EarlierPart } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { partsOfTexts, type RootedLines, rootedPartsOf } from '../store/close-line-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { computeOver, type LongLines } from './long-lines.ts'
import type { EarlierBounds } from './period-limits.ts'
import type { PeriodRun } from './period-run-files.ts'
import type { StoredPeriod } from './stored-period.ts'

/**
 * The lines that earlier periods counted, with which those of a period are compared. They are never in memory at once: each
 * period keeps what the one before counted, and names the parts that still matter of those kept before.
 */
export interface EarlierLines {
  readonly tenantId: string
  /** Kept by this period or earlier ones, in order. */
  readonly parts: readonly EarlierPart[]
  /** The run that names the parts; undefined without one. */
  readonly namedBy: NamingRun | undefined
  /** Lines that follow the parts and are not kept yet: those that the period before adds. */
  readonly added: AddedLines
  /** The first day of the period that is compared: of the parts, older lines than it is compared with are left out. */
  readonly first: string
}

/** The list of parts has no root: the lines of the parts from which its period was compared have that of the run. */
interface NamingRun {
  readonly periodId: string
  readonly root: string
  /** The first day of its period. */
  readonly first: string
}

interface AddedLines {
  readonly count: number
  readonly read: () => AsyncIterable<string>
}

const nothingAdded: AddedLines = { count: 0, read: async function* () {} }

type Access = Pick<LineAccess, 'db'>

/** Those that a run has read, whose period begins on `first`. */
const earlierOfRun = ({ tenantId, period }: PeriodRun, first: string): EarlierLines => ({
  ...{ tenantId, added: nothingAdded, first },
  namedBy: { periodId: period.id, root: period.earlier, first },
  parts: period.earlierParts ?? [{ period: period.id, root: period.earlier, count: partLineCountMax }],
})

/** Those of the period `row`, by what the one before counts now. Requires that the one before was run. */
export function earlierAfter(before: StoredPeriod | undefined, { tenantId, first }: PeriodRow): EarlierLines {
  if (before === undefined) return { tenantId, parts: [], namedBy: undefined, added: nothingAdded, first }
  if (before.run === undefined) throw new Error('The period before was not run')
  return { ...earlierOfRun(before.run, before.row.first), added: addedBy(before), first }
}

function addedBy({ read: { manifest, aside }, lines }: StoredPeriod): AddedLines {
  const read = { manifest, aside }
  return {
    count: sides.reduce((sum, side) => sum + countedOf(read, side).count, 0),
    async *read() {
      for (const side of sides) {
        const { take } = countedOf(read, side)
        for await (const text of lines(`${side}.ndjson`)) yield formatLines(take(linesOf(text)))
      }
    },
  }
}

/** Their root. A round trip for each part or two megabytes. Throws `AlteredLinesError`. */
export async function rootOfEarlier(access: Access, earlier: EarlierLines): Promise<string> {
  const tree = createLineTree(sha256)
  for await (const { text } of readParts(access, earlier)) tree.addLines(utf8(text))
  return toHex(tree.root())
}

/** The lines that a run has read, in texts. Throws `AlteredLinesError`. */
export async function* earlierTextsOf(
  access: Access,
  run: PeriodRun,
  { first }: Pick<EarlierLines, 'first'>,
): AsyncGenerator<string> {
  for await (const { text } of readParts(access, earlierOfRun(run, first))) yield text
}

/** Those that a run has read and that the lines of its period may repeat, as a file. Throws `AlteredLinesError`. */
export async function repeatableTextOf(
  access: Access,
  run: PeriodRun,
  { first, lines: ofPeriod }: { readonly first: string; readonly lines: LongLines },
): Promise<string> {
  const earlier = earlierOfRun(run, first)
  const isRepeatable = await repeatableBy(ofPeriod, earlier)
  let repeatable = ''
  for await (const { lines } of readParts(access, earlier)) repeatable += textOf(lines.filter(isRepeatable))
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
  /** Those that pass the test, as a file. */
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
 * Reads the earlier lines once. Parts whose lines are all too old are named no more, and short ones are kept anew with the added
 * lines, so that daily periods have few parts.
 */
export async function gatherEarlier(
  access: Access,
  earlier: EarlierLines,
  { periodId, lines: ofPeriod, bounds }: Gathering,
): Promise<GatheredEarlier> {
  const isRepeatable = await repeatableBy(ofPeriod, earlier)
  const tree = createLineTree(sha256)
  const merged = firstMerged(earlier)
  const own = createLineTree(sha256)
  let repeatable = ''
  const counts = earlier.parts.map(() => 0)
  for await (const { lines, text, part } of readParts(access, earlier)) {
    bounds.take(lines.length)
    tree.addLines(utf8(text))
    const wanted = lines.filter(isRepeatable)
    bounds.hold(wanted.length)
    repeatable += textOf(wanted)
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
async function* textsFrom(access: Access, earlier: EarlierLines, merged: number): AsyncGenerator<string> {
  for await (const { text, part } of readParts(access, earlier)) if (part >= merged) yield text
}

/** A part of more lines is not kept anew. */
const partLineCountMax = 50_000

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

interface ReadLines {
  /** Some of the lines with which the period is compared. */
  readonly text: string
  readonly lines: readonly (EarlierLine & { readonly line: string })[]
  /** The position of the part, after all of them for added lines. */
  readonly part: number
}

/** Throws `AlteredLinesError`: where the parts are not those of the run that names them, after the last of them. */
async function* readParts(
  { db }: Access,
  { tenantId, parts, namedBy, added, first }: EarlierLines,
): AsyncGenerator<ReadLines> {
  const tree = createLineTree(sha256)
  for (const [part, { period: periodId, root }] of parts.entries())
    for await (const text of rootedPartsOf(db, tenantId, { periodId, root })) {
      const lines = linesOf(text)
      if (namedBy !== undefined) tree.addLines(utf8(comparedFrom(namedBy.first, lines, part).text))
      yield comparedFrom(first, lines, part)
    }
  if (namedBy !== undefined && toHex(tree.root()) !== namedBy.root)
    throw new AlteredLinesError(`lines of the period ${namedBy.periodId}`, `do not have their root ${namedBy.root}`)
  for await (const text of added.read()) {
    await nextEvent()
    yield comparedFrom(first, linesOf(text), parts.length)
  }
}

function comparedFrom(first: string, all: readonly string[], part: number): ReadLines {
  const lines = all.map((line) => ({ ...readEarlier(line), line })).filter(isComparedFrom(first))
  return { text: textOf(lines), lines, part }
}

const textOf = (lines: ReadLines['lines']): string => formatLines(lines.map(({ line }) => line))
