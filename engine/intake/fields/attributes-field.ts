import type { JsonValue } from '../../base/canonical.ts'
import { decimalOfNumber, formatDecimal, isCanonicalValue } from '../../base/decimal.ts'
import { type Attributes, type AttributeValue, attributeDepthMax } from '../../record/record.ts'
import type { AttributeColumn } from '../columns/header.ts'
import { isShortName, nameFault } from '../rows/intake-limits.ts'
import type { Column, FieldReader } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { isBlank } from './is-blank.ts'

interface AttributesFieldOptions {
  readonly columns: readonly AttributeColumn[]
  /** The JSON member `attributes`, an object; undefined in formats without it. */
  readonly nested: Column | undefined
  readonly isTrimmed: boolean
}

/** Reads attributes. Numbers become canonical decimals; blank, null and empty values are left out. */
export function createAttributesField({ columns, nested, isTrimmed }: AttributesFieldOptions): FieldReader {
  // In the order of canonical JSON.
  const sorted = columns.toSorted((left, right) => (left.name < right.name ? -1 : 1))
  return {
    declare(plan) {
      for (const { name, column } of sorted) plan.readAttribute(name, column.index)
    },
    read(row, draft) {
      const attributes: { [name: string]: AttributeValue } = Object.create(null)
      const read = (value: JsonValue | undefined, name: string, column: Column): void => {
        if (!isShortName(name)) {
          const { code, detail } = nameFault(name)
          draft.fault(code, detail, { column, field: 'attributes' })
          return
        }
        const result = attributeOf(value, attributeDepthMax - 1, isTrimmed)
        if (typeof result === 'function')
          draft.fault('invalid_attribute', result(`attributes.${name}`), { column, field: 'attributes' })
        else if (name in attributes)
          draft.fault('invalid_attribute', `Got attributes.${name} twice, wanted it once`, {
            column,
            field: 'attributes',
          })
        else if (result !== undefined) attributes[name] = result
      }
      const members = nested && row.cell(nested)
      if (nested !== undefined && !isBlank(members)) {
        if (typeof members !== 'object' || Array.isArray(members)) {
          draft.fault('invalid_attribute', `Got ${shown(members)}, wanted an object`, {
            column: nested,
            field: 'attributes',
          })
        } else for (const [name, value] of Object.entries(members)) read(value, name, nested)
      }
      for (const { name, column } of columns) {
        // A short row of a very wide table costs only its own width.
        if (column.index >= row.width) break
        read(row.cell(column), name, column)
      }
      if (Object.keys(attributes).length > 0) draft.record['attributes'] = attributes
    },
  }
}

type Complaint = (path: string) => string

function attributeOf(
  value: JsonValue | undefined,
  depthLeft: number,
  isTrimmed: boolean,
): AttributeValue | undefined | Complaint {
  if (isBlank(value)) return undefined
  if (typeof value === 'string') return isTrimmed ? value.trim() : value
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') {
    const decimal = decimalOfNumber(value)
    return decimal && isCanonicalValue(decimal)
      ? formatDecimal(decimal)
      : complain(value, 'at most 12 digits after the point')
  }
  if (Array.isArray(value)) return complain(value, 'text, a decimal, a boolean or an object')
  if (depthLeft === 0) return complain(value, `at most ${attributeDepthMax} levels`)
  return nestedOf(Object.entries(value), depthLeft - 1, isTrimmed)
}

const complain =
  (value: JsonValue, wanted: string): Complaint =>
  (path) =>
    `Got ${shown(value)} at ${path}, wanted ${wanted}`

function nestedOf(
  members: readonly (readonly [string, JsonValue | undefined])[],
  depthLeft: number,
  isTrimmed: boolean,
): Attributes | undefined | Complaint {
  const nested: { [name: string]: AttributeValue } = Object.create(null)
  for (const [name, member] of members) {
    if (!isShortName(name)) return (path) => `${nameFault(name).detail}, at ${path}`
    const result = attributeOf(member, depthLeft, isTrimmed)
    if (typeof result === 'function') return (path) => result(`${path}.${name}`)
    if (result !== undefined) nested[name] = result
  }
  return Object.keys(nested).length > 0 ? nested : undefined
}
