import { at, numberAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { formatDate } from '../base/date.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { LinedRun, Match, Rows } from '../match/state/run-state.ts'
import { absentDay } from '../record/columns.ts'
import type { Table } from '../record/table.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { SideFields } from '../rules/criteria/criterion-kind.ts'
import type { Deviation } from '../rules/criteria/deviation.ts'
import type { MatchLine } from './line.ts'

/** Members of result lines that show the values which a rule compared: original values, not normalised ones. */

type Seen = Pick<LinedRun, 'source' | 'target'>

/**
 * Fields whose canonical values are equal byte by byte, and fields with different values. A field that a side lacks is
 * in neither.
 */
export function comparedValues(
  run: Seen,
  { rule, source, target }: Pick<Match, 'rule' | 'source' | 'target'>,
): Pick<MatchLine, 'equal' | 'differ'> {
  const equal: Record<string, string> = {}
  const differ: Record<string, readonly [string, string]> = {}
  for (const { criterion, listedIn } of rule.criteria) {
    if (!criterion.kind.showsFields) continue
    const textOf = listedIn === undefined ? commonText : everyText
    const sourceText = textOf(run.source.table, criterion.sourceField, source)
    const targetText = textOf(run.target.table, criterion.targetField, target)
    if (sourceText === undefined || targetText === undefined) continue
    // The joined texts of several records may happen to equal the text that lists them. That counts as different.
    const isOne = listedIn === undefined || hasOneText(run, criterion, { source, target })
    if (isOne && sourceText === targetText) equal[criterion.name] = sourceText
    else differ[criterion.name] = [sourceText, targetText]
  }
  return { ...(Object.keys(equal).length > 0 && { equal }), ...(Object.keys(differ).length > 0 && { differ }) }
}

/** The text that all rows have; undefined where they differ or have none. */
function commonText(table: Table, field: string, rows: readonly number[]): string | undefined {
  const text = canonicalText(table, field, at(rows, 0))
  return rows.every((row, index) => index === 0 || canonicalText(table, field, row) === text) ? text : undefined
}

/** The distinct texts of the rows, joined. Records that one text lists have different texts. */
function everyText(table: Table, field: string, rows: readonly number[]): string {
  const texts = new Set(rows.flatMap((row) => canonicalText(table, field, row) ?? []))
  return [...texts].sort(compareUtf8).join('; ')
}

const hasOneText = (run: Seen, { sourceField, targetField }: SideFields, { source, target }: Rows): boolean =>
  commonText(run.source.table, sourceField, source) !== undefined &&
  commonText(run.target.table, targetField, target) !== undefined

export function canonicalText(table: Table, field: string, row: number): string | undefined {
  if (field === 'date' || field === 'valueDate') {
    const day = numberAt(table.date(field), row)
    return day === absentDay ? undefined : formatDate(day)
  }
  const isDecimal = field === 'amount' || field === 'gross' || field === 'fee' || field === 'net'
  return isDecimal ? table.decimal(field).textAt(row) : table.text(field).textAt(row)
}

/**
 * The deviations of a pair. `difference` is target − source of the last compared amount that both records have. `days`
 * are those of the last date window, or of the last date if there is no window. Values of 0 are left out.
 */
export function deviations(rule: BoundRule, source: number, target: number): Deviation {
  const compared = rule.criteria.filter((bound) => bound.hasValues(source, target))
  const last = (test: (criterion: BoundCriterion) => boolean): Deviation | undefined =>
    compared.findLast(test)?.deviation(source, target)
  return { ...last(showsDifference), ...(last(isDayWindow) ?? last(showsDays)) }
}

export const showsDifference = ({ criterion: { kind } }: BoundCriterion): boolean =>
  kind.deviation?.member === 'difference'
const showsDays = ({ criterion: { kind } }: BoundCriterion): boolean => kind.deviation?.member === 'days'

export const isDayWindow = (bound: BoundCriterion): boolean =>
  showsDays(bound) && bound.criterion.kind.rank !== undefined
