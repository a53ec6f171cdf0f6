import { inject } from 'vitest'

/**
 * The two forms of a suite whose cases can be as many as one likes: `npm test` runs the short form, `npm run test:long`
 * the long one. The title of such a suite shows both sizes, so that a report says how much was tried.
 */

declare module 'vitest' {
  interface ProvidedContext {
    readonly form: 'short' | 'long'
  }
}

/** How much a suite tries in each form: cases, records, sizes. */
export interface Sizes {
  readonly short: number
  readonly long: number
}

export const isLong = inject('form') === 'long'

/** The size in the form that runs. */
export const sizeOf = ({ short, long }: Sizes): number => (isLong ? long : short)

/** The cases of a grid that the form tries: all of them, or in the short form each `every`th from the first on. */
export const eachOf = <Case>(every: number, cases: readonly Case[]): readonly Case[] =>
  isLong ? cases : cases.filter((_, index) => index % every === 0)

/** The title with both sizes: `agrees with the oracle [short: 1,000 · long: 10,000]`. */
export const inForms = (title: string, { short, long }: Sizes): string =>
  `${title} [short: ${short.toLocaleString('en')} · long: ${long.toLocaleString('en')}]`

/** The guard against a hang of a suite that must end in either form: many times what it takes on a busy machine. */
export const hangMilliseconds = 120_000
