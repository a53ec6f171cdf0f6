import { noCurrency } from '../base/currency.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createPace, finish, type Slices } from '../base/slices.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { ResultLine } from '../result/line.ts'
import { createPeriodFold } from './fold-period.ts'
import type { FoldedPeriod } from './folded-period.ts'
import type { ApartInstruction } from './instruction.ts'
import { type ItemName, keyOfItem } from './item-name.ts'
import type { ReadPart } from './period-manifest.ts'
import type { PlacedRecord } from './period-side.ts'
import type { ReadPeriod } from './read-period.ts'
import { idsIn, type PeriodLine, shownLine } from './shown-line.ts'

/** Folds the files of a period. Throws where a line of the result names a record that its sides do not have. */
export const foldFiles = (sha256: Sha256, period: ReadPeriod): FoldedPeriod => finish(foldInSlices(sha256, period))

export function* foldInSlices(sha256: Sha256, period: ReadPeriod): Slices<FoldedPeriod> {
  const { terms, opening, records, result, decisions, manifest } = period
  const fold = createPeriodFold(terms, { sha256 })
  fold.addHeader(opening.header)
  for (const item of opening.items) fold.addOpening(item, 'opening')
  for (const line of earlierApart(period)) fold.addApart(line)
  const namesHandedOn = namesOfOpening(period)
  const handedOn = new Set(namesHandedOn.map(keyOfItem))
  const again = { source: partsAgain(manifest.parts.source), target: partsAgain(manifest.parts.target) }
  // A file that reaches on from the period before has the records of the opening again, and one that was given twice its own.
  const pace = createPace(5_000)
  for (const each of [...records.source, ...records.target]) {
    const { aside, name, part } = each
    const isItem = aside !== undefined && !again[name.side].has(part) && !handedOn.has(keyOfItem(name))
    if (isItem) fold.addSetAside(each, aside)
    if (pace.endsSlice(1)) yield
  }
  const source = byShownId(records.source)
  yield
  const recordsById = { source, target: byShownId(records.target) }
  yield
  const isWanted = wantedIn(period, namesHandedOn)
  for (const line of result) {
    if (line.kind === 'totals') fold.addTotals(line)
    const placed = recordsOf(line, recordsById)
    if (placed !== undefined && isWanted(placed)) fold.addLine(placed)
    if (pace.endsSlice(1)) yield
  }
  for (const line of decisions) fold.addDecision(line)
  return yield* fold.finish()
}

/** The datasets of a side that are another one again: records of one root have the same names. */
function partsAgain(parts: readonly ReadPart[]): ReadonlySet<number> {
  const roots = parts.map(({ kind, root }) => (kind === 'dataset' ? root : ''))
  const firsts = new Map(roots.map((root, part) => [root, part] as const).toReversed())
  return new Set(roots.flatMap((root, part) => (root !== '' && firsts.get(root) !== part ? [part] : [])))
}

/** The pairs that decisions of earlier periods keep apart. */
export function earlierApart({ instructions, decisions }: ReadPeriod): readonly ApartInstruction[] {
  const own = new Set(decisions.map(({ id }) => id))
  return instructions.flatMap((line) => ('apart' in line && !own.has(line.decision) ? [line] : []))
}

type RecordsById = BySide<ReadonlyMap<string, PlacedRecord>>

/** The records by the ids that the run shows. */
function byShownId(records: readonly PlacedRecord[]): ReadonlyMap<string, PlacedRecord> {
  const byId = new Map<string, PlacedRecord>()
  for (const each of records) if (each.aside === undefined) byId.set(each.shownId, each)
  return byId
}

interface Placed {
  readonly line: PeriodLine
  readonly records: readonly PlacedRecord[]
  /** Whether the line names something that is no record: a residual. */
  readonly namesResidual: boolean
}

/** A line with the records that it names; undefined for lines of other kinds. */
function recordsOf(line: ResultLine, recordsById: RecordsById): Placed | undefined {
  const shown = shownLine(line)
  if (shown === undefined) return undefined
  const named = sides.flatMap((side) => idsIn(shown, side).map((id) => recordsById[side].get(id)))
  const records = named.flatMap((each) => each ?? [])
  return { line: shown, records, namesResidual: records.length < named.length }
}

/** The records of the match or netted group of a rule that holds a record; undefined where none does. O(lines). */
export function groupOf(
  { records, result }: ReadPeriod,
  { items }: FoldedPeriod,
  wanted: ItemName,
): readonly ItemName[] | undefined {
  const recordsById = { source: byShownId(records.source), target: byShownId(records.target) }
  for (const line of result) {
    const shown = shownLine(line)
    if (shown?.kind !== 'match' && shown?.kind !== 'netted') continue
    if (!mayName(shown, wanted)) continue
    const names = sides.flatMap((side) =>
      idsIn(shown, side).flatMap((id) => recordsById[side].get(id)?.name ?? residualOf(items, side, id)),
    )
    if (names.some((name) => keyOfItem(name) === keyOfItem(wanted))) return names
  }
  return undefined
}

/** Whether a line may name a record, which the run may show by another id. */
const mayName = (line: PeriodLine, { side, id }: ItemName): boolean =>
  idsIn(line, side).some((each) => each === id || each.startsWith(`${id}#`))

const residualOf = (items: FoldedPeriod['items'], side: Side, id: string): readonly ItemName[] =>
  items.flatMap(({ name, part }) => (part === 'made' && name.side === side && name.id === id ? [name] : []))

const namesOfOpening = ({ records }: ReadPeriod): readonly ItemName[] =>
  sides.flatMap((side) => records[side].filter(({ part }) => part === 0).map(({ name }) => name))

/** A period has to know all but the matches that began and ended in it, and of which nobody has said anything. */
function wantedIn({ decisions }: ReadPeriod, handedOn: readonly ItemName[]): (placed: Placed) => boolean {
  const wanted = [...handedOn, ...decisions.flatMap(({ items = [] }) => items)]
  const keys = new Set(wanted.map(keyOfItem))
  // Few records have such an id: the names of the others are not made.
  const ids = new Set(wanted.map(({ id }) => id))
  return ({ line, records, namesResidual }) => {
    if (line.kind !== 'match' || line.residual !== undefined || namesResidual || 'decision' in line) return true
    if (new Set(records.map(({ currency = noCurrency }) => currency)).size > 1) return true
    return records.some((each) => ids.has(each.id) && keys.has(keyOfItem(each.name)))
  }
}
