import { inject } from 'vitest'

/**
 * The forms of a suite whose cases can be as many as one likes: `npm test` runs the quick form, CI the short one, and
 * `npm run test:long` the long one. The title of such a suite shows its sizes, so that a report says how much was tried.
 */

export type Form = 'quick' | 'short' | 'long'

declare module 'vitest' {
  interface ProvidedContext {
    readonly form: Form
  }
}

/** How much a suite tries in each form: cases, records, sizes. A quick form that is left out is the short one. */
export interface Sizes {
  readonly quick?: number
  readonly short: number
  readonly long: number
}

const form = inject('form')

export const isLong = form === 'long'

/** The size in the form that runs. */
export const sizeOf = ({ short, quick = short, long }: Sizes): number => ({ quick, short, long })[form]

/** How many times fewer cases of a grid the quick form tries than the short one. */
const quickStride = 4

/**
 * The cases of a grid that the form tries: all of them, in the short form each `every`th from the first on, and in the
 * quick form each fourth of these.
 */
export function eachOf<Case>(every: number, cases: readonly Case[]): readonly Case[] {
  const stride = sizeOf({ quick: quickStride * every, short: every, long: 1 })
  return cases.filter((_, index) => index % stride === 0)
}

/** The title with all sizes: `agrees with the oracle [short: 1,000 · long: 10,000]`. */
export const inForms = (title: string, { quick, short, long }: Sizes): string =>
  `${title} [${quick === undefined ? '' : `quick: ${quick.toLocaleString('en')} · `}short: ${short.toLocaleString('en')} · long: ${long.toLocaleString('en')}]`

/** The guard against a hang of a suite that must end in any form: many times what it takes on a busy machine. */
export const hangMilliseconds = 120_000
