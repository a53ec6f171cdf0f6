import type { JsonValue } from '../../base/canonical.ts'
import { isObject } from '../../base/json-shape.ts'

/** The member at a path such as `Amount.Currency`. A member whose own name is the path comes first. */
export function memberAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, path)) return value[path]
  const point = path.indexOf('.')
  if (point < 0) return undefined
  const name = path.slice(0, point)
  return Object.hasOwn(value, name) ? memberAt(value[name], path.slice(point + 1)) : undefined
}

/** The place of the list around the record at `pointer`, in the spelling of maps: `data.items`. */
export const listAt = (pointer = ''): string => pointer.split('/').slice(1, -1).join('.')
