import { at } from './at.ts'

/** Longer names are not compared: the cost of a comparison grows with the square of the length. */
const nameLengthMax = 64

/**
 * The name of `known` that `name` most likely misspells; the first of several that are equally near. Undefined when
 * every known name is more than a third of its letters away. Case does not count; two swapped neighbours are one edit.
 */
export function nearestName<Name extends string>(name: string, known: readonly Name[]): Name | undefined {
  if (name.length > nameLengthMax) return undefined
  const written = name.toLowerCase()
  let nearest: Name | undefined
  let least = Number.POSITIVE_INFINITY
  for (const each of known) {
    const editsMax = Math.floor(Math.max(name.length, each.length) / 3)
    if (Math.abs(name.length - each.length) > editsMax) continue
    const edits = editsBetween(written, each.toLowerCase())
    if (edits <= editsMax && edits < least) [nearest, least] = [each, edits]
  }
  return nearest
}

/** The end of a message that lists what was wanted: `; the nearest is amount`. Empty where no known name is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; the nearest is ${nearest}`
}

/** Optimal string alignment distance: insert, delete, replace, or swap of neighbours. O(left × right). */
function editsBetween(left: string, right: string): number {
  let beforePrevious: readonly number[] = []
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = at(previous, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const inserted = at(current, column - 1) + 1
      const deleted = at(previous, column) + 1
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const swapped = isSwap ? at(beforePrevious, column - 2) + 1 : replaced
      current.push(Math.min(replaced, inserted, deleted, swapped))
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, right.length)
}
