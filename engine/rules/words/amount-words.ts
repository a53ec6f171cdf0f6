import type { Criterion, SignedBounds, SizeBounds, Tolerance } from '../language/language.ts'
import { fieldWords } from './value-words.ts'

/** `amounts`, or the names of fields other than `amount`. */
export const amountNames = (source: string, target: string): string =>
  source === 'amount' && target === 'amount' ? 'amounts' : fieldWords(source, target)

const signWords: { readonly [sign in NonNullable<Criterion['sign']>]: string } = {
  same: '',
  opposite: ' of opposite signs',
  absolute: ' whatever their signs',
}

/** `equal amounts of opposite signs`. */
export const equalWords = (names: string, sign: Criterion['sign'] = 'same'): string =>
  `equal ${names}${signWords[sign]}`

/** `amounts at most 0.05 apart, of opposite signs`. */
export function nearWords(names: string, tolerance: Tolerance | string, sign: Criterion['sign'] = 'same'): string {
  const signs = sign === 'same' ? '' : `,${signWords[sign]}`
  return `${names} ${toleranceWords(tolerance)}${signs}`
}

/** `at most 1.5 % of the larger apart`, `with the target at most 2 less`. */
function toleranceWords(tolerance: Tolerance | string): string {
  if (typeof tolerance === 'string')
    return tolerance.endsWith('%')
      ? `at most ${percentWords(tolerance)} of the larger apart`
      : `at most ${tolerance} apart`
  return 'from' in tolerance ? `with the target ${boundsWords(tolerance)}` : `at most ${sizeWords(tolerance)} apart`
}

const percentWords = (percent: string): string => `${percent.replace('%', '')} %`

const ofWords: { readonly [of in NonNullable<SizeBounds['of']>]: string } = {
  source: 'of the source’s',
  target: 'of the target’s',
  larger: 'of the larger',
  smaller: 'of the smaller',
}

function sizeWords({ absolute, percent, of = 'larger', combine = 'any' }: SizeBounds): string {
  const relative = percent === undefined ? undefined : `${percentWords(percent)} ${ofWords[of]}`
  if (absolute === undefined || relative === undefined) return absolute ?? relative ?? ''
  return `${absolute} or ${relative}, whichever is ${combine === 'any' ? 'more' : 'less'},`
}

/** `{ from: '-2%', to: '0' }` → `at most 2 % less`. */
function boundsWords({ from, to }: SignedBounds): string {
  const [low, high] = [boundOf(from), boundOf(to)]
  if (low.sign === 0 && high.sign === 0) return 'the same'
  if (low.sign === 0) return `at most ${high.size} more`
  if (high.sign === 0) return `at most ${low.size} less`
  if (low.sign !== high.sign) return `at most ${low.size} less or ${high.size} more`
  return low.sign < 0 ? `${high.size} to ${low.size} less` : `${low.size} to ${high.size} more`
}

function boundOf(bound: string): { readonly sign: -1 | 0 | 1; readonly size: string } {
  const size = bound.replace('-', '')
  const isZero = /^[0.]*%?$/.test(size)
  return { sign: isZero ? 0 : bound.startsWith('-') ? -1 : 1, size: size.endsWith('%') ? percentWords(size) : size }
}
