import type { Column } from './row.ts'
import { type FaultLog, type RowFault, type RowFaultCode, shown } from './row-fault.ts'

/** Bounds of names and members in any format, since a few bytes of a file may become many. */
export const intakeLimits = {
  /** UTF-16 units of the name of a column or member. */
  nameLength: 200,
  /** UTF-16 units of all names of a header together. The bound is needed since each stored row repeats the names. */
  headerLength: 32_768,
  /** Columns with a name, or the members of a JSON record at all levels together. */
  members: 1_000,
} as const

/** Bounds of a stored dataset in any format. */
export interface DatasetLimits {
  readonly recordCountMax: number
  readonly byteCountMax: number
  /** The most bytes of rows that wait for a later row to decide how they are read; undefined for no bound. */
  readonly heldByteCountMax?: number | undefined
}

export interface Fault {
  readonly code: RowFaultCode
  readonly detail: string
}

export const tooManyMembers: Fault = {
  code: 'too_many_members',
  detail: `Got a record of more than ${intakeLimits.members} members, wanted at most that, those of its attributes included: send what belongs to the match`,
}

export const isShortName = (name: string): boolean => name.length <= intakeLimits.nameLength

export const nameFault = (name: string): Fault => ({
  code: 'name_too_long',
  detail: `Got the name ${shown(name)} of ${name.length} characters, wanted at most ${intakeLimits.nameLength}, as every record repeats it`,
})

export const shownName = (name: string): string => (isShortName(name) ? name : shown(name).slice(1))

interface HeaderRow {
  readonly line: number
  readonly columns: readonly Column[]
  readonly attributes: readonly { readonly name: string; readonly column: Column }[]
  readonly doubled: Omit<RowFault, 'line'> | undefined
}

export function refuseHeader({ line, columns, attributes, doubled }: HeaderRow, faults: FaultLog): boolean {
  const add = ({ code, detail }: Fault, column: string | null = null): void =>
    faults.add({ line, column, field: null, code, detail })
  const namedCount = columns.filter(isNamed).length
  if (namedCount > intakeLimits.members) {
    const detail = `Got a header of ${namedCount} columns, wanted at most ${intakeLimits.members}: export the columns that are needed`
    add({ code: 'too_many_columns', detail })
  }
  const names = attributes.filter(({ column }) => isNamed(column)).map(({ name }) => name)
  for (const name of names) if (!isShortName(name)) add(nameFault(name), shownName(name))
  const length = names.reduce((sum, name) => sum + name.length, 0)
  if (length > intakeLimits.headerLength) {
    const detail = `Got columns with names of ${length} characters in all, wanted at most ${intakeLimits.headerLength}, as every record repeats them`
    add({ code: 'header_too_large', detail })
  }
  if (doubled !== undefined) faults.add({ line, ...doubled })
  return !faults.isEmpty()
}

/** Whether a column has a name of its own. Spreadsheets write thousands of columns without names and values. */
const isNamed = ({ name, index }: Column): boolean => name !== String(index + 1)
