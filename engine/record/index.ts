/** The canonical record, and records as columns. */

export type { AttributeChoice } from './column-builders.ts'
export { absentDay } from './columns.ts'
export { proveRecords } from './prove-records.ts'
export { type CanonicalRecord, canonicalFields, dateFields, decimalFields, textFields } from './record.ts'
export { knownIdOf, originIdsOf } from './residual-id.ts'
export { type BySide, type Side, sides } from './side.ts'
export type { Table } from './table.ts'
export { createTableBuilder } from './table-builder.ts'
