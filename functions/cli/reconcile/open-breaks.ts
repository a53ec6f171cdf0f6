import type { BreakLine, ReconcileResult } from '@tallystick/engine'
import { counted } from '../terminal.ts'
import { detailLines } from './break-details.ts'
import { firstBreaks, type ListedBreak } from './first-breaks.ts'
import { type RecordName, recordTexts, type Sides, type TextOfRecord } from './record-texts.ts'
import type { Rest } from './rests.ts'

export interface OpenBreaks {
  readonly outcome: Pick<ReconcileResult, 'chunks' | 'summary'>
  readonly sides: Sides
  readonly rests: readonly Rest[]
  /** Where the whole result is; undefined when it was not written. */
  readonly out: string | undefined
  /** Columns of the terminal. */
  readonly width: number
}

/** The result file has all of them. */
const breakCountMax = 10
const recordCountMax = 3

/**
 * Lines that list the first breaks, each with its first records of either side as they are in their file, with records
 * that are taken or near, and with what came of the rules; no line when nothing is open. No line of a record is wider
 * than the terminal.
 *
 *     open: 1 break
 *     amount_mismatch, target − source = -9, hint transposed
 *       source   line 3   s2   2026-03-03   1254.3 EUR   INV-9
 *       target   line 3   t2   2026-03-03   1245.3 EUR   INV-9
 *       rule     reference fails at amount alone, needs tolerance 9
 */
export function openBreakLines({ outcome, sides, rests, out, width }: OpenBreaks): readonly string[] {
  const { breakCount } = outcome.summary
  if (breakCount === 0) return []
  const amounts = new Map(rests.map(({ side, id, amount }) => [`${side}:${id}`, amount]))
  const breaks = firstBreaks(outcome.chunks, Math.min(breakCount, breakCountMax)).map((listed) =>
    shownOf(listed, ({ side, id }) => amounts.get(`${side}:${id}`)),
  )
  const textOf = recordTexts(
    breaks.flatMap(({ source, target, others }) => [...source.shown, ...target.shown, ...others]),
    sides,
    width,
  )
  const more = breakCount - breaks.length
  return [
    `open: ${counted(breakCount, 'break')}`,
    ...breaks.flatMap((shown) => breakLines(shown, textOf)),
    ...(more === 0 ? [] : [`and ${more} more; all of them ${out === undefined ? 'with --out FILE' : `in ${out}`}`]),
  ]
}

/** The records of a break on one side: those that get a line, and how many do not. */
interface ShownSide {
  readonly shown: readonly RecordName[]
  readonly moreCount: number
}

interface ShownBreak {
  readonly listed: ListedBreak
  readonly source: ShownSide
  readonly target: ShownSide
  /** Records that are not the break's own. */
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
 * The records that would match but are taken, and of a record without a counterpart the nearest one, where it is not
 * among them.
 */
function othersOf(line: BreakLine): readonly RecordName[] {
  const isMissing = line.reason === 'missing_in_target' || line.reason === 'missing_in_source'
  const taken = (line.taken ?? []).flatMap((pair) => otherOf(line, pair, 'taken'))
  const near = isMissing ? (line.candidates ?? []).slice(0, 1).flatMap((pair) => otherOf(line, pair, 'near')) : []
  return [...taken, ...near.filter(({ side, id }) => !taken.some((each) => each.side === side && each.id === id))]
}

/** The record of a pair that the break does not hold. A netting rule compares two records of one side. */
function otherOf(
  line: BreakLine,
  { source, target, side, takenBy }: NonNullable<BreakLine['taken']>[number],
  label: 'taken' | 'near',
): readonly RecordName[] {
  const pair = [
    { side: side ?? 'source', id: source },
    { side: side ?? 'target', id: target },
  ] as const
  const note = takenBy === undefined ? {} : { note: label === 'taken' ? `by ${takenBy}` : `taken by ${takenBy}` }
  return pair.filter((each) => line[each.side]?.includes(each.id) !== true).map((each) => ({ ...each, label, ...note }))
}

function breakLines({ listed, source, target, others }: ShownBreak, textOf: TextOfRecord): readonly string[] {
  const more = (side: string, { moreCount }: ShownSide) => (moreCount > 0 ? [`${side}   and ${moreCount} more`] : [])
  return [
    headingOf(listed),
    ...[
      ...source.shown.map(textOf),
      ...more('source', source),
      ...target.shown.map(textOf),
      ...more('target', target),
      ...others.map(textOf),
      ...detailLines(listed.line),
    ].map((text) => `  ${text}`),
  ]
}

function headingOf({ line, recordCount }: ListedBreak): string {
  const { reason, group, difference, days, hint, counts, suggested } = line
  const facts = [
    ...(group === undefined ? [] : [counted(recordCount, 'record')]),
    ...(difference === undefined ? [] : [`target − source = ${difference}`]),
    ...(days === undefined ? [] : [`target − source = ${counted(days, 'day')}`]),
    ...(hint === undefined ? [] : [`hint ${hint}`]),
    ...(counts === undefined ? [] : [`${counts.source} in source, ${counts.target} in target`]),
    ...(suggested ? ['there is a suggestion'] : []),
  ]
  return [reason, ...facts].join(', ')
}
