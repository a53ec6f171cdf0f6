/** Two amounts, and target − source. */
export interface ComparedAmounts {
  readonly difference: string
  readonly source: string | undefined
  readonly target: string | undefined
}

/** How the target stands to the source, and what has to be said with it: nothing, or that sizes were compared. */
export interface AmountStanding {
  readonly isLess: boolean
  /** Whether both are payments. */
  readonly isBySize: boolean
  /** To be put behind the words, since target − source has the other sign then; empty where sizes were not compared. */
  readonly suffix: '' | ', by size'
}

/**
 * Whether the target has less than the source. Of two payments, −100 and −100.07, the target has more, though
 * target − source is negative: sizes count where both are negative, which the words say.
 */
export function amountStandingOf({ difference, source, target }: ComparedAmounts): AmountStanding {
  const isBySize = source?.startsWith('-') === true && target?.startsWith('-') === true
  return { isLess: difference.startsWith('-') !== isBySize, isBySize, suffix: isBySize ? ', by size' : '' }
}
