import { addDecimals, canonicalize, formatDecimal, parseDecimal } from '@tallystick/engine/base'
import { countBreaks, type TriedChange } from '@tallystick/engine/explain'
import { sides } from '@tallystick/engine/record'
import type { BreakLine, MatchLine, NettedLine, TotalsLine } from '@tallystick/engine/result'
import type { Amounts } from './engine-types.ts'
import type { Change, ChangeTrial, LinePlace, MoneyChange, TrialKind, TrialRow } from './line-detail-types.ts'
import { createSums, lineFiguresOf, recordsOfLine } from './line-figures.ts'
import { type PlaceOf, placeOfLine } from './line-places.ts'
import { shownLineOf } from './line-table.ts'
import { idOfText, type OpenRun } from './open-run-lines.ts'
import { figuresOf } from './record-figures.ts'
import { recordsAfter } from './try-rules.ts'

export interface KeptTrial {
  readonly trial: ChangeTrial
  readonly rowsOf: (kind: TrialKind, range: { readonly from: number; readonly count: number }) => readonly TrialRow[]
}

interface TrialSource {
  readonly id: string
  readonly openRun: OpenRun
  readonly tried: TriedChange
  readonly placeOf: PlaceOf
}

type SettledLine = BreakLine | MatchLine | NettedLine

export function keptTrial({
  id,
  openRun,
  tried: { outcome: after, policy, difference },
  placeOf,
}: TrialSource): KeptTrial {
  const { totals, regrouped, ...lists } = difference
  const seen = { before: openRun, after: { ...openRun, recordOf: recordsAfter(openRun, after), policy } }
  const linesOf: { readonly [kind in TrialKind]: readonly SettledLine[] } = { ...lists, regrouped: regrouped.after }
  const listOf = (kind: TrialKind) => ({
    count: countOf(linesOf[kind]),
    amounts: amountsOf(linesOf[kind], isBefore(kind) ? seen.before : seen.after),
  })
  return {
    trial: {
      id,
      resultRoot: after.resultRoot,
      breakCount: { before: openRun.summary.breakCount, after: after.summary.breakCount },
      matchCount: { before: settledCount(openRun.summary), after: settledCount(after.summary) },
      regrouped: { before: countBreaks(regrouped.before), after: countBreaks(regrouped.after) },
      lists: {
        ...{ closed: listOf('closed'), opened: listOf('opened'), regrouped: listOf('regrouped') },
        ...{ gained: listOf('gained'), lost: listOf('lost') },
      },
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

const settledCount = ({ matchCount, nettedCount }: OpenRun['summary']): number => matchCount + nettedCount

const countOf = (lines: readonly SettledLine[]): number => {
  const breaks = lines.filter((line) => line.kind === 'break')
  return lines.length - breaks.length + countBreaks(breaks)
}

type SeenRun = Pick<OpenRun, 'sides' | 'recordOf' | 'sha256' | 'policy'>

function amountsOf(lines: readonly SettledLine[], openRun: SeenRun): Amounts {
  const figures = figuresOf(openRun)
  const sums = createSums()
  for (const line of lines) {
    const { amount, currency } = lineFiguresOf(line, recordsOfLine(line, figures), openRun.policy)
    sums.add(currency, amount)
  }
  return sums.amounts()
}

function shownOf(line: SettledLine, openRun: SeenRun): TrialRow['shown'] {
  const id = idOfText(openRun, canonicalize(line), line.kind)
  const { rows, ...shown } = shownLineOf(openRun, { line, id, position: 0, leaf: 0 })
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
