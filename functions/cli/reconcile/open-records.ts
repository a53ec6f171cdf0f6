import type { BreakLine, ReconcileResult } from '@tallystick/engine'
import { counted } from '../counted.ts'
import { printable } from '../printable.ts'
import { firstBreaks, type ListedBreak } from './open-breaks.ts'
import { type RecordName, type RecordTexts, recordTexts, type Sides } from './record-texts.ts'

export interface OpenRequest {
  readonly outcome: Pick<ReconcileResult, 'chunks' | 'summary'>
  readonly sides: Sides
  /** Where the whole result is; undefined when it was not written. */
  readonly out: string | undefined
  /** Columns of the terminal. */
  readonly width: number
}

/** More are in the result. */
const breakCountMax = 10
const recordCountMax = 3

/**
 * The first breaks, each with its first records on either side as they stand in their file; no line when nothing is
 * open. No line of a record is wider than the terminal.
 *
 *     open: 1 break
 *     amount_mismatch, target − source = 0.07 (rule reference fails at amount alone)
 *       source   line 3   s2   2026-03-03   7    EUR   INV-9
 *       target   line 3   t2   2026-03-03   7.07 EUR   INV-9
 */
export function openLines({ outcome, sides, out, width }: OpenRequest): readonly string[] {
  const { breakCount } = outcome.summary
  if (breakCount === 0) return []
  const breaks = firstBreaks(outcome.chunks, Math.min(breakCount, breakCountMax))
  const texts = recordTexts(
    breaks.flatMap(({ line }) => shownOf(line)),
    sides,
    width,
  )
  const more = breakCount - breaks.length
  return [
    `open: ${counted(breakCount, 'break')}`,
    ...breaks.flatMap((listed) => breakLines(listed, texts)),
    ...(more === 0 ? [] : [`and ${more} more; all of them ${out === undefined ? 'with --out FILE' : `in ${out}`}`]),
  ]
}

const sideNames = ['source', 'target'] as const

const shownOf = (line: BreakLine): readonly RecordName[] =>
  sideNames.flatMap((side) => (line[side] ?? []).slice(0, recordCountMax).map((id) => ({ side, id })))

function breakLines(listed: ListedBreak, texts: RecordTexts): readonly string[] {
  const { line } = listed
  return [
    headingOf(listed),
    ...sideNames.flatMap((side) => {
      const ids = line[side] ?? []
      const more = ids.length - recordCountMax
      return [
        ...ids.slice(0, recordCountMax).map((id) => `  ${texts[side].get(id)}`),
        ...(more > 0 ? [`  ${side}   and ${more} more`] : []),
      ]
    }),
  ]
}

function headingOf({ line, recordCount }: ListedBreak): string {
  const { reason, group, difference, days, counts, failed, suggested } = line
  const facts = [
    ...(group === undefined ? [] : [counted(recordCount, 'record')]),
    ...(difference === undefined ? [] : [`target − source = ${difference}`]),
    ...(days === undefined ? [] : [`target − source = ${counted(days, 'day')}`]),
    ...(counts === undefined ? [] : [`${counts.source} in source, ${counts.target} in target`]),
    ...(suggested ? ['there is a suggestion'] : []),
  ]
  return `${[reason, ...facts].join(', ')}${failed === undefined ? '' : ` (${failureText(failed)})`}`
}

/** A field that failed was the only one. */
const failureText = ({ rule, field }: NonNullable<BreakLine['failed']>): string =>
  field === undefined ? `rule ${rule}` : `rule ${rule} fails at ${printable(field)} alone`
