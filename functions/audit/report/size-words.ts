import { absolute, formatDecimal, parseDecimal, subtractDecimals } from '@tallystick/engine/base'
import { sizeOfAmount } from '../base/amount.ts'

interface ComparedAmounts {
  /** As a result tells it: target − source, after the target's sign is turned where the rule turns it. */
  readonly difference: string
  /** The amounts of a pair, as its records have them. Undefined where it is not known, or of several records. */
  readonly source?: string | undefined
  readonly target?: string | undefined
}

interface SizeWords {
  /** How large the target is beside the source. `apart` without both amounts, or of signs that the rule wants equal. */
  readonly standing: 'more' | 'less' | 'apart'
  /** Added for negative amounts, of which the larger in size is the smaller number. */
  readonly suffix: '' | ', by size'
}

/** How the sizes of two amounts stand to each other: of −100 and −100.07, or of 100 and −100.07, the target has more. */
export function sizeWordsOf({ difference, source, target }: ComparedAmounts): SizeWords {
  const [own, other] = [parseDecimal(source ?? ''), parseDecimal(target ?? '')]
  if (own === undefined || other === undefined) return { standing: 'apart', suffix: '' }
  const suffix = own.coefficient < 0n || other.coefficient < 0n ? ', by size' : ''
  const sizes = formatDecimal(subtractDecimals(absolute(other), absolute(own)))
  if (sizeOfAmount(sizes) === sizeOfAmount(difference))
    return { standing: sizes.startsWith('-') ? 'less' : 'more', suffix }
  if (own.coefficient * other.coefficient < 0n) return { standing: 'apart', suffix: '' }
  return { standing: difference.startsWith('-') === own.coefficient < 0n ? 'more' : 'less', suffix }
}

/** `9.00 EUR less in target`, `0.07 EUR more in target, by size`, `16.00 EUR apart`. `size` is the difference as shown. */
export function differenceWords(amounts: ComparedAmounts, size: string): string {
  const { standing, suffix } = sizeWordsOf(amounts)
  return standing === 'apart' ? `${size} apart` : `${size} ${standing} in target${suffix}`
}
