import type { LagBand } from './lag-band.ts'

/** Fields, shares and days in the sentences and figures of a proposal. */

/** Two fields as a person reads them. */
export const fieldWords = (source: string, target: string): string =>
  source === target ? source : `${source} of the source and ${target} of the target`

/** `part` of `whole` as figures say it. */
export const ofAll = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10} %)`

/** Days of delay as a person reads them. */
export function bandWords({ from, to }: LagBand): string {
  if (from === 0 && to === 0) return 'on the same day'
  if (from < 0 && to > 0) return `the target from ${dayCount(-from)} earlier to ${dayCount(to)} later`
  const [least, most] = from >= 0 ? [from, to] : [-to, -from]
  const days = least === most ? dayCount(most) : `${least} to ${dayCount(most)}`
  return `the target ${days} ${from >= 0 ? 'later' : 'earlier'}`
}

const dayCount = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
