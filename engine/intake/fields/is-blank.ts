import type { JsonValue } from '../../base/canonical.ts'

export const isBlank = (cell: JsonValue | undefined): cell is undefined | null =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
