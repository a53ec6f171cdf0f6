import { at } from '../../base/at.ts'
import type { Sum, Term } from '../language/language.ts'
import { equalWords, nearWords } from './amount-words.ts'
import { fieldName } from './value-words.ts'

/**
 * `in sum, equal amounts`. With `isOfOne`: `gross less fee of the source and amount of the target at most 0.05 apart`.
 */
export function sumWords({ source, target, tolerance, sign }: Sum, isOfOne: boolean): string {
  const [own, other] = [termsWords(source), termsWords(target)]
  const isPlain = own === 'amount' && other === 'amount'
  const names = isPlain ? 'amounts' : own === other ? own : `${own} of the source and ${other} of the target`
  const words = tolerance === undefined ? equalWords(names, sign) : nearWords(names, tolerance, sign)
  return isOfOne ? words : `in sum, ${words}`
}

/** `gross less fee (0 where there is none)`. */
function termsWords(terms: readonly Term[]): string {
  const parts = terms.map(termWords)
  const others = parts.slice(1).map(({ isLess, text }) => `${isLess ? 'less' : 'plus'} ${text}`)
  if (parts.length === 0) return 'nothing'
  const first = at(parts, 0)
  return [`${first.isLess ? 'minus ' : ''}${first.text}`, ...others].join(' ')
}

function termWords(term: Term): { readonly isLess: boolean; readonly text: string } {
  if ('field' in term) {
    const ofAbsent = term.default === undefined ? '' : ` (${term.default} where there is none)`
    return { isLess: term.times === -1, text: `${fieldName(term.field)}${ofAbsent}` }
  }
  const [value, text] =
    'percent' in term
      ? [term.percent, `${unsigned(term.percent)} % of ${fieldName(term.of)}`]
      : [term.fixed, unsigned(term.fixed)]
  return { isLess: value.startsWith('-'), text }
}

const unsigned = (decimal: string): string => decimal.replace('-', '')
