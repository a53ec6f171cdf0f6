import type { Chance } from './chance.ts'
import { foldAccents } from './names.ts'

/** What people and systems do to a text. */

/** One character dropped, doubled, changed, or put after the next. */
export function withTypo(chance: Chance, text: string): string {
  const place = chance.between(1, Math.max(1, text.length - 2))
  const [before, here, after] = [text.slice(0, place), text.charAt(place), text.slice(place + 1)]
  return chance.pick([
    before + after,
    before + here + here + after,
    before + chance.of([...'aeinrst']) + after,
    before + after.charAt(0) + here + after.slice(1),
  ])
}

/** What a layout does to names, each with a share of its own. */
export interface DirtShares {
  readonly typo: number
  readonly folded: number
  readonly reordered: number
  readonly cutTo: number
}

/** Draws how dirty the texts of a side are. */
export const dirtOf = (chance: Chance): DirtShares => ({
  typo: chance.share(0.1, 0.4),
  folded: chance.pick([0.3, 1]),
  reordered: chance.pick([0, 0, 0.2]),
  cutTo: chance.pick([22, 27, 35, 140]),
})

/** The text as dirt leaves it. */
export function dirty(chance: Chance, text: string, dirt: DirtShares): string {
  let left = chance.chance(dirt.folded) ? foldAccents(text) : text
  if (chance.chance(dirt.reordered)) left = left.split(' ').toReversed().join(' ')
  if (chance.chance(dirt.typo)) left = withTypo(chance, left)
  return left.slice(0, dirt.cutTo).trim()
}
