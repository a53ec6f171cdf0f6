/** Whether at most `editsMax` characters are to be inserted, deleted or replaced to make one text the other. */
export function withinEdits(left: string, right: string, editsMax: number): boolean {
  if (Math.abs(left.length - right.length) > editsMax) return false
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= right.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const distance = Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      current.push(distance)
      least = Math.min(least, distance)
    }
    // No later row has a smaller distance than the least of this one.
    if (least > editsMax) return false
    above = current
  }
  return (above[right.length] ?? 0) <= editsMax
}
