import { int32At } from '../../base/at.ts'
import { absentDay, type DateColumn } from '../../record/columns.ts'
import { numberUnits } from '../../record/number-units.ts'
import type { Table } from '../../record/table.ts'
import type { Comparison, CriterionKind, SideFields } from './criterion-kind.ts'
import { numberedOnce } from './numbered-once.ts'

export const exactDate: CriterionKind = {
  type: 'date',
  op: 'equals',
  members: [],
  joinsGroups: true,
  identifies: false,
  compile: (_criterion, fields) => ({
    blocking: 'key',
    bind(source, target): Comparison<number> {
      const dates = boundDates(fields, source, target)
      const rowCounts = { source: source.rowCount, target: target.rowCount }
      const columns = { source: source.date(fields.sourceField), target: target.date(fields.targetField) }
      return { ...dates, numbering: () => numberedOnce(columns, 'day', () => numberUnits({ ...dates, rowCounts })) }
    },
  }),
  showsFields: true,
  isNumeric: false,
  matchType: 'normalized',
  deviation: {
    member: 'days',
    write: (difference) => (difference === 0 ? {} : { days: Number(difference) }),
  },
  mismatch: () => 'date_mismatch',
}

export const boundDates = (fields: SideFields, source: Table, target: Table): Comparison<number> => ({
  source: dayReader(source.date(fields.sourceField)),
  target: dayReader(target.date(fields.targetField)),
  holds: (from, to) => from === to,
  difference: (from, to) => to - from,
  scale: 0,
  evidenceMax: 'exact',
  needs: (from, to) => ({ days: Math.abs(to - from) }),
})

const dayReader =
  (column: DateColumn) =>
  (row: number): number | undefined => {
    const day = int32At(column, row)
    return day === absentDay ? undefined : day
  }
