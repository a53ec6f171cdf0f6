import type { Sha256 } from '../base/hasher.ts'
import { firstFault, growthFault, type IndexHead, type PlacedHead, parseHead, placeHead } from './index-head.ts'

/** What is wrong with an entry of the index. */
export interface HeadFault {
  readonly entry: number
  readonly line: string
  /** A sentence. */
  readonly detail: string
  /**
   * Where the head does not follow the newest of its log: the entry that it follows, behind which the log has gone on
   * before; null for none, where the log has a first head before. Undefined for every other fault.
   */
  readonly forkedAt?: number | null
  /** The newest head of the same log so far; undefined where there is none. */
  readonly newest: PlacedHead | undefined
}

/** The heads of all logs in an index, as a reader goes through its entries one after another. */
export interface HeadChains {
  /** Takes the entry with the next number; what is wrong with it, if anything, and then it is not taken. */
  readonly take: (line: string) => HeadFault | undefined
  /** How many entries were taken. */
  readonly size: () => number
  /** The newest head of each log, by the log's name. */
  readonly newest: () => ReadonlyMap<string, PlacedHead>
}

/** Chains that go on behind `size` entries, whose newest heads are given. Memory for one head a log. */
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
