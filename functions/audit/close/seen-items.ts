import { formatDecimal } from '@tallystick/engine/base'
import {
  type DecisionLine,
  type FoldedPeriod,
  groupOf,
  type ItemName,
  isOpenState,
  keyOfItem,
  type PeriodItem,
  type ReadPeriod,
} from '@tallystick/engine/close'
import type { DecisionRecord } from '@tallystick/schema/decision'
import type { PeriodOfItem } from '@tallystick/schema/item-history'
import { decisionRecordOf } from './decision-record.ts'

/** What a period has of an item: see `PeriodOfItem`. */

/** A period with what is said of it as a whole. */
export interface SeenFrom {
  readonly period: PeriodOfItem['period']
  readonly read: ReadPeriod
  readonly folded: FoldedPeriod
  /** The text of the note of a decision; null without one. */
  readonly noteOf: (line: DecisionLine) => string | null
}

/** Without the names of who decided. */
export type SeenPeriod = Omit<PeriodOfItem, 'decisions'> & { readonly decisions: readonly DecisionRecord[] }

/** Equal for a record and the residuals that matches left of it. */
export const chainOf = ({ name, chain }: PeriodItem): string =>
  keyOfItem(chain === undefined ? name : { ...name, id: chain.id, leaf: chain.leaf })

/** The items of a chain, and the decisions about them. O(items + decisions). */
export function seenIn(opened: SeenFrom, chain: string): SeenPeriod {
  const items = opened.folded.items.filter((each) => chainOf(each) === chain)
  return {
    period: opened.period,
    items: items.map((item) => seenItemOf(opened, item)),
    decisions: linesAbout(opened, items).map((line) => shownDecision(opened, line)),
  }
}

/** The decision with what has become of it. */
export function shownDecision({ folded, noteOf }: Omit<SeenFrom, 'period'>, line: DecisionLine): DecisionRecord {
  const status = folded.decisions.find(({ decision }) => decision === line.id)
  if (status === undefined) throw new Error('The fold knows every decision')
  return decisionRecordOf(line, { note: noteOf(line), status })
}

/** The decisions that name one of the items, and those that follow one of these. */
function linesAbout({ read }: SeenFrom, items: readonly PeriodItem[]): readonly DecisionLine[] {
  const keys = new Set(items.map(({ name }) => keyOfItem(name)))
  const ids = new Set<string>()
  return read.decisions.filter(({ id, items: named = [], follows }) => {
    const isAbout = named.some((name) => keys.has(keyOfItem(name))) || (follows !== undefined && ids.has(follows))
    if (isAbout) ids.add(id)
    return isAbout
  })
}

function seenItemOf(opened: SeenFrom, item: PeriodItem): PeriodOfItem['items'][number] {
  const { name, state, amount, currency, label, expected, owner } = item
  return {
    ...{ name, state, amount: formatDecimal(amount), currency, isOpen: isOpenState(state) },
    ...{ label: label ?? null, expected: expected ?? null, owner: owner ?? null },
    settledBy: settlementOf(opened, item),
  }
}

const othersMax = 100

function settlementOf(opened: SeenFrom, { name, settledBy }: PeriodItem): PeriodOfItem['items'][number]['settledBy'] {
  if (settledBy === undefined) return null
  const { by, rule, decision } = settledBy
  const group = groupSettled(opened, name, decision)
  const others = group.filter((each) => keyOfItem(each) !== keyOfItem(name))
  return {
    by,
    rule: by === 'decision' ? null : (rule ?? null),
    decision: decision ?? null,
    others: others.slice(0, othersMax).map((each) => ({ ...each })),
    otherCount: others.length,
  }
}

/** The run knows only decisions that were made before it. */
function groupSettled({ read, folded }: SeenFrom, name: ItemName, decision?: string): readonly ItemName[] {
  const made = read.decisions.find(({ id }) => id === decision)
  return made?.items ?? groupOf(read, folded, name) ?? []
}
