import { addDecimals, canonicalize, formatDecimal, parseDecimal } from '@tallystick/engine/base'
import { differenceOfRuns } from '@tallystick/engine/explain'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import { sides } from '@tallystick/engine/record'
import type { BreakLine, MatchLine, NettedLine, TotalsLine } from '@tallystick/engine/result'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { createSums, recordsOfLine, stakeOf } from './amounts-at-stake.ts'
import type { Amounts } from './engine-types.ts'
import type { Change, ChangeTrial, LinePlace, MoneyChange, TrialKind, TrialRow } from './line-detail-types.ts'
import { type PlaceOf, placeOfLine } from './line-places.ts'
import { shownLineOf } from './line-table.ts'
import { figuresOf } from './record-figures.ts'
import { idOfText, type RunBook } from './run-book.ts'
import { recordsAfter } from './try-rules.ts'

/** The outcome of other rules, with the lines that changed. */
export interface KeptTrial {
  readonly trial: ChangeTrial
  readonly rowsOf: (kind: TrialKind, range: { readonly from: number; readonly count: number }) => readonly TrialRow[]
}

interface TrialSource {
  readonly id: string
  readonly book: RunBook
  /** The same records under the other rules. */
  readonly after: ReconcileResult
  readonly policyAfter: CompiledPolicy
  readonly placeOf: PlaceOf
}

type SettledLine = BreakLine | MatchLine | NettedLine

/** Compares a run with its records under other rules. O(lines). */
export function keptTrial({ id, book, after, policyAfter, placeOf }: TrialSource): KeptTrial {
  const { totals, ...lists } = differenceOfRuns(book, after)
  const seen = { before: book, after: { ...book, recordOf: recordsAfter(book, after), policy: policyAfter } }
  const linesOf: { readonly [kind in TrialKind]: readonly SettledLine[] } = lists
  const listOf = (kind: TrialKind) => ({
    count: countOf(linesOf[kind]),
    amounts: amountsOf(linesOf[kind], isBefore(kind) ? seen.before : seen.after),
  })
  return {
    trial: {
      id,
      resultRoot: after.resultRoot,
      isSame: after.resultRoot === book.resultRoot,
      breakCount: { before: book.summary.breakCount, after: after.summary.breakCount },
      matchCount: { before: settledCount(book.summary), after: settledCount(after.summary) },
      lists: { closed: listOf('closed'), opened: listOf('opened'), gained: listOf('gained'), lost: listOf('lost') },
      money: moneyChanges(totals),
      accepted: acceptedChanges(totals),
      turned: turnedChanges(totals),
    },
    rowsOf: (kind, { from, count }) =>
      linesOf[kind].slice(from, from + count).map((line) => {
        const place: LinePlace | undefined = placeOfLine(line, placeOf)
        return { shown: shownOf(line, isBefore(kind) ? seen.before : seen.after), place: place ?? null }
      }),
  }
}

const isBefore = (kind: TrialKind): boolean => kind === 'closed' || kind === 'lost'

const settledCount = ({ matchCount, nettedCount }: RunBook['summary']): number => matchCount + nettedCount

/** A break of very many records has a line for each, and counts once. */
function countOf(lines: readonly SettledLine[]): number {
  const groups = new Set<string>()
  let count = 0
  for (const line of lines) {
    const group = line.kind === 'break' ? line.group : undefined
    if (group === undefined || !groups.has(group)) count += 1
    if (group !== undefined) groups.add(group)
  }
  return count
}

type SeenBook = Pick<RunBook, 'sides' | 'recordOf' | 'sha256' | 'policy'>

function amountsOf(lines: readonly SettledLine[], book: SeenBook): Amounts {
  const figures = figuresOf(book)
  const sums = createSums()
  for (const line of lines) {
    const { amount, currency } = stakeOf(line, recordsOfLine(line, figures), book.policy)
    sums.add(currency, amount)
  }
  return sums.amounts()
}

function shownOf(line: SettledLine, book: SeenBook): TrialRow['shown'] {
  const id = idOfText(book, canonicalize(line), line.kind)
  const { rows, ...shown } = shownLineOf(book, { line, id, position: 0, leaf: 0 })
  return { ...shown, rows: rows.slice(0, 1) }
}

const changed = (change: Change<string>): boolean => change.before !== change.after

function moneyChanges({ before, after }: Change<TotalsLine>): MoneyChange[] {
  return sides.flatMap((side) =>
    namesIn(before[side], after[side]).flatMap((currency) => {
      const of = (member: 'matched' | 'open'): Change<string> => ({
        before: before[side][currency]?.[member] ?? '0',
        after: after[side][currency]?.[member] ?? '0',
      })
      const change = { side, currency, matched: of('matched'), open: of('open') }
      return changed(change.matched) || changed(change.open) ? [change] : []
    }),
  )
}

function turnedChanges({ before, after }: Change<TotalsLine>) {
  return namesIn(before.turned, after.turned).flatMap((currency) => {
    const { [currency]: was = '0' } = before.turned
    const { [currency]: is = '0' } = after.turned
    const total = { before: was, after: is }
    return changed(total) ? [{ currency, total }] : []
  })
}

function acceptedChanges({ before, after }: Change<TotalsLine>) {
  return namesIn(before.accepted, after.accepted).flatMap((currency) => {
    const total = { before: added(before.accepted[currency]), after: added(after.accepted[currency]) }
    return changed(total) ? [{ currency, total }] : []
  })
}

const namesIn = (...members: readonly object[]): readonly string[] => [...new Set(members.flatMap(Object.keys))].sort()

function added(amounts: { readonly [label: string]: string } = {}): string {
  const decimals = Object.values(amounts).flatMap((text) => parseDecimal(text) ?? [])
  const zero = { coefficient: 0n, scale: 0 }
  return formatDecimal(decimals.reduce(addDecimals, zero))
}
