import { byteAt, int32At } from '../base/at.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import { grounds } from './grounds.ts'
import { several, shownOf } from './open-finds.ts'
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
 * records that they found and may show, up to three of each join. Ascending by searcher. Changes `state`. `finds` may
 * come in turn: those of one searcher at once, after the partners of all.
 */
export function createMerge(state: SearcherState, partners: Iterable<SearcherPartner>) {
  const { isLeft, hasNear } = state
  const known = partnersOf(partners, isLeft.length)
  const paired = settlePairs(known, state)
  const isAmidMany = ({ searcher = -1 }: { readonly searcher?: number }): boolean => isTooMany(known.near.get(searcher))
  return <Found extends { readonly ground: number; readonly searcher?: number }, Pair>(
    finds: readonly SearcherFinds<Found, Pair>[],
    { codeOf, compare }: Merging<Found>,
  ) => {
    const bySearcher = Map.groupBy(finds, ({ searcher }) => searcher)
    return [...bySearcher.keys()]
      .sort((left, right) => left - right)
      .flatMap((searcher): SearcherFinds<Found, Pair>[] => {
        const own = bySearcher.get(searcher) ?? []
        if (paired.has(searcher)) {
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

interface Partners {
  readonly partnerOf: Int32Array
  readonly isBreak: Uint8Array
  /** Searcher → what is near it without a document. */
  readonly near: ReadonlyMap<number, NearStrangers>
}

interface NearStrangers {
  readonly codes: Set<number>
  /** How many settled records. */
  crowd: number
}

/** Whether a record has more than three of them besides the one that finds it. */
const isTooMany = (near: NearStrangers | undefined): boolean =>
  near !== undefined && near.codes.size + near.crowd > candidateCountMax + 1

const noPartner = -2

function partnersOf(found: Iterable<SearcherPartner>, searcherCount: number): Partners {
  const [partnerOf, isBreak] = [new Int32Array(searcherCount).fill(noPartner), new Uint8Array(searcherCount)]
  const near = new Map<number, NearStrangers>()
  for (const { searcher, partner, isBreak: isOne, strangers, crowd } of found) {
    const earlier = int32At(partnerOf, searcher)
    if (earlier === noPartner) partnerOf[searcher] = partner
    else if (earlier !== partner) partnerOf[searcher] = several
    if (isOne) isBreak[searcher] = 1
    if (strangers.length + crowd === 0) continue
    const { codes, crowd: before } = near.get(searcher) ?? { codes: new Set<number>(), crowd: 0 }
    for (const code of strangers) codes.add(code)
    near.set(searcher, { codes, crowd: before + crowd })
  }
  return { partnerOf, isBreak, near }
}

/** The searchers in the place of the source that form a break with their partner. Clears `isLeft` of both. */
function settlePairs({ partnerOf, isBreak }: Partners, { isLeft }: SearcherState): ReadonlySet<number> {
  const paired = new Set<number>()
  for (let searcher = 0; searcher < partnerOf.length; searcher++) {
    const partner = int32At(partnerOf, searcher)
    if (partner < 0 || byteAt(isBreak, searcher) === 0 || int32At(partnerOf, partner) !== searcher) continue
    paired.add(searcher)
    isLeft[searcher] = 0
    isLeft[partner] = 0
  }
  return paired
}
