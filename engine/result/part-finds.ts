import { byteAt, float64At, int32At, uint32At } from '../base/at.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import { grounds } from './grounds.ts'
import { several, shownOf, strangerCountMax } from './open-finds.ts'
import { addFound, foundCount, type SearcherState } from './searcher-state.ts'

/** The finds of searching records under a join in a part of a run, and how those of all parts are merged. */
export interface PartFinds<Found, Pair> {
  readonly partners: readonly SearcherPartner[]
  readonly finds: readonly SearcherFinds<Found, Pair>[]
}

/** `partner` is the number of the only searcher that is a near miss of this one in a part, or `several`. */
export interface SearcherPartner {
  readonly searcher: number
  readonly partner: number
  /** Whether the two form a break. Always false for a searcher in the place of the target. */
  readonly isBreak: boolean
  /** The codes of up to five near misses of the searcher in the part that share no document. */
  readonly strangers: readonly number[]
  /** See `SearcherFinds`. */
  readonly crowd: number
}

export interface SearcherFinds<Found, Pair> {
  readonly searcher: number
  /** Near misses in the order in which they are shown, or up to three matched records by id. */
  readonly found: readonly Found[]
  /** How many settled records would be near misses without a document if they were open; absent for none. */
  readonly crowd?: number
  /** Given where the searcher has one partner in the part, and forms a break with it unless another part has more. */
  readonly pair?: Pair
}

export interface Merging<Found> {
  readonly codeOf: (found: Found) => number
  /** The order of what several parts found. */
  readonly compare: (left: Found, right: Found) => number
}

/**
 * Merges what all parts found under a join: for each searcher of a break of two records, the pair; for others the
 * records that they found and may show, up to three of each join. Ascending by searcher. Changes `state`. `partners`
 * are those of all parts; `finds` may come in turn, those of one searcher at once.
 */
export function createMerge(state: SearcherState, partners: Partners) {
  const { isLeft, hasNear } = state
  const isPaired = settlePairs(partners, state)
  const isAmidMany = ({ searcher }: { readonly searcher?: number }): boolean =>
    searcher !== undefined && partners.isAmidMany(searcher)
  return <Found extends { readonly ground: number; readonly searcher?: number }, Pair>(
    finds: readonly SearcherFinds<Found, Pair>[],
    { codeOf, compare }: Merging<Found>,
  ) => {
    const bySearcher = Map.groupBy(finds, ({ searcher }) => searcher)
    return [...bySearcher.keys()]
      .sort((left, right) => left - right)
      .flatMap((searcher): SearcherFinds<Found, Pair>[] => {
        const own = bySearcher.get(searcher) ?? []
        if (byteAt(isPaired, searcher) === 1) {
          const pair = own.find((each) => each.pair !== undefined)?.pair
          if (pair === undefined) throw new RangeError(`Searcher ${searcher} is paired without a word`)
          return [{ searcher, found: [], pair }]
        }
        if (byteAt(isLeft, searcher) !== 1) return []
        const all = own.flatMap((each) => each.found)
        const sorted = own.length === 1 ? all : distinct(all.sort(compare), codeOf)
        const crowd = own.reduce((sum, each) => sum + (each.crowd ?? 0), 0)
        const found = shownOf(sorted, crowd)
          .filter((each) => !isAmidMany(each))
          .slice(0, candidateCountMax - foundCount(state, searcher))
        if (found.length === 0) return []
        const documents = found.filter(({ ground }) => ground === grounds.document)
        addFound(state, searcher, documents.map(codeOf))
        hasNear[searcher] = 1
        return [{ searcher, found }]
      })
  }
}

function distinct<Found>(found: readonly Found[], codeOf: (found: Found) => number): readonly Found[] {
  const codes = new Set<number>()
  return found.filter((each) => !codes.has(codeOf(each)) && codes.add(codeOf(each)))
}

const noPartner = -2

const byteCountOfSearcher = 10 + 8 * strangerCountMax

type Partners = ReturnType<typeof createPartners>

/**
 * Collects the partners of searchers under a join, part by part in any order. The merge needs to know only whether more
 * than four records are near a searcher, so that five codes are enough.
 */
export function createPartners(searcherCount: number) {
  const partnerOf = new Int32Array(searcherCount).fill(noPartner)
  const isBreak = new Uint8Array(searcherCount)
  const strangers = new Float64Array(strangerCountMax * searcherCount)
  const strangerCounts = new Uint8Array(searcherCount)
  const crowds = new Uint32Array(searcherCount)
  const addStranger = (searcher: number, code: number): void => {
    const [start, count] = [strangerCountMax * searcher, byteAt(strangerCounts, searcher)]
    if (count === strangerCountMax) return
    for (let index = start; index < start + count; index++) if (float64At(strangers, index) === code) return
    strangers[start + count] = code
    strangerCounts[searcher] = count + 1
  }
  return {
    /** Searcher → its only partner; negative where it has none or several. */
    partnerOf,
    /** Searcher → 1 if it forms a break with its partner. */
    isBreak,
    heldByteCount: byteCountOfSearcher * searcherCount,
    add(found: Iterable<SearcherPartner>): void {
      for (const { searcher, partner, isBreak: isOne, strangers: codes, crowd } of found) {
        const earlier = int32At(partnerOf, searcher)
        if (earlier === noPartner) partnerOf[searcher] = partner
        else if (earlier !== partner) partnerOf[searcher] = several
        if (isOne) isBreak[searcher] = 1
        for (const code of codes) addStranger(searcher, code)
        crowds[searcher] = uint32At(crowds, searcher) + crowd
      }
    },
    /** Whether a record has more than three records without a document near it besides the one that finds it. */
    isAmidMany: (searcher: number): boolean =>
      byteAt(strangerCounts, searcher) + uint32At(crowds, searcher) > candidateCountMax + 1,
  }
}

/** Searcher → 1 in the place of the source if it forms a break with its partner. Clears `isLeft` of both. */
function settlePairs({ partnerOf, isBreak }: Partners, { isLeft }: SearcherState): Uint8Array {
  const isPaired = new Uint8Array(partnerOf.length)
  for (let searcher = 0; searcher < partnerOf.length; searcher++) {
    const partner = int32At(partnerOf, searcher)
    if (partner < 0 || byteAt(isBreak, searcher) === 0 || int32At(partnerOf, partner) !== searcher) continue
    isPaired[searcher] = 1
    isLeft[searcher] = 0
    isLeft[partner] = 0
  }
  return isPaired
}
