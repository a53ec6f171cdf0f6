import type { Chance } from './chance.ts'

/**
 * What happens in two books: a business on both sides, on one only, or `decoy`, two businesses of one amount at nearly
 * one day. `twins` are two equal payments on both sides, `duplicate` is booked twice on one, `off` differs in its
 * amount, `unnamed` lacks its reference, `typo` has a fault in it, `split` is one record of the source and several of
 * the target, `joined` the other way round.
 */
export type Event = 'both' | 'source' | 'target' | 'decoy' | RareEvent
const rareEvents = ['twins', 'duplicate', 'off', 'unnamed', 'typo', 'split', 'joined'] as const
export type RareEvent = (typeof rareEvents)[number]

/** Shares of what is on both sides; that of decoys is drawn where it is left out. */
export type EventShares = { readonly [event in RareEvent | 'decoy']?: number }

/**
 * Draws events for about `size` records a side: 5 to 15 % of each side have no counterpart, and at times half of one
 * side, which is about more than the other.
 */
export function eventsOf(chance: Chance, size: number, shares: EventShares = {}): readonly Event[] {
  const [source, target] = chance.shuffled([
    chance.share(0.05, 0.15),
    chance.chance(0.1) ? 0.5 : chance.share(0.05, 0.15),
  ])
  if (source === undefined || target === undefined) throw new RangeError('Two shares were drawn')
  const decoy = shares.decoy ?? chance.share(0.01, 0.03)
  const both = size * (1 - Math.max(source, target) - decoy)
  const several =
    1 + (shares.twins ?? 0) + (shares.duplicate ?? 0) + 1.5 * Math.max(shares.split ?? 0, shares.joined ?? 0)
  const counts: [Event, number][] = [
    ['source', size * source],
    ['target', size * target],
    ['decoy', size * decoy],
    ...rareEvents.map((event): [Event, number] => [event, (both * (shares[event] ?? 0)) / several]),
  ]
  const rare = rareEvents.reduce((sum, event) => sum + (shares[event] ?? 0), 0)
  counts.push(['both', (both * (1 - rare)) / several])
  return chance.shuffled(counts.flatMap(([event, count]) => Array.from({ length: Math.round(count) }, () => event)))
}

/** Draws the shares of what is rare in books that have references. */
export const sharesOf = (chance: Chance): EventShares => ({
  twins: chance.pick([0, 0.005, 0.01]),
  duplicate: chance.pick([0, 0, 0.01]),
  off: chance.pick([0, 0.01, 0.02]),
  unnamed: chance.share(0.05, 0.2),
  typo: chance.pick([0, 0, 0.01, 0.02]),
  split: chance.pick([0, 0, 0, 0.03]),
  joined: chance.pick([0, 0, 0, 0.03]),
})
