/** What the engine shows of its intake. */

export { recordByteCountMax } from './dataset-bounds.ts'
export type { DatasetChunk } from './dataset-chunks.ts'
export { type DatasetWarning, type DatasetWarningCode, datasetWarningCodes } from './dataset-warning.ts'
export type { DatasetSummary } from './dataset-writer.ts'
export { encodingLabels } from './encoding.ts'
export { type EntryLevel, entryLevels, type FileFormat } from './format.ts'
export {
  type FormatName,
  formatNames,
  formatOfMediaType,
  formats,
  sniffedMediaTypes,
} from './formats.ts'
export { type FileIntake, intakeVersion, openIntake } from './intake.ts'
export { type DatasetLimits, intakeLimits } from './intake-limits.ts'
export { openJsonIntake } from './json/json-intake.ts'
export { exportColumnsOf } from './kinds/export-columns.ts'
export { type ColumnNames, generalColumnNames } from './kinds.ts'
export { type RowFault, rowFaultCountMax } from './row-fault.ts'
export { skipConditionCountMax } from './skip/skip-condition.ts'
export { openSniffedIntake } from './sniff-format.ts'
export { type Statement, type StatementCheck, statementChecks } from './statement.ts'
export type { TakenColumns } from './taken-columns.ts'
export { crc32 } from './zip/crc32.ts'
