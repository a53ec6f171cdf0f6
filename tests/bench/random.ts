/** Chance that is the same everywhere: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 up to, but not, 1. */
  readonly fraction: () => number
  /** A whole number from `min` to `max`, both inclusive. */
  readonly between: (min: number, max: number) => number
  /** True in `share` of the calls, from 0 to 1. */
  readonly chance: (share: number) => boolean
  readonly pick: <Element>(list: readonly [Element, ...Element[]]) => Element
}

/** Numbers by mulberry32, from a seed of 32 bits. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    fraction,
    between: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    chance: (share) => fraction() < share,
    pick: (list) => list[Math.floor(fraction() * list.length)] ?? list[0],
  }
}

/**
 * Another whole number of 32 bits for each: different numbers stay different (the finalizer of MurmurHash3), so that
 * what is made of a count looks like chance and is unique nevertheless.
 */
export function scramble(number: number): number {
  let mixed = number | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** In the order of their codes, so that texts of one length are ordered as their numbers are. */
const digits = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const pairs = digits.flatMap((first) => digits.map((second) => first + second))

const pairAt = (number: number, shift: number): string => pairs[(number >>> shift) & 1023] ?? ''

/** Seven characters for a number of 32 bits; different numbers give different texts. */
export const base32 = (number: number): string =>
  `${digits[number >>> 30] ?? ''}${pairAt(number, 20)}${pairAt(number, 10)}${pairAt(number, 0)}`

/** Up to six characters by chance, of those that `base32` has. */
export const randomText = (random: Random, length: number): string =>
  base32(Math.floor(random.fraction() * 2 ** 32)).slice(-length)
