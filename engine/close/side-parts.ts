import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { createLineLeaves } from '../merkle/line-tree.ts'

export const partKinds = ['opening', 'returned', 'dataset'] as const
export type PartKind = (typeof partKinds)[number]

/** `{"count":3,"kind":"dataset","root":"…"}` */
type SidePart = { readonly kind: PartKind; readonly root: string; readonly count: number }

/** What the header of a run says of a side that has parts: `root` is the tree over the lines of all parts, in order. */
export type SideOfParts = { readonly count: number; readonly root: string; readonly parts: readonly SidePart[] }

interface SideParts {
  /** Begins the next part: the opening items, then the returned ones, then datasets in the order of upload. */
  begin(kind: PartKind): void
  /** Adds lines of the part, each ended by a newline. Throws a RangeError unless the last one is. O(bytes). */
  addLines(bytes: Uint8Array): void
  finish(): SideOfParts
}

/** Requires that a part is begun before its lines are added. Throws where parts come in another order. */
export function createSideParts(sha256: Sha256): SideParts {
  const whole = createFrontier(sha256)
  let part = createFrontier(sha256)
  let kind: PartKind | undefined
  const parts: SidePart[] = []
  const leaves = createLineLeaves(sha256, (hashes, count) => {
    whole.appendAll(hashes, count)
    part.appendAll(hashes, count)
  })
  const end = (): void => {
    if (kind !== undefined) parts.push({ kind, root: toHex(part.root()), count: part.size() })
    part = createFrontier(sha256)
  }
  return {
    begin(next) {
      end()
      if (kind !== undefined && partKinds.indexOf(next) < partKinds.indexOf(kind) + (next === 'dataset' ? 0 : 1))
        throw new RangeError(`Got the part ${next} after ${kind}`)
      kind = next
    },
    addLines(bytes) {
      if (kind === undefined) throw new RangeError('Got lines before a part was begun')
      leaves.addLines(bytes)
    },
    finish() {
      end()
      return { count: whole.size(), root: toHex(whole.root()), parts }
    },
  }
}

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
