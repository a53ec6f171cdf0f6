import { numberAt } from './at.ts'

/**
 * A binary heap of the nodes 0 to `size` − 1, the least on top. A node may move up while it is in the heap, see
 * `raise`.
 */
export interface NodeHeap {
  /** Adds a node, or moves it up if it compares as less than before. O(log size). */
  raise(node: number): void
  clear(): void
  pop(): number | undefined
}

const notInHeap = -1

export function createNodeHeap(size: number, isLess: (left: number, right: number) => boolean): NodeHeap {
  const nodes = new Int32Array(size)
  const places = new Int32Array(size).fill(notInHeap)
  let count = 0
  const nodeAt = (place: number): number => numberAt(nodes, place)
  const put = (node: number, place: number): void => {
    nodes[place] = node
    places[node] = place
  }
  const sink = (node: number): void => {
    let place = 0
    for (let child = 1; child < count; child = 2 * place + 1) {
      if (child + 1 < count && isLess(nodeAt(child + 1), nodeAt(child))) child += 1
      if (!isLess(nodeAt(child), node)) break
      put(nodeAt(child), place)
      place = child
    }
    put(node, place)
  }
  return {
    raise(node) {
      const known = numberAt(places, node)
      let place = known === notInHeap ? count++ : known
      for (let parent = (place - 1) >> 1; place > 0 && isLess(node, nodeAt(parent)); parent = (place - 1) >> 1) {
        put(nodeAt(parent), place)
        place = parent
      }
      put(node, place)
    },
    clear() {
      for (let place = 0; place < count; place++) places[nodeAt(place)] = notInHeap
      count = 0
    },
    pop() {
      if (count === 0) return undefined
      const least = nodeAt(0)
      places[least] = notInHeap
      count -= 1
      if (count > 0) sink(nodeAt(count))
      return least
    },
  }
}
