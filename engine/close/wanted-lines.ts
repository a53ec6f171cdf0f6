import { type Parsed, parsed, refused } from '../base/parsed.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { createShownIds } from '../record/shown-id.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { ResultLine } from '../result/line.ts'
import type { DecisionLine } from './decision.ts'
import { type ItemLimit, requireItems } from './item-limit.ts'
import type { ItemName } from './item-name.ts'
import type { OpeningItem } from './opening.ts'
import type { PeriodManifest } from './period-manifest.ts'
import { linesIn, type ResultLines, type ResultTexts, readResult } from './period-result.ts'
import { type AsideLine, detached } from './period-side.ts'
import type { Reading } from './reading.ts'
import { idsIn, shownLine } from './shown-line.ts'
import { readSideLines } from './side-lines.ts'

/** What a period holds of a result, and the ids of the records that these lines name as the run shows them. */
export interface WantedLines {
  readonly lines: ResultLines
  readonly ids: BySide<ReadonlySet<string>>
}

/** What of a period says which lines of its run are wanted. */
export interface RunOfPeriod {
  readonly manifest: Pick<PeriodManifest, 'parts'>
  readonly opening: { readonly items: readonly OpeningItem[] }
  readonly aside: readonly AsideLine[]
  readonly decisions: readonly DecisionLine[]
}

interface LinesToRead {
  readonly result: ResultTexts
  /** Further records whose lines are wanted. */
  readonly named: readonly ItemName[]
  readonly itemCountMax?: ItemLimit
}

/**
 * The lines of a result that the fold of a period may want: header, totals, and all that name records but matches of one currency
 * by rules that name no record of the opening or of a decision, and no residual. Goes through the sides as well where there are several currencies.
 */
export function* readWanted(
  contents: RunOfPeriod,
  { result, named, itemCountMax }: LinesToRead,
): Reading<Parsed<WantedLines>> {
  const ids = new Set([
    ...contents.opening.items.map(({ record }) => record.id),
    ...contents.decisions.flatMap(({ items = [] }) => items.map(({ id }) => id)),
    ...named.map(({ id }) => id),
  ])
  const first = yield* gather(result, { ids, currencies: undefined, itemCountMax })
  if (!first.ok || first.value.currencyCount < 2) return first
  return yield* gather(result, { ids, currencies: yield* readCurrencies(contents), itemCountMax })
}

interface Wanting {
  readonly ids: ReadonlySet<string>
  readonly currencies: Currencies | undefined
  readonly itemCountMax: ItemLimit
}

function* gather(
  result: ResultTexts,
  wanting: Wanting,
): Reading<Parsed<WantedLines & { readonly currencyCount: number }>> {
  const texts: string[] = []
  const ids: BySide<Set<string>> = { source: new Set(), target: new Set() }
  let currencyCount = 0
  const read = yield* readResult(result, (line, text) => {
    if (line.kind === 'totals') currencyCount = new Set(sides.flatMap((side) => Object.keys(line[side]))).size
    else if (!mayBeWanted(line, wanting)) return
    texts.push(detached(text))
    const shown = shownLine(line)
    if (shown !== undefined) for (const side of sides) for (const id of idsIn(shown, side)) ids[side].add(id)
    requireItems(ids.source.size + ids.target.size, wanting.itemCountMax)
  })
  return read.ok ? parsed({ lines: linesIn(texts), ids, currencyCount }) : refused(read.detail)
}

function mayBeWanted(line: ResultLine, { ids, currencies }: Wanting): boolean {
  const shown = shownLine(line)
  if (line.kind === 'tallystick/result@1') return true
  if (shown?.kind !== 'match' || shown.residual !== undefined || 'decision' in shown) return shown !== undefined
  const isNamed = (id: string) => ids.has(id) || ids.has(id.replace(repeatedSuffix, '')) || residualSuffix.test(id)
  return (
    sides.some((side) => idsIn(shown, side).some(isNamed)) ||
    (currencies !== undefined &&
      new Set(sides.flatMap((side) => idsIn(shown, side).map((id) => currencies[side].get(id)))).size > 1)
  )
}

/** Of a record whose id is that of another one, see `createShownIds`. */
const repeatedSuffix = /#[1-9]\d*$/
const residualSuffix = /~[1-9]\d*$/

/** The currencies of records by the ids that the run shows, but of those in the currency of the first one. */
type Currencies = BySide<ReadonlyMap<string, string | undefined>>

function* readCurrencies({ manifest, aside }: RunOfPeriod): Reading<Currencies> {
  const found: BySide<Map<string, string | undefined>> = { source: new Map(), target: new Map() }
  const firsts: (string | undefined)[] = []
  for (const side of sides) {
    const left = rowsLeftOut(aside, side)
    const nextShown = createShownIds()
    yield* readSideLines(side, manifest.parts[side], {
      takeLine(line, { row }) {
        if (left.has(row)) return
        const { id, currency = '' }: CanonicalRecord = JSON.parse(line)
        if (firsts.length === 0) firsts.push(currency)
        const shown = nextShown(id)
        if (currency !== firsts[0]) found[side].set(shown, currency)
      },
    })
  }
  return found
}

/** The rows of the records of a side that the run leaves out. */
export const rowsLeftOut = (aside: readonly AsideLine[], side: Side): ReadonlySet<number> =>
  new Set(aside.flatMap((line) => (line.side === side ? [line.row] : [])))
