import type { JsonValue } from './canonical.ts'
import { isObject, isText } from './json-shape.ts'

/**
 * A sentence such as `Got tallystick/pack@1, wanted tallystick/pack@2: …`. Undefined unless `value` is of the wanted
 * kind in another version.
 */
export function versionFault(value: JsonValue | undefined, wanted: string): string | undefined {
  const kind = isObject(value) ? value['kind'] : undefined
  const name = wanted.slice(0, wanted.indexOf('@') + 1)
  if (!isText(kind) || kind === wanted || !kind.startsWith(name)) return undefined
  if (!/^[0-9]{1,9}$/.test(kind.slice(name.length))) return undefined
  return `Got ${kind}, wanted ${wanted}: the program that wrote it reads it`
}
