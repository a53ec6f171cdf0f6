import { linesOf, toHex, utf8 } from '@tallystick/engine/base'
import { countedOf, type EarlierLine, formatLines, isComparedFrom, readEarlier } from '@tallystick/engine/close'
import { createLineTree } from '@tallystick/engine/merkle'
import { sides } from '@tallystick/engine/record'
import type { EarlierPart } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { rootedPartsOf } from '../store/close-line-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { PeriodRow } from '../store/period-store.ts'
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

/** A part of more lines is not kept anew. */
export const partLineCountMax = 50_000

/** Those that a run has read, whose period begins on `first`. */
export const earlierOfRun = ({ tenantId, period }: PeriodRun, first: string): EarlierLines => ({
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
  for await (const { text } of readEarlierParts(access, earlier)) tree.addLines(utf8(text))
  return toHex(tree.root())
}

/** The lines that a run has read, in texts. Throws `AlteredLinesError`. */
export async function* earlierTextsOf(
  access: Access,
  run: PeriodRun,
  { first }: Pick<EarlierLines, 'first'>,
): AsyncGenerator<string> {
  for await (const { text } of readEarlierParts(access, earlierOfRun(run, first))) yield text
}

interface ReadLines {
  /** Some of the lines with which the period is compared. */
  readonly text: string
  readonly lines: readonly (EarlierLine & { readonly line: string })[]
  /** The position of the part, after all of them for added lines. */
  readonly part: number
}

/** Throws `AlteredLinesError`: where the parts are not those of the run that names them, after the last of them. */
export async function* readEarlierParts(
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
  return { text: textOfEarlier(lines), lines, part }
}

export const textOfEarlier = (lines: ReadLines['lines']): string => formatLines(lines.map(({ line }) => line))
