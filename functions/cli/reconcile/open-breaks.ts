import type { BreakLine, ReconcileResult, ResultChunk } from '@tallystick/engine'
import { counted, printable } from '../terminal.ts'
import { type RecordName, recordTexts, type Sides, type TextOfRecord } from './record-texts.ts'
import { type RestAmounts, restAmountsOf } from './rest-amounts.ts'

export interface OpenBreaks {
  readonly outcome: Pick<ReconcileResult, 'chunks' | 'summary'>
  readonly sides: Sides
  /** Where the whole result is; undefined when it was not written. */
  readonly out: string | undefined
  /** Columns of the terminal. */
  readonly width: number
}

/** The result file has all of them. */
const breakCountMax = 10
const recordCountMax = 3

/**
 * Lines that list the first breaks, each with its first records of either side as they are in their file; no line when
 * nothing is open. No line of a record is wider than the terminal.
 *
 *     open: 1 break
 *     amount_mismatch, target − source = 0.07 (rule reference fails at amount alone)
 *       source   line 3   s2   2026-03-03   7    EUR   INV-9
 *       target   line 3   t2   2026-03-03   7.07 EUR   INV-9
 */
export function openBreakLines({ outcome, sides, out, width }: OpenBreaks): readonly string[] {
  const { breakCount } = outcome.summary
  if (breakCount === 0) return []
  const breaks = firstBreaks(outcome.chunks, Math.min(breakCount, breakCountMax))
  const amountOf = restAmountsOf(outcome)
  const textOf = recordTexts(
    breaks.flatMap(({ line }) => shownOf(line, amountOf)),
    sides,
    width,
  )
  const more = breakCount - breaks.length
  return [
    `open: ${counted(breakCount, 'break')}`,
    ...breaks.flatMap((listed) => breakLines(listed, textOf)),
    ...(more === 0 ? [] : [`and ${more} more; all of them ${out === undefined ? 'with --out FILE' : `in ${out}`}`]),
  ]
}

/** The ids of a break's records, side by side; a side without records is absent in the line. */
const idsOf = ({ source = [], target = [] }: BreakLine) =>
  [
    { side: 'source', ids: source },
    { side: 'target', ids: target },
  ] as const

const shownOf = (line: BreakLine, amountOf: RestAmounts): readonly RecordName[] =>
  idsOf(line).flatMap(({ side, ids }) =>
    ids.slice(0, recordCountMax).map((id) => ({ side, id, amount: amountOf({ side, id }) })),
  )

function breakLines(listed: ListedBreak, textOf: TextOfRecord): readonly string[] {
  const { line } = listed
  return [
    headingOf(listed),
    ...idsOf(line).flatMap(({ side, ids }) => {
      const more = ids.length - recordCountMax
      return [
        ...ids.slice(0, recordCountMax).map((id) => `  ${textOf({ side, id })}`),
        ...(more > 0 ? [`  ${side}   and ${more} more`] : []),
      ]
    }),
  ]
}

function headingOf({ line, recordCount }: ListedBreak): string {
  const { reason, group, difference, days, counts, failed, hint, listed, suggested, taken, work } = line
  const facts = [
    ...(group === undefined ? [] : [counted(recordCount, 'record')]),
    ...(difference === undefined ? [] : [`target − source = ${difference}`]),
    ...(days === undefined ? [] : [`target − source = ${counted(days, 'day')}`]),
    ...(counts === undefined ? [] : [`${counts.source} in source, ${counts.target} in target`]),
    ...(work === undefined ? [] : [`${work.needed} by ${printable(work.by)}, ${work.limit} at most`]),
    ...(hint === undefined ? [] : [hint]),
    ...(listed === undefined ? [] : listedFacts(listed)),
    ...(taken === undefined ? [] : ['what fits is matched already']),
    ...(suggested ? ['there is a suggestion'] : []),
  ]
  return `${[reason, ...facts].join(', ')}${failed === undefined ? '' : ` (${failureText(failed)})`}`
}

/** The first keys that no record has, and how many of the listed records are matched. */
function listedFacts({ missing, taken }: NonNullable<BreakLine['listed']>): readonly string[] {
  const more = missing.length - recordCountMax
  const keys = missing.slice(0, recordCountMax).map(printable).join(' ')
  return [
    ...(missing.length === 0 ? [] : [`no record has ${keys}${more > 0 ? ` and ${more} more` : ''}`]),
    ...(taken.length === 0 ? [] : [`${taken.length} of those listed matched already`]),
  ]
}

/** The field that failed is named only where no other field did, and its code only where there is one. */
const failureText = ({ rule, field, code }: NonNullable<BreakLine['failed']>): string =>
  [
    field === undefined ? `rule ${rule}` : `rule ${rule} fails at ${printable(field)} alone`,
    ...(code === undefined ? [] : [code]),
  ].join(': ')

/** A break in the list. */
interface ListedBreak {
  readonly line: BreakLine
  /** The break's records of both sides together. */
  readonly recordCount: number
}

/**
 * The first `countMax` breaks of a result, in its order. A break that has a line for each of its records is listed once,
 * with its first record. Reads no further than needed.
 */
function firstBreaks(chunks: readonly ResultChunk[], countMax: number): readonly ListedBreak[] {
  const texts = chunks.filter(({ view }) => view === 'breaks').map(({ text }) => text)
  const listed: ListedBreak[] = []
  const groups = new Set<string>()
  for (const text of texts)
    for (let start = 0; start < text.length && listed.length < countMax; ) {
      const end = text.indexOf('\n', start)
      const line: BreakLine = JSON.parse(text.slice(start, end))
      start = end + 1
      const { group } = line
      if (group !== undefined && groups.has(group)) continue
      if (group !== undefined) groups.add(group)
      listed.push({ line, recordCount: group === undefined ? idCount(line) : countGroup(texts, group) })
    }
  return listed
}

const idCount = ({ source = [], target = [] }: BreakLine): number => source.length + target.length

/** A break of several lines has a line for each of its records. */
const countGroup = (texts: readonly string[], group: string): number =>
  texts.reduce((count, text) => count + text.split(`"group":"${group}"`).length - 1, 0)
