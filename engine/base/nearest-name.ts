/** Longer names are no slips of the pen. */
const nameLengthMax = 64

/**
 * The one of `known` that was most likely meant by `name`, the first where several are as near; undefined when none is
 * less than a third of its letters away. Case does not count, and two letters that changed places are one edit.
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

/** Optimal string alignment distance: insert, delete, replace, or swap of neighbours. O(left × right). */
function editsBetween(left: string, right: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const swapped = isSwap ? (beforePrevious[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : replaced
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    ;[beforePrevious, previous] = [previous, current]
  }
  return previous[right.length] ?? 0
}
