/**
 * How a run shows the ids of a side in the order of its lines: the first record of an id by that id, each further one
 * as `id#2`, `id#3` and so on, passing over names that are shown already.
 */
export function createShownIds(): (id: string) => string {
  const shown = new Set<string>()
  const lastNumbers = new Map<string, number>()
  return (id) => {
    let name = id
    for (let number = lastNumbers.get(id) ?? 1; shown.has(name); ) {
      number += 1
      name = `${id}#${number}`
      lastNumbers.set(id, number)
    }
    shown.add(name)
    return name
  }
}
