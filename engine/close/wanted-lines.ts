import { noCurrency } from '../base/currency.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { originIdsOf } from '../record/residual-id.ts'
import { createShownIds } from '../record/shown-id.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { DecisionLine } from './decision.ts'
import type { ItemName } from './item-name.ts'
import { type OpeningItem, recordIn } from './opening.ts'
import type { PeriodManifest } from './period-manifest.ts'
import { linesIn, type ResultLines, type ResultTexts, readResult } from './period-result.ts'
import { type AsideLine, detached } from './period-side.ts'
import type { Reading } from './reading.ts'
import { idsIn, type PeriodMatch, shownLine } from './shown-line.ts'
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
  /** Called with how many records the lines name so far. Throws where those are too many. */
  readonly onItems?: ((itemCount: number) => void) | undefined
}

/**
 * The lines of a result that the fold of a period may want: header, totals, and all that name records, but for matches by
 * rules. Of these it wants those that leave or name a residual, have several currencies, or name a record of the opening
 * or of a decision. Goes through the sides as well where the result alone does not tell which these are.
 */
export function* readWanted(
  sha256: Sha256,
  contents: RunOfPeriod,
  { result, named, onItems }: LinesToRead,
): Reading<Parsed<WantedLines>> {
  const names = namesIn(contents, named)
  const residuals = new Set<string>()
  let isSure = true
  let first: Gathered | undefined = yield* gather(result, residuals, {
    onItems,
    isWanted: (match) => {
      const meant = eachId(match, (side, id) => names[side].has(id) || residuals.has(`${side} ${id}`))
      // Several records may have the id of a wanted one, and the match that leaves a residual may come later.
      if (!meant && eachId(match, (side, id) => names[side].has(withoutSuffix(id)) || originIdsOf(id).length > 0))
        isSure = false
      return meant
    },
  })
  if (!first.ok || (isSure && first.value.currencyCount < 2)) return first
  // Its lines would be in memory beside those that are gathered again.
  first = undefined
  const { shown, currencies } = yield* readPlaces(sha256, contents, names)
  const isWanted = (match: PeriodMatch) =>
    eachId(match, (side, id) => shown[side].has(id) || residuals.has(`${side} ${id}`)) ||
    new Set(sides.flatMap((side) => idsIn(match, side).map((id) => currencies[side].get(id)))).size > 1
  return yield* gather(result, residuals, { onItems, isWanted })
}

const eachId = (match: PeriodMatch, isMeant: (side: Side, id: string) => boolean): boolean =>
  sides.some((side) => idsIn(match, side).some((id) => isMeant(side, id)))

/** Of a record whose id is that of another one, see `createShownIds`. */
const withoutSuffix = (id: string): string => id.replace(/#[1-9]\d*$/, '')

/** The wanted records of datasets by their own ids: the leaves of their lines. Those of the opening have none here. */
type WantedNames = BySide<ReadonlyMap<string, ReadonlySet<string>>>

function namesIn({ opening, decisions }: RunOfPeriod, named: readonly ItemName[]): WantedNames {
  const leaves: BySide<Map<string, Set<string>>> = { source: new Map(), target: new Map() }
  const leavesOf = (side: Side, id: string): Set<string> => {
    const known = leaves[side].get(id) ?? new Set<string>()
    leaves[side].set(id, known)
    return known
  }
  for (const { side, record } of opening.items) leavesOf(side, record.id)
  for (const { side, id, leaf } of [...decisions.flatMap(({ items = [] }) => items), ...named])
    leavesOf(side, id).add(leaf)
  return leaves
}

interface Wanting extends Pick<LinesToRead, 'onItems'> {
  /** Whether a match by a rule is wanted that leaves no residual. */
  readonly isWanted: (match: PeriodMatch) => boolean
}

type Gathered = Parsed<WantedLines & { readonly currencyCount: number }>

/** Adds the residuals that the lines leave to `residuals`. */
function* gather(result: ResultTexts, residuals: Set<string>, { isWanted, onItems }: Wanting): Reading<Gathered> {
  const texts: string[] = []
  const ids: BySide<Set<string>> = { source: new Set(), target: new Set() }
  let currencyCount = 0
  const read = yield* readResult(result, (line, text) => {
    const shown = shownLine(line)
    if (line.kind === 'totals') currencyCount = new Set(sides.flatMap((side) => Object.keys(line[side]))).size
    else if (shown === undefined && line.kind !== 'tallystick/result@1') return
    if (shown?.kind === 'match' && shown.residual !== undefined)
      residuals.add(`${shown.residual.side} ${shown.residual.id}`)
    else if (shown?.kind === 'match' && shown.decision === undefined && !isWanted(shown)) return
    texts.push(detached(text))
    if (shown !== undefined) for (const side of sides) for (const id of idsIn(shown, side)) ids[side].add(id)
    onItems?.(ids.source.size + ids.target.size)
  })
  return read.ok ? parsed({ lines: linesIn(texts), ids, currencyCount }) : refused(read.detail)
}

interface Places {
  /** The wanted records by the ids that the run shows. */
  readonly shown: BySide<ReadonlySet<string>>
  /** The currencies by the same ids, except for records in the currency of the first one. */
  readonly currencies: BySide<ReadonlyMap<string, string>>
}

function* readPlaces(sha256: Sha256, { manifest, aside }: RunOfPeriod, names: WantedNames): Reading<Places> {
  const shown: BySide<Set<string>> = { source: new Set(), target: new Set() }
  const currencies: BySide<Map<string, string>> = { source: new Map(), target: new Map() }
  let first: string | undefined
  for (const side of sides) {
    const left = rowsLeftOut(aside, side)
    const nextShown = createShownIds()
    const parts = manifest.parts[side]
    yield* readSideLines(side, parts, {
      takeLine(line, { part, row }) {
        if (left.has(row)) return
        const record = recordIn(line)
        // `readPeriodSide` refuses such a line, and says which it is.
        if (record === undefined) return
        const { id, currency = noCurrency } = record
        const name = nextShown(id)
        const leaves = names[side].get(id)
        if (parts[part]?.kind === 'opening' || leaves?.has(hashOfLine(sha256, line))) shown[side].add(name)
        first ??= currency
        if (currency !== first) currencies[side].set(name, currency)
      },
    })
  }
  return { shown, currencies }
}

/** The rows of the records of a side that the run leaves out. */
export const rowsLeftOut = (aside: readonly AsideLine[], side: Side): ReadonlySet<number> =>
  new Set(aside.flatMap((line) => (line.side === side ? [line.row] : [])))
