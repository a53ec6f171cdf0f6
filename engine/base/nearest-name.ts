import { at } from './at.ts'

/** Longer names are not compared, since the cost grows with the square of the length. */
const nameLengthMax = 64

/**
 * The known name that `name` most likely misspells; undefined if more than a third of the letters differ in every known
 * name.
 */
export const nearestName = <Name extends string>(name: string, known: readonly Name[]): Name | undefined =>
  nearestNames(name, known)[0]

/** All known names that `name` may misspell, the nearest first. */
export function nearestNames<Name extends string>(name: string, known: readonly Name[]): readonly Name[] {
  if (name.length > nameLengthMax) return []
  const written = name.toLowerCase()
  return known
    .map((each) => ({ each, edits: editsWithin(written, each.toLowerCase()) }))
    .filter(({ edits }) => edits < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.edits - b.edits)
    .map(({ each }) => each)
}

function editsWithin(left: string, right: string): number {
  const editsMax = Math.floor(Math.max(left.length, right.length) / 3)
  if (Math.abs(left.length - right.length) > editsMax) return Number.POSITIVE_INFINITY
  const edits = editsBetween(left, right)
  return edits <= editsMax ? edits : Number.POSITIVE_INFINITY
}

/** The end of a message that lists what was wanted: `; did you mean amount?`. Empty where no known name is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

/** Optimal string alignment distance: insert, delete, replace, or swap neighbours. O(left × right). */
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
