import type { Sha256 } from '../../base/hasher.ts'
import { type Parsed, parsed } from '../../base/parsed.ts'
import { firstFault, growthFault, type IndexHead, parseHead, placeHead } from '../../log/index-head.ts'

export interface ReadHead {
  readonly line: string
  readonly head: IndexHead
}

export function readHeads(lines: readonly string[]): Parsed<readonly ReadHead[]> {
  const heads: ReadHead[] = []
  for (const line of lines) {
    const head = parseHead(line)
    if (!head.ok) return head
    heads.push({ line, head: head.value })
  }
  return parsed(heads)
}

/**
 * Why heads of one log, oldest first, do not continue each other; undefined where they do. The last head is entry
 * `lastEntry` of the index; each head names the entry of the head before it.
 */
export function headsFault(
  sha256: Sha256,
  heads: readonly ReadHead[],
  { lastEntry }: { readonly lastEntry: number },
): string | undefined {
  let entry = lastEntry
  let later: IndexHead | undefined
  for (const { line, head } of heads.toReversed()) {
    if (later !== undefined) {
      const named: number = later.previous?.entry ?? entry
      if (head.log !== later.log || named >= entry) return followsNone(later)
      const fault = growthFault(sha256, later, placeHead(sha256, named, { line, head }))
      if (fault !== undefined) return `the head of size ${later.size}: ${fault}`
      entry = named
    }
    later = head
  }
  if (later === undefined) return undefined
  if (later.previous === null) return firstFault(later)
  return later.previous.entry < entry ? undefined : followsNone(later)
}

const followsNone = ({ size }: IndexHead): string => `the head of size ${size} follows no earlier head of its log`
