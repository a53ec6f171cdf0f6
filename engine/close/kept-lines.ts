import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { hasOnlyMembers, isCount, isHash, isListOf, isText, parseShape } from '../base/json-shape.ts'
import { linesOf } from '../base/line-splitter.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { originIdsOf } from '../record/residual-id.ts'
import { type Side, sides } from '../record/side.ts'
import { type ItemName, keyOfItem, noPart } from './item-name.ts'
import { recordIn } from './opening.ts'
import { createLinePace, formatLines } from './period-files.ts'
import { linesIn, readResult, resultIn } from './period-result.ts'
import { asidePlaces, createPlacer, type PlacedRecord } from './period-side.ts'
import type { Reading } from './reading.ts'
import type { RecordLines } from './record-lines.ts'
import type { RunOfPeriod } from './wanted-lines.ts'

/**
 * What a run keeps of the records of a period and of its result, so that a fold need not go through all of them: a
 * header, the lines of records of the source, of the target, and of the result.
 *
 *     {"hidesResidualId":false,"kind":"tallystick/kept-lines@1","source":{"renamed":[{"id":"a#2","row":7}],"root":"…","rows":[0,7]},"target":…}
 */

type KeptSide = {
  /** The root over all lines of the side. */
  readonly root: string
  /** Of the records that are kept, in their order. */
  readonly rows: readonly number[]
  /** The records that the run shows by another id than their own. */
  readonly renamed: readonly { readonly id: string; readonly row: number }[]
}

type KeptHeader = { readonly kind: string; readonly hidesResidualId: boolean } & { readonly [side in Side]: KeptSide }

const kind = 'tallystick/kept-lines@1'

const isKeptSide = hasOnlyMembers({
  root: isHash,
  rows: isListOf(isCount),
  renamed: isListOf(hasOnlyMembers({ id: isText, row: isCount })),
})

const headerTests = {
  kind: (value: unknown) => value === kind,
  hidesResidualId: (value: unknown) => typeof value === 'boolean',
  source: isKeptSide,
  target: isKeptSide,
}

/** What a period holds of its records and result, as text. O(bytes). */
export function formatKept({ records, roots, result, hidesResidualId }: RecordLines): string {
  const keptOf = (side: Side): KeptSide => ({
    root: roots[side],
    rows: records[side].map(({ row }) => row),
    renamed: records[side].flatMap(({ row, id, shownId, aside }) =>
      aside !== undefined || shownId === id ? [] : [{ id: shownId, row }],
    ),
  })
  const header = canonicalize({ kind, hidesResidualId, source: keptOf('source'), target: keptOf('target') })
  return formatLines([header, ...sides.flatMap((side) => records[side].map(({ line }) => line)), ...result.texts])
}

/** What of a period says which records these are. */
type PeriodOfLines = Omit<RunOfPeriod, 'decisions'>

/** Reads what `formatKept` wrote of the same period. O(bytes). */
export function* readKeptLines(sha256: Sha256, period: PeriodOfLines, text: string): Reading<Parsed<RecordLines>> {
  const [first = '', ...lines] = linesOf(text)
  const header = parseShape<KeptHeader>(first, 'the header of kept lines', headerTests)
  if (!header.ok) return header
  const { source, target, hidesResidualId } = header.value
  const [sourceEnd, recordCount] = [source.rows.length, source.rows.length + target.rows.length]
  const ofSource = yield* recordsOf(sha256, period, { side: 'source', kept: source, lines: lines.slice(0, sourceEnd) })
  if (!ofSource.ok) return ofSource
  const ofTarget = yield* recordsOf(sha256, period, {
    ...{ side: 'target', kept: target, lines: lines.slice(sourceEnd, recordCount) },
  })
  if (!ofTarget.ok) return ofTarget
  const texts: string[] = []
  const ofResult = yield* readResult(resultIn(textsOf(lines.slice(recordCount))), (_, line) => void texts.push(line))
  if (!ofResult.ok) return ofResult
  return parsed({
    records: { source: ofSource.value, target: ofTarget.value },
    roots: { source: source.root, target: target.root },
    result: linesIn(texts),
    hidesResidualId,
  })
}

/** So many lines at once are read in a few milliseconds. */
const lineCountAtOnce = 500

const textsOf = (lines: readonly string[]): readonly string[] =>
  Array.from({ length: Math.ceil(lines.length / lineCountAtOnce) }, (_, index) =>
    formatLines(lines.slice(index * lineCountAtOnce, (index + 1) * lineCountAtOnce)),
  )

interface KeptRecords {
  readonly side: Side
  readonly kept: KeptSide
  readonly lines: readonly string[]
}

function* recordsOf(
  sha256: Sha256,
  { manifest, opening, aside }: PeriodOfLines,
  { side, kept, lines }: KeptRecords,
): Reading<Parsed<readonly PlacedRecord[]>> {
  const parts = manifest.parts[side]
  const { placed } = createPlacer(sha256, { side, parts, opening: opening.items })
  const places = asidePlaces(aside, side)
  const shownIds = new Map(kept.renamed.map(({ id, row }) => [row, id]))
  const records: PlacedRecord[] = []
  const pace = createLinePace()
  let [part, end] = [0, parts[0]?.count ?? 0]
  for (const [index, row] of kept.rows.entries()) {
    for (; part < parts.length && row >= end; end += parts[part]?.count ?? 0) part += 1
    const line = lines[index]
    const record = line === undefined ? undefined : recordIn(line)
    if (line === undefined || record === undefined || part === parts.length)
      return refused(`Got no record for the row ${row} of the ${side}`)
    const place = places.get(row)
    const shownId = place === undefined ? (shownIds.get(row) ?? record.id) : ''
    records.push(placed({ part, row }, { line, record, aside: place, shownId }))
    if (pace.endsSlice(1)) yield undefined
  }
  return parsed(records)
}

/**
 * Whether the names are of records that the lines have, or of none that they lack: residuals and sums of differences have no
 * line of their own. Parts of one root have records of one name, of which a line may be lacking.
 */
export function holdsNamed(
  { manifest, records, hidesResidualId }: Pick<RunOfPeriod, 'manifest'> & RecordLines,
  names: readonly ItemName[],
): boolean {
  const unknown = names.filter(({ id, root }) => root !== noPart && (hidesResidualId || originIdsOf(id).length === 0))
  if (unknown.length === 0) return true
  const roots = sides.flatMap((side) =>
    manifest.parts[side].flatMap(({ root, count }) => (count === 0 ? [] : [`${side} ${root}`])),
  )
  if (new Set(roots).size < roots.length) return false
  const ids = new Set(unknown.map(({ id }) => id))
  const held = new Set(
    sides.flatMap((side) => records[side].flatMap((each) => (ids.has(each.id) ? [keyOfItem(each.name)] : []))),
  )
  return unknown.every((name) => held.has(keyOfItem(name)))
}
