import type { Chance } from './chance.ts'

/**
 * What happens in two books: a business on both sides, on one only, or `decoy`, two businesses of one amount at nearly
 * one day. `twins` are two equal payments on both sides, `cents` differ a little, `unnamed` lacks its reference.
 */
export type Event = 'both' | 'source' | 'target' | 'decoy' | 'twins' | 'cents' | 'unnamed'

export interface EventShares {
  readonly twins?: number
  readonly cents?: number
  readonly unnamed?: number
  readonly decoy?: number
}

/** Draws events for about `size` records a side: 5 to 15 % of each side have no counterpart. */
export function eventsOf(chance: Chance, size: number, shares: EventShares = {}): readonly Event[] {
  const [source, target] = [chance.share(0.05, 0.15), chance.share(0.05, 0.15)]
  const decoy = shares.decoy ?? chance.share(0.01, 0.03)
  const both = size * (1 - Math.max(source, target) - decoy)
  const counts: [Event, number][] = [
    ['source', size * source],
    ['target', size * target],
    ['decoy', size * decoy],
    ['twins', (both * (shares.twins ?? 0)) / 2],
    ['cents', both * (shares.cents ?? 0)],
    ['unnamed', both * (shares.unnamed ?? 0)],
  ]
  const special = (shares.twins ?? 0) + (shares.cents ?? 0) + (shares.unnamed ?? 0)
  counts.push(['both', both * (1 - special)])
  return chance.shuffled(counts.flatMap(([event, count]) => Array.from({ length: Math.round(count) }, () => event)))
}

/** The shares of what is rare in books that have references. */
export const sharesOf = (chance: Chance): EventShares => ({
  twins: chance.pick([0, 0.01, 0.02]),
  cents: chance.pick([0, 0.01, 0.02]),
  unnamed: chance.share(0.05, 0.2),
})
