import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type Chance, createChance } from '../../engine/propose/pairs/chance.ts'
import type { PairGenerator } from '../../engine/propose/pairs/generated-pair.ts'
import { base32, scramble } from '../random.ts'

/** The pairs of a kind with twelve attributes more a side, as exports of large systems have them. */
export const widened =
  (generate: PairGenerator): PairGenerator =>
  (seed, size) => {
    const pair = generate(seed, size)
    const chance = createChance('wide', seed)
    const sideOf = (records: readonly CanonicalRecord[], salt: number): readonly CanonicalRecord[] =>
      records.map((record, index) => ({
        ...record,
        // The key may be an attribute of its own.
        attributes: { ...record.attributes, ...attributesOf(chance, scramble(index + salt), record.date ?? '') },
      }))
    return { ...pair, source: sideOf(pair.source, 0x1000000), target: sideOf(pair.target, 0x2000000) }
  }

const words = [
  'transfer',
  'card',
  'order',
  'fee',
  'refund',
  'invoice',
  'payment',
  'standing',
  'monthly',
  'rent',
] as const

/** Twelve: identifiers of one system, numbers, sentences, codes of a few values, and times. */
function attributesOf(chance: Chance, unique: number, date: string): { readonly [name: string]: string } {
  const two = (max: number): string => String(chance.between(0, max)).padStart(2, '0')
  const time = `${two(23)}:${two(59)}:${two(59)}`
  const sentence = Array.from({ length: 5 }, () => chance.pick(words)).join(' ')
  return {
    trace: `trc_${base32(unique).toLowerCase()}`,
    request: `${base32(scramble(unique))}-${base32(unique ^ 0x5bd1e995)}`,
    session: String(unique),
    terminal: `T${two(99)}${two(99)}`,
    memo: `${sentence} ${chance.between(1, 9_999)}`,
    remark: `${chance.pick(words)} by ${chance.pick(words)} no. ${chance.between(1, 99_999)}`,
    branch: String(chance.between(1, 40)),
    costCentre: `CC${chance.between(100, 180)}`,
    user: `user${two(60)}`,
    channel: chance.pick(['web', 'phone', 'branch', 'batch']),
    timestamp: `${date}T${time}`,
    hour: time.slice(0, 2),
  }
}
