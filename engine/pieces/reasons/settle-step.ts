import { byteAt, int32At } from '../../base/at.ts'
import { compareUtf8 } from '../../base/bytes.ts'
import { compareDecimals } from '../../base/decimal.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import { several } from '../../result/open-finds.ts'
import type { FoundPair, FoundRecord, SearcherFinds, SearcherPartner } from './piece-finds.ts'
import type { ReasonRun } from './reason-input.ts'
import { readBytes, readLines, writeLines } from './reason-store.ts'
import { addFound, formatState, foundCount, parseState, type SearcherState } from './searcher-state.ts'

/** What the search of a piece returns. Its finds are stored under its name. */
export interface PieceSearched {
  readonly name: string
  readonly groups: readonly number[]
  readonly hasPartners: boolean
}

/** `state` is the key of the object that stores the state of the searchers. */
export interface JoinToSettle {
  readonly join: number
  readonly state: string
}

export interface JoinSearched {
  readonly state: string
  readonly groups: readonly number[]
}

/** Merges what the pieces of a join found. */
export async function settleJoin(
  { store, searcherCount, pause }: ReasonRun,
  { join, state: key }: JoinToSettle,
  pieces: readonly PieceSearched[],
): Promise<JoinSearched> {
  const state = parseState(await readBytes(store, key))
  const partners = createPartners(searcherCount)
  for (const { name, hasPartners } of pieces)
    if (hasPartners) addPartners(partners, await readLines<SearcherPartner>(store, `partners/${name}`))
  const paired = settlePairs(partners, state)
  const groups = [...new Set(pieces.flatMap((each) => each.groups))].sort((left, right) => left - right)
  const settledGroups: number[] = []
  for (const group of groups) {
    const finds: SearcherFinds[] = []
    for (const { name, groups: own } of pieces)
      if (own.includes(group))
        for (const find of await readLines<SearcherFinds>(store, `finds/${name}/${group}`)) finds.push(find)
    const settled = settleFinds(finds, paired, state)
    await pause()
    if (settled.length === 0) continue
    await writeLines(store, `settled/${join}/${group}`, settled)
    settledGroups.push(group)
  }
  await store.write(`state/${join}`, formatState(state))
  return { state: `state/${join}`, groups: settledGroups }
}

interface Partners {
  readonly partnerOf: Int32Array
  readonly isBreak: Uint8Array
}

const noPartner = -2

const createPartners = (searcherCount: number): Partners => ({
  partnerOf: new Int32Array(searcherCount).fill(noPartner),
  isBreak: new Uint8Array(searcherCount),
})

function addPartners({ partnerOf, isBreak }: Partners, found: readonly SearcherPartner[]): void {
  for (const { searcher, partner, isBreak: isOne } of found) {
    const earlier = int32At(partnerOf, searcher)
    if (earlier === noPartner) partnerOf[searcher] = partner
    else if (earlier !== partner) partnerOf[searcher] = several
    if (isOne) isBreak[searcher] = 1
  }
}

/**
 * The searchers in the place of the source that form a break with their partner. Requires the partners of all pieces of
 * the join. Clears `isLeft` of both.
 */
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

export interface SettledFinds {
  readonly searcher: number
  readonly found: readonly FoundRecord[]
  readonly pair?: FoundPair
}

/**
 * For each searcher of a break of two records, the pair; for others the records that they found, up to three over all
 * joins. Changes `state`.
 */
function settleFinds(
  finds: readonly SearcherFinds[],
  paired: ReadonlySet<number>,
  state: SearcherState,
): readonly SettledFinds[] {
  const bySearcher = Map.groupBy(finds, ({ searcher }) => searcher)
  return [...bySearcher.keys()]
    .sort((left, right) => left - right)
    .flatMap((searcher) => {
      const own = bySearcher.get(searcher) ?? []
      if (paired.has(searcher)) {
        const pair = own.find((each) => each.pair !== undefined)?.pair
        if (pair === undefined) throw new RangeError(`Searcher ${searcher} is paired without a word`)
        return [{ searcher, found: [], pair }]
      }
      if (byteAt(state.isLeft, searcher) !== 1) return []
      const room = candidateCountMax - foundCount(state, searcher)
      const found = distinct(own.flatMap((each) => each.found)).slice(0, room)
      addFound(
        state,
        searcher,
        found.map(({ code }) => code),
      )
      return found.length === 0 ? [] : [{ searcher, found }]
    })
}

function distinct(found: readonly FoundRecord[]): readonly FoundRecord[] {
  const sorted = found.toSorted((left, right) => compareDistances(left, right) || compareUtf8(left.id, right.id))
  const codes = new Set<number>()
  return sorted.filter(({ code }) => !codes.has(code) && codes.add(code))
}

function compareDistances({ distance: left }: FoundRecord, { distance: right }: FoundRecord): number {
  if (left === undefined || right === undefined) return 0
  return compareDecimals(
    { coefficient: BigInt(left[0]), scale: left[1] },
    { coefficient: BigInt(right[0]), scale: right[1] },
  )
}

export const groupOfSearcher = (searcher: number, searcherCount: number, groupCount: number): number =>
  Math.floor((searcher * groupCount) / searcherCount)
