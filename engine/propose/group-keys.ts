import { int32At } from '../base/at.ts'
import { absentDay } from '../record/columns.ts'
import { dateFields } from '../record/record.ts'
import type { CriterionInput } from '../rules/language/language.ts'
import { keptBySide } from './kept-by-side.ts'
import type { LearningSide, LearningSides } from './learning-side.ts'
import { type Block, fieldsOf } from './link.ts'

/** A way to group the records of a link: by its keys alone, or together with a day. */
export interface Grouping {
  readonly blocks: readonly Block[]
  readonly criteria: readonly CriterionInput[]
  readonly words: string
}

const dayFieldCountMax = 3

/** The grouping by keys alone, then one for each pair of date fields. O(rows × pairs of date fields). */
export function groupingsOf(sides: LearningSides, blocks: readonly Block[]): readonly Grouping[] {
  const days = dayFields(sides.source).flatMap((own) =>
    dayFields(sides.target).map((other) => ({
      blocks: blocks.flatMap((block) => byDay(sides, block, [own, other])),
      criteria: [fieldsOf(own, other)],
      words: own === other ? ` and ${own}` : `, and ${own} of the source and ${other} of the target`,
    })),
  )
  return [{ blocks, criteria: [], words: '' }, ...days]
}

/** Date fields, and attributes that hold dates, if half of the records have a value. Kept for each side. */
const dayFields = (side: LearningSide): readonly string[] => known(side, '', () => findDayFields(side))

const known = keptBySide<readonly string[]>()

function findDayFields({ table, rowCount, texts }: LearningSide): readonly string[] {
  const isFilled = (field: string): boolean =>
    table.date(field).reduce((count, day) => count + (day === absentDay ? 0 : 1), 0) >= 0.5 * rowCount
  const isDated = (field: string): boolean => texts(field).some((text) => text !== undefined && isDate.test(text))
  return [...dateFields, ...table.attributePaths.filter(isDated)].filter(isFilled).slice(0, dayFieldCountMax)
}

const isDate = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

function byDay(
  { source, target }: LearningSides,
  block: Block,
  [own, other]: readonly [string, string],
): readonly Block[] {
  const rowsByDay = (days: Int32Array, rows: readonly number[]) =>
    Map.groupBy(
      rows.filter((row) => int32At(days, row) !== absentDay),
      (row) => int32At(days, row),
    )
  const targets = rowsByDay(target.table.date(other), block.target)
  return [...rowsByDay(source.table.date(own), block.source)].flatMap(([day, rows]) => {
    const others = targets.get(day)
    return others === undefined ? [] : [{ key: `${block.key} ${day}`, source: rows, target: others }]
  })
}
