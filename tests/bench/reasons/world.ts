import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type Side, sides } from '../../../engine/record/side.ts'
import { type Chance, createChance } from '../../engine/propose/pairs/chance.ts'
import { isWeekend, periodOf } from '../../engine/propose/pairs/days.ts'
import { businessesOf } from '../../engine/propose/pairs/names.ts'
import { type Cause, clean, type Mark } from './cause.ts'
import { type Entry, recordOf } from './entry.ts'
import { factsAmong } from './facts.ts'
import type { Draw, Event, Kind, Trade } from './trade.ts'
import type { Truth } from './truth.ts'

/** Both sides of a trade with events of some kinds amid deals that match, and the truth about each record. */
export interface World {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  /** Throws for an id that no record has. */
  readonly truthOf: (id: string) => Truth
}

export interface WorldOptions {
  readonly trade: Trade
  readonly kinds: readonly Kind[]
  readonly seed: number
  readonly dealCount: number
  /** Events of each kind. A `cause` is shared by at least three records. */
  readonly eventCount: number
}

/** The kind of records that have no event. */
export const cleanKind = 'clean'

/** Days of a period, of which events keep away from both ends unless they are about them. */
const [dayCount, daysFromFirst, daysToLast] = [96, 34, 32]

/** Makes a world. The same options give the same records. */
export function makeWorld({ trade, kinds, seed, dealCount, eventCount }: WorldOptions): World {
  const chance = createChance('reasons', seed)
  const book = createBook(chance)
  const { first } = periodOf(chance)
  const last = first + dayCount
  const draw = drawOf(chance)
  const cleanDraw: Draw = { ...draw, cents: draw.anyCents, day: () => workdayIn(chance, first, last - 4) }
  for (let index = 0; index < dealCount; index += 1) {
    const [deal, event] = [trade.deal(cleanDraw), book.open(cleanKind)]
    for (const side of sides) for (const entry of deal[side]) event[side](entry, clean)
  }
  const own: Draw = { ...draw, day: () => workdayIn(chance, first + daysFromFirst, last - daysToLast) }
  for (let index = 0; index < eventCount; index += 1)
    for (const { name, make } of kinds)
      make({
        ...own,
        first,
        last,
        deal: () => trade.deal(own),
        another: () => book.open(cleanKind),
        ...book.open(name),
      })
  return book.finish()
}

/** Businesses, and prices that deals and events have in common: strangers agree in much. */
const [businessCount, priceCount, priceShare] = [14, 40, 0.35]

function drawOf(chance: Chance): Omit<Draw, 'day'> & { readonly anyCents: () => number } {
  const businesses = businessesOf(chance, businessCount)
  const prices = Array.from({ length: priceCount }, () => 100 * chance.between(40, 900) - chance.pick([0, 1, 5]))
  const taken = new Set<number>()
  let numbered = chance.between(11_000, 60_000)
  const anyCents = (): number => (chance.chance(priceShare) ? chance.of(prices) : chance.between(4_000, 180_000))
  const cents = (): number => {
    const drawn = anyCents()
    if (taken.has(drawn)) return cents()
    taken.add(drawn)
    return drawn
  }
  const number = (): number => {
    numbered += chance.between(1, 7)
    return numbered
  }
  return { chance, anyCents, cents, number, business: () => chance.of(businesses) }
}

function workdayIn(chance: Chance, from: number, to: number): number {
  const day = chance.between(from, to)
  return isWeekend(day) ? workdayIn(chance, from, to) : day
}

interface Book {
  readonly open: (kind: string) => Pick<Event, 'source' | 'target' | 'likely'>
  readonly finish: () => World
}

function createBook(chance: Chance): Book {
  const truths = new Map<string, Truth>()
  const idOf = (side: Side): string => {
    const id = `${side.charAt(0)}${chance.between(10_000_000, 99_999_999)}`
    return truths.has(id) ? idOf(side) : id
  }
  let factsAmongAll: ReturnType<typeof factsAmong> | undefined
  const factsOf = (id: string): readonly Mark[] => {
    factsAmongAll ??= factsAmong([...truths.values()])
    return factsAmongAll(truthIn(truths, id))
  }
  return {
    open: (kind) => {
      const own = new Set<string>()
      let likely: string | undefined
      const adds = (side: Side) => (entry: Entry, cause: Cause) => {
        const id = idOf(side)
        own.add(id)
        const truth = {
          kind,
          side,
          record: recordOf(entry, id),
          cause,
          own,
          facts: () => factsOf(id),
          likely: () => likely,
        }
        truths.set(id, truth)
        return id
      }
      return {
        source: adds('source'),
        target: adds('target'),
        likely: (id) => {
          likely = id
        },
      }
    },
    finish: () => {
      const recordsOf = (side: Side) =>
        chance.shuffled([...truths.values()].filter((truth) => truth.side === side).map(({ record }) => record))
      return { source: recordsOf('source'), target: recordsOf('target'), truthOf: (id) => truthIn(truths, id) }
    },
  }
}

function truthIn(truths: ReadonlyMap<string, Truth>, id: string): Truth {
  const truth = truths.get(id)
  if (truth === undefined) throw new Error(`${id} is no record`)
  return truth
}
