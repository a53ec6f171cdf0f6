import type { JsonValue } from '../../base/canonical.ts'
import { isObject } from '../../base/json-shape.ts'

/** The member at a path such as `Amount.Currency`. If a member has the whole path as its name, that member counts. */
export function memberAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, path)) return value[path]
  const point = path.indexOf('.')
  if (point < 0) return undefined
  const name = path.slice(0, point)
  return Object.hasOwn(value, name) ? memberAt(value[name], path.slice(point + 1)) : undefined
}

/** The path of the list that contains the record at `pointer`, written as in maps: `data.items`. */
export const listAt = (pointer = ''): string => pointer.split('/').slice(1, -1).join('.')
