import { groupedAmount, sizeOfAmount } from '@tallystick/audit/base/amount'
import type { Residual } from '@tallystick/audit/report/residuals'
import { type OtherRecord, otherRecords } from '@tallystick/audit/report/shown-record'
import { differenceWords } from '@tallystick/audit/report/size-words'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { BreakLine } from '@tallystick/engine/result'
import { counted, grouped, printable } from '../terminal.ts'
import { detailLines } from './break-details.ts'
import { firstBreaks, type ListedBreak } from './first-breaks.ts'
import { type RecordName, type RecordTexts, recordTexts, type Sides } from './record-texts.ts'

interface OpenBreaks {
  readonly outcome: Pick<ReconcileResult, 'chunks' | 'summary'>
  readonly sides: Sides
  readonly residuals: readonly Residual[]
  readonly breakCountMax: number
  /** The file to which all breaks were written; undefined where neither `--report` nor `--out` was given. */
  readonly allIn: string | undefined
  readonly width: number
}

const recordCountMax = 3

/**
 * Lists the first breaks, each with its first records of either side, records that are taken or near, and what came of
 * the rules. No line of a record is wider than `width`.
 *
 *     open: 1 break
 *     amount_mismatch, 9.00 less in target, hint transposed
 *       source   line 3   s2   2026-03-03   1,254.30 EUR   INV-9
 *       target   line 3   t2   2026-03-03   1,245.30 EUR   INV-9
 *       rule     reference fails at amount alone, needs tolerance 9
 */
export function openBreakLines({
  outcome,
  sides,
  residuals,
  breakCountMax,
  allIn,
  width,
}: OpenBreaks): readonly string[] {
  const { breakCount } = outcome.summary
  if (breakCount === 0) return []
  const amounts = new Map(residuals.map(({ side, id, amount }) => [`${side}:${id}`, amount]))
  const breaks = firstBreaks(outcome.chunks, Math.min(breakCount, breakCountMax)).map((listed) =>
    shownOf(listed, ({ side, id }) => amounts.get(`${side}:${id}`)),
  )
  const texts = recordTexts(
    breaks.flatMap(({ source, target, others }) => [...source.shown, ...target.shown, ...others]),
    sides,
    width,
  )
  const more = breakCount - breaks.length
  return [
    `open: ${counted(breakCount, 'break')}`,
    ...breaks.flatMap((shown) => breakLines(shown, texts)),
    ...(more === 0 ? [] : [`and ${grouped(more)} more; all of them with --breaks all, or ${placeOf(allIn)}`]),
  ]
}

const placeOf = (allIn: string | undefined): string =>
  allIn === undefined ? 'in a workbook with --report FILE.xlsx' : `in ${allIn}`

interface ShownSide {
  readonly shown: readonly RecordName[]
  readonly moreCount: number
}

interface ShownBreak {
  readonly listed: ListedBreak
  readonly source: ShownSide
  readonly target: ShownSide
  readonly others: readonly RecordName[]
}

function shownOf(listed: ListedBreak, amountOf: (name: RecordName) => string | undefined): ShownBreak {
  const { source = [], target = [] } = listed.line
  const named = (name: RecordName): RecordName => ({ ...name, amount: amountOf(name) })
  const sideOf = (side: 'source' | 'target', ids: readonly string[]): ShownSide => ({
    shown: ids.slice(0, recordCountMax).map((id) => named({ side, id, label: side })),
    moreCount: Math.max(0, ids.length - recordCountMax),
  })
  const others = othersOf(listed.line).map(named)
  return { listed, source: sideOf('source', source), target: sideOf('target', target), others }
}

/**
 * The other records to list for a break: those that would match but are taken, and the nearest candidate of a record
 * without a counterpart.
 */
function othersOf(line: BreakLine): readonly RecordName[] {
  const isMissing = line.reason === 'missing_in_target' || line.reason === 'missing_in_source'
  const nearest = isMissing ? line.candidates?.[0] : undefined
  return otherRecords(line)
    .filter(({ role, pair }) => role === 'taken' || pair === nearest)
    .map(nameOfOther)
}

function nameOfOther({ name, role, pair: { takenBy } }: OtherRecord): RecordName {
  const isTaken = role === 'taken'
  const note = takenBy === undefined ? {} : { note: isTaken ? `by ${takenBy}` : `taken by ${takenBy}` }
  return { ...name, label: isTaken ? 'taken' : 'near', ...note }
}

function breakLines({ listed, source, target, others }: ShownBreak, texts: RecordTexts): readonly string[] {
  const { textOf } = texts
  const currency = sharedCurrency([...source.shown, ...target.shown].map(texts.currencyOf))
  const more = (side: string, { moreCount }: ShownSide) =>
    moreCount > 0 ? [`${side}   and ${grouped(moreCount)} more`] : []
  return [
    headingOf(
      listed,
      currency,
      isPair([source, target]) ? [source, target].map(({ shown: [only] }) => only && texts.amountOf(only)) : [],
    ),
    ...[
      ...source.shown.map(textOf),
      ...more('source', source),
      ...target.shown.map(textOf),
      ...more('target', target),
      ...others.map(textOf),
      ...detailLines(listed.line, currency),
    ].map((text) => `  ${text}`),
  ]
}

const isPair = (sides: readonly ShownSide[]): boolean => sides.every(({ shown }) => shown.length === 1)

/** The currency of a break's amounts; undefined where its records have several currencies. */
function sharedCurrency(currencies: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(currencies)
  return others.length > 0 ? undefined : first
}

function headingOf(
  { line, recordCount }: ListedBreak,
  currency: string | undefined,
  [source, target]: readonly (string | undefined)[],
): string {
  const { reason, group, difference, hint, counts, suggested } = line
  const facts = [
    ...(group === undefined ? [] : [counted(recordCount, 'record')]),
    ...(difference === undefined
      ? []
      : [differenceWords({ difference, source, target }, groupedAmount(sizeOfAmount(difference), currency))]),
    ...dayWords(line),
    ...(hint === undefined ? [] : [`hint ${hint}`]),
    ...(counts === undefined ? [] : [`${grouped(counts.source)} in source, ${grouped(counts.target)} in target`]),
    ...(suggested ? ['there is a suggestion'] : []),
  ]
  return [reason, ...facts].join(', ')
}

/** Of a booking that one side has on several days, the days are those from its first to its last. */
function dayWords({ days, likely }: BreakLine): readonly string[] {
  if (days === undefined) return []
  if (likely === undefined) return [`target − source = ${counted(days, 'day')}`]
  return [`booked ${counted(days, 'day')} apart`, printable(`${likely} likely is the one`)]
}
