import { pointerPart } from '../../base/json-pointer.ts'
import {
  type ReferenceData,
  type ReferenceDataInput,
  type RuleFault,
  referenceDataLimits,
  type TableInput,
} from '../language/language.ts'

/** Tables for the step `lookup`, such as the numbers of customers by their names. */

type TablesInput = NonNullable<ReferenceDataInput['tables']>

/**
 * Pointers of faults are below `/tables`. A table with faults stays in without its refused entries, so that rules which
 * name it get no further fault.
 */
export function effectiveTables(input: TablesInput, faults: RuleFault[]): ReferenceData['tables'] {
  const named = Object.entries(input)
  const entryCount = named.reduce((count, [, table]) => count + entriesOf(table).length, 0)
  const { tables: countMax, tableEntries: entryCountMax } = referenceDataLimits
  const tooMany = [
    ...(named.length > countMax ? [`Got ${named.length} tables, wanted at most ${countMax}`] : []),
    ...(entryCount > entryCountMax ? [`Got ${entryCount} entries in all tables, wanted at most ${entryCountMax}`] : []),
  ]
  for (const detail of tooMany) faults.push({ pointer: '/tables', code: 'too_big', detail })
  for (const [name] of named) refuseName(name, faults)
  // With too many entries, the faults of single entries do not help.
  if (tooMany.length > 0) return Object.fromEntries(named.map(([name]) => [name, {}]))
  return Object.fromEntries(
    named.map(([name, table]) => [name, effectiveTable(table, pointerTo('/tables', name), faults)]),
  )
}

const nameForm = /^[a-z0-9][a-z0-9_-]{0,63}$/

function refuseName(name: string, faults: RuleFault[]): void {
  if (nameForm.test(name)) return
  faults.push({
    pointer: pointerTo('/tables', name),
    code: 'invalid_value',
    detail: `Got a table named ${JSON.stringify(name)}, wanted up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit`,
  })
}

/** `Object.fromEntries` makes every key an own member, even `__proto__`. */
function effectiveTable(table: TableInput, pointer: string, faults: RuleFault[]): ReferenceData['tables'][string] {
  const valueByKey = new Map<string, string>()
  for (const { at, key, value } of entriesOf(table)) {
    const refuse = (code: string, detail: string): void => {
      faults.push({ pointer: pointerTo(pointer, at), code, detail })
    }
    if (key.trim() === '') refuse('invalid_value', 'Got a blank key, wanted the text that is looked up')
    if (value.trim() === '') refuse('invalid_value', 'Got a blank value, wanted the text that stands for the key')
    if (valueByKey.has(key)) refuse('repeated_key', `Got the key ${JSON.stringify(key)} twice, wanted each key once`)
    else valueByKey.set(key, value)
  }
  return Object.fromEntries(valueByKey)
}

interface Entry {
  readonly at: string
  readonly key: string
  readonly value: string
}

const entriesOf = (table: TableInput): readonly Entry[] =>
  isPairs(table)
    ? table.map(([key, value], index) => ({ at: String(index), key, value }))
    : Object.entries(table).map(([key, value]) => ({ at: key, key, value }))

/** `Array.isArray` does not narrow a union that has a readonly array. */
const isPairs = (table: TableInput): table is Extract<TableInput, readonly unknown[]> => Array.isArray(table)

const pointerTo = (pointer: string, name: string): string => `${pointer}/${pointerPart(name)}`
