import type { Sha256 } from '../base/hasher.ts'
import { firstFault, growthFault, type IndexHead, type PlacedHead, parseHead, placeHead } from './index-head.ts'

export interface HeadFault {
  readonly entry: number
  readonly line: string
  readonly detail: string
  /**
   * Set where a head does not continue the newest head of its log: the entry that it continues instead, or null where
   * it claims to be the first.
   */
  readonly forkedAt?: number | null
  readonly newest: PlacedHead | undefined
}

/** Checks the heads of all logs in an index, entry by entry. */
interface HeadChains {
  /** Checks the next entry. An entry with a fault is not added to the chains. */
  readonly take: (line: string) => HeadFault | undefined
  readonly size: () => number
  readonly newest: () => ReadonlyMap<string, PlacedHead>
}

/** Continues after `size` entries, given the newest head of each log. Keeps one head for each log in memory. */
export function createHeadChains(
  sha256: Sha256,
  { size, newest }: { readonly size: number; readonly newest: Iterable<readonly [string, PlacedHead]> } = empty,
): HeadChains {
  const newestByLog = new Map(newest)
  let entry = size
  return {
    take(line) {
      const read = parseHead(line)
      if (!read.ok) return { entry, line, detail: `The entry ${entry}: ${read.detail}.`, newest: undefined }
      const head = read.value
      const before = newestByLog.get(head.log)
      const fault = chainFault(sha256, head, { entry, before })
      if (fault !== undefined) return { entry, line, newest: before, ...fault }
      newestByLog.set(head.log, placeHead(sha256, entry, { line, head }))
      entry += 1
      return undefined
    },
    size: () => entry,
    newest: () => newestByLog,
  }
}

const empty = { size: 0, newest: [] }

function chainFault(
  sha256: Sha256,
  head: IndexHead,
  { entry, before }: { readonly entry: number; readonly before: PlacedHead | undefined },
): Pick<HeadFault, 'detail' | 'forkedAt'> | undefined {
  if (before === undefined) return detailed(entry, firstFault(head))
  if (head.previous === null)
    return { detail: `The log ${head.log} is forked: the entry ${entry} begins it a second time.`, forkedAt: null }
  const { entry: followed } = head.previous
  if (followed < before.entry)
    return {
      detail: `The log ${head.log} is forked: the entry ${entry} follows the entry ${followed}, and its newest is the entry ${before.entry}.`,
      forkedAt: followed,
    }
  return detailed(entry, growthFault(sha256, head, before))
}

const detailed = (entry: number, fault: string | undefined): Pick<HeadFault, 'detail'> | undefined =>
  fault === undefined ? undefined : { detail: `The entry ${entry}: ${fault}.` }
