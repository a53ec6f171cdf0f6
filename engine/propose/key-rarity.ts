import { at } from '../base/at.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import type { Link } from './link.ts'

/** Evidence for pairs whose amounts are nearly all the same: how rare their keys are, and whether their names agree. */

/**
 * The fraction of the keys of both sides that are not equal by chance. Two systems that count up use the same numbers
 * by chance; keys from a far larger range than there are records do not. O(characters).
 */
export function rareFraction({ sourceKeys, targetKeys, blocks }: Link): number {
  const [own, other] = [sourceKeys, targetKeys].map((keys) =>
    Map.groupBy(new Set(keys.filter((key) => key !== undefined)), layoutOf),
  )
  if (own === undefined || other === undefined || blocks.length === 0) return 0
  let accidents = 0
  for (const [layout, keys] of own) {
    const others = other.get(layout) ?? []
    const expected = (keys.length * others.length) / roomOf([...keys, ...others])
    accidents += Math.min(keys.length, others.length, expected)
  }
  const byRepeats = Math.min(blocks.length, (repeatCount(sourceKeys) + repeatCount(targetKeys)) / 2)
  return Math.max(0, 1 - Math.max(accidents, byRepeats) / blocks.length)
}

/** How many pairs of unlike records of two sides of this size have equal keys, if they are as many as within one side. */
function repeatCount(keys: Link['sourceKeys']): number {
  const counts = new Map<string, number>()
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  let [count, pairs] = [0, 0]
  for (const each of counts.values()) {
    count += each
    pairs += (each * (each - 1)) / 2
  }
  return count < 2 ? 0 : (2 * pairs * count) / (count - 1)
}

function roomOf(keys: readonly string[]): number {
  const words = keys.map((key) => key.split(notInWords))
  return at(words, 0).reduce((room, _, place) => room * roomOfWords(words.map((each) => at(each, place))), 1)
}

/**
 * How many different words there could be. If the words are numbers after a common beginning, the steps from the
 * smallest to the largest; else the product of the characters seen at each place.
 */
function roomOfWords(words: readonly string[]): number {
  const first = at(words, 0)
  let common = 0
  while (common < first.length && words.every((word) => word[common] === first[common])) common += 1
  const start = first.slice(0, common).replace(/[0-9]+$/, '').length
  const endings = words.map((word) => word.slice(start))
  if (endings.every((ending) => /^[0-9]{1,15}$/.test(ending))) return stepCount(endings.map(Number))
  return [...first].reduce((room, _, place) => room * new Set(words.map((word) => word[place])).size, 1)
}

/** How many numbers there are from the least to the largest, counted in the largest step that fits all. */
function stepCount(numbers: readonly number[]): number {
  let [least, most] = [at(numbers, 0), at(numbers, 0)]
  for (const each of numbers) [least, most] = [Math.min(least, each), Math.max(most, each)]
  const step = numbers.reduce((common, each) => commonDivisor(common, each - least), 0)
  return step === 0 ? 1 : (most - least) / step + 1
}

function commonDivisor(left: number, right: number): number {
  let [larger, smaller] = [left, right]
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

const notInWords = /[^\p{L}0-9]/u
const layoutOf = (key: string): string => key.replace(/[\p{L}0-9]/gu, 'x')

const pairCountMin = 10
const agreeingFractionMin = 0.3

/** Whether the counterparties' names in pairs rarely have a word in common, where both sides have a name. */
export function haveOtherNames({ source, target }: LearningSides, pairs: readonly Pair[]): boolean {
  const [own, other] = [source.texts('counterparty'), target.texts('counterparty')]
  const named = pairs.flatMap(([s, t]) => {
    const [left, right] = [own[s], other[t]]
    return left === undefined || right === undefined ? [] : [shareWord(left, right)]
  })
  return named.length >= pairCountMin && named.filter((agrees) => agrees).length < agreeingFractionMin * named.length
}

function shareWord(left: string, right: string): boolean {
  const wordsOf = (text: string): readonly string[] => text.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const words = new Set(wordsOf(left))
  return wordsOf(right).some((word) => words.has(word))
}
