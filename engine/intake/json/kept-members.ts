import { canonicalize, type JsonValue } from '../../base/canonical.ts'
import { decimalOfNumber, formatDecimal, isCanonicalValue } from '../../base/decimal.ts'
import { isObject, type JsonObject } from '../../base/json-shape.ts'
import { attributeDepthMax } from '../../record/record.ts'
import { isBlank } from '../fields/is-blank.ts'

/** Paths of members that do not become attributes: members of fields, and members that the export's map leaves out. */
export interface TakenMembers {
  readonly paths: ReadonlySet<string>
  readonly leftOut: ReadonlySet<string>
}

/**
 * The members that become attributes. Lists, deep objects and numbers that a record cannot hold become JSON text; blank
 * and empty members are left out.
 */
export const keptMembers = (value: JsonObject, taken: TakenMembers, prefix = ''): JsonObject =>
  keptIn(value, { ...taken, prefix, depthLeft: attributeDepthMax - 1 })

export const textOfNumber = (value: number): string => {
  const decimal = decimalOfNumber(value)
  return decimal === undefined ? String(value) : formatDecimal(decimal)
}

function keptIn(
  value: JsonObject,
  { paths, leftOut, prefix, depthLeft }: TakenMembers & { readonly prefix: string; readonly depthLeft: number },
): JsonObject {
  const members: { [name: string]: JsonValue } = Object.create(null)
  for (const [name, member] of Object.entries(value)) {
    const path = `${prefix}${name}`
    if (member === undefined || isBlank(member) || paths.has(path) || leftOut.has(path)) continue
    if (!isObject(member) || depthLeft === 0) {
      const kept = keptOf(member)
      if (kept !== undefined) members[name] = kept
    } else members[name] = keptIn(member, { paths, leftOut, prefix: `${path}.`, depthLeft: depthLeft - 1 })
  }
  return members
}

function keptOf(member: JsonValue): JsonValue | undefined {
  if (typeof member === 'number') return isKept(member) ? member : String(member)
  if (typeof member !== 'object' || member === null) return member
  return Object.keys(member).length > 0 ? canonicalize(member) : undefined
}

function isKept(value: number): boolean {
  const decimal = decimalOfNumber(value)
  return decimal !== undefined && isCanonicalValue(decimal)
}
