import { byteAt, int32At } from '../../base/at.ts'
import { compareUtf8 } from '../../base/bytes.ts'
import { compareDecimals } from '../../base/decimal.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import { several } from '../../result/open-finds.ts'
import { addFound, foundCount, type LookerState } from './looker-state.ts'
import type { FoundPair, FoundRecord, LookerFinds, LookerPartner } from './piece-finds.ts'

/** What the pieces of a join have found, put together. */

/** Partners by looker as far as pieces have been read. */
export interface Partners {
  /** A looker, `several`, or `noPartner`. */
  readonly partnerOf: Int32Array
  readonly isBreak: Uint8Array
}

const noPartner = -2

/** The partners of lookers before any piece is read. */
export const createPartners = (lookerCount: number): Partners => ({
  partnerOf: new Int32Array(lookerCount).fill(noPartner),
  isBreak: new Uint8Array(lookerCount),
})

/** Adds what a piece has found. Changes `partners`. */
export function addPartners({ partnerOf, isBreak }: Partners, found: readonly LookerPartner[]): void {
  for (const { looker, partner, isBreak: isOne } of found) {
    const earlier = int32At(partnerOf, looker)
    if (earlier === noPartner) partnerOf[looker] = partner
    else if (earlier !== partner) partnerOf[looker] = several
    if (isOne) isBreak[looker] = 1
  }
}

/**
 * The lookers in the place of the source that make a break with another, when all pieces are read. They and their partners
 * are left no longer: changes `state`.
 */
export function settlePairs({ partnerOf, isBreak }: Partners, { isLeft }: LookerState): ReadonlySet<number> {
  const paired = new Set<number>()
  for (let looker = 0; looker < partnerOf.length; looker++) {
    const partner = int32At(partnerOf, looker)
    if (partner < 0 || byteAt(isBreak, looker) === 0 || int32At(partnerOf, partner) !== looker) continue
    paired.add(looker)
    isLeft[looker] = 0
    isLeft[partner] = 0
  }
  return paired
}

/** What is known of a looker under one join once all pieces are read. */
export interface SettledFinds {
  readonly looker: number
  readonly found: readonly FoundRecord[]
  /** Set where the looker and another are a break. */
  readonly pair?: FoundPair
}

/**
 * The finds of some lookers under a join: of pairs what is said of them, of lookers that are left their nearest or first
 * finds, as many as they have room for. Changes `state`.
 */
export function settleFinds(
  finds: readonly LookerFinds[],
  paired: ReadonlySet<number>,
  state: LookerState,
): readonly SettledFinds[] {
  const byLooker = Map.groupBy(finds, ({ looker }) => looker)
  return [...byLooker.keys()]
    .sort((left, right) => left - right)
    .flatMap((looker) => {
      const own = byLooker.get(looker) ?? []
      if (paired.has(looker)) {
        const pair = own.find((each) => each.pair !== undefined)?.pair
        if (pair === undefined) throw new RangeError(`Looker ${looker} is paired without a word`)
        return [{ looker, found: [], pair }]
      }
      if (byteAt(state.isLeft, looker) !== 1) return []
      const room = candidateCountMax - foundCount(state, looker)
      const found = distinct(own.flatMap((each) => each.found)).slice(0, room)
      addFound(
        state,
        looker,
        found.map(({ code }) => code),
      )
      return found.length === 0 ? [] : [{ looker, found }]
    })
}

/** Found records in their order, each once. */
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

/** The group of a looker, of so many groups of about one size. */
export const groupOfLooker = (looker: number, lookerCount: number, groupCount: number): number =>
  Math.floor((looker * groupCount) / lookerCount)
