import type { JsonValue } from '../../base/canonical.ts'
import { isObject } from '../../base/json-shape.ts'
import type { ReaderOptions } from '../format/format.ts'
import { mapOfRecord, mapsOf } from '../kinds/export-maps.ts'
import { memberAt } from '../kinds/member-path.ts'
import { columnsOfAmount, mappedAmount } from '../mapping/mapping.ts'
import { amountHintOf } from './nested-amount.ts'

/** Finds lists of records in a JSON text that has none at a known place. */

interface RecordList {
  /** The names of members on the way to the list, from the outermost on. */
  readonly path: readonly (string | number)[]
  readonly elements: readonly JsonValue[]
}

type Options = Pick<ReaderOptions, 'mapping' | 'kind'>

const depthMax = 4

/** Whether a value is a record: of an export of the kind, or, if the kind is unknown, any object with an amount. */
export function isRecord(value: JsonValue, { mapping, kind }: Options): boolean {
  if (!isObject(value)) return false
  if (mapOfRecord(value, kind) !== undefined) return true
  const mapped = (['amount', 'gross', 'net'] as const).flatMap((field) => {
    const source = mappedAmount(mapping, field)
    return source === undefined ? [] : columnsOfAmount(source)
  })
  if (mapped.length > 0) return mapped.some((name) => memberAt(value, name) !== undefined)
  if (mapsOf('json', kind).length > 0) return false
  const hasOwn = ['amount', 'gross', 'net'].some((name) => value[name] !== undefined && typeof value[name] !== 'object')
  return hasOwn || amountHintOf([value], mapping) !== ''
}

export function recordIn(value: JsonValue, options: Options): JsonValue | undefined {
  if (isRecord(value, options)) return value
  if (!isObject(value)) return undefined
  const [only, second] = Object.values(value)
  return only !== undefined && second === undefined && isRecord(only, options) ? only : undefined
}

/** The lists whose first element is an object; with `withEmpty`, empty lists as well. */
export function listsIn(value: JsonValue, withEmpty = false): readonly RecordList[] {
  const lists: RecordList[] = []
  const search = (container: JsonValue | undefined, path: readonly string[]): void => {
    if (isList(container)) {
      if (container.length === 0 ? withEmpty : isObject(container[0])) lists.push({ path, elements: container })
    } else if (isObject(container) && path.length < depthMax)
      for (const [name, member] of Object.entries(container)) search(member, [...path, name])
  }
  search(value, [])
  return lists
}

/** Whether a list holds balances: they have an amount, but are no entries. */
export const isOfBalances = ({ path }: RecordList): boolean => /^balances?$/i.test(String(path.at(-1)))

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

export const placeText = ({ path }: RecordList): string => path.join('.')
