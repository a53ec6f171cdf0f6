import { at } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { firstIndex } from '../base/first-index.ts'
import type { Attributes, AttributeValue } from './record.ts'

/**
 * The text of an attribute; undefined if it is absent, blank or an object. A member whose name is the whole path, dots
 * included, wins over a nested one.
 */
export function attributeText(attributes: Attributes | undefined, path: string): string | undefined {
  if (attributes === undefined) return undefined
  if (Object.hasOwn(attributes, path)) return scalarText(attributes[path])
  const dot = path.indexOf('.')
  if (dot < 0 || !Object.hasOwn(attributes, path.slice(0, dot))) return undefined
  const inner = attributes[path.slice(0, dot)]
  return typeof inner === 'object' ? attributeText(inner, path.slice(dot + 1)) : undefined
}

function scalarText(value: AttributeValue | undefined): string | undefined {
  return typeof value === 'object' || value === undefined || value === '' ? undefined : String(value)
}

export const attributePathCountMax = 200
/** The longest path that rules can name. */
const pathLengthMax = 245

interface AttributePaths {
  add(attributes: Attributes): void
  /** Requires an attribute that is neither blank nor an object. */
  addName(name: string): void
  /** The first 200 paths in UTF-8 order, whatever the order of the records. */
  list(): readonly string[]
}

/** Collects the paths of the attributes of many records. A known path costs one look-up. */
export function createAttributePaths(): AttributePaths {
  const known = new Set<string>()
  const sorted: string[] = []

  const offer = (path: string, isPresent: () => boolean): void => {
    if (path.length > pathLengthMax) return
    const place = placeOf(path, sorted)
    if (place === attributePathCountMax || !isPresent()) return
    sorted.splice(place, 0, path)
    known.add(path)
    const last = sorted.length > attributePathCountMax ? sorted.pop() : undefined
    if (last !== undefined) known.delete(last)
  }
  const walk = (node: Attributes, prefix: string, attributes: Attributes): void => {
    for (const name of Object.keys(node)) {
      const path = prefix === '' ? name : prefix + name
      const value = node[name]
      if (typeof value === 'object') walk(value, `${path}.`, attributes)
      else if (!known.has(path)) offer(path, () => attributeText(attributes, path) !== undefined)
    }
  }
  return {
    add: (attributes) => walk(attributes, '', attributes),
    addName(name) {
      if (!known.has(name)) offer(name, () => true)
    },
    list: () => sorted,
  }
}

const placeOf = (path: string, sorted: readonly string[]): number =>
  firstIndex({ from: 0, to: sorted.length }, (index) => compareUtf8(at(sorted, index), path) >= 0)
