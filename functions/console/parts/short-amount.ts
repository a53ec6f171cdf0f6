interface ComparedAmounts {
  readonly difference: string
  readonly source: string | undefined
  readonly target: string | undefined
}

interface AmountStanding {
  readonly isLess: boolean
  /** Whether both amounts are negative, that is, payments. */
  readonly isBySize: boolean
  /** Added to the words where sizes were compared, since the sign of target − source says the opposite then. */
  readonly suffix: '' | ', by size'
}

/**
 * Whether the target has less than the source. Two negative amounts are compared by size: of −100 and −100.07 the
 * target has more, though target − source is negative.
 */
export function amountStandingOf({ difference, source, target }: ComparedAmounts): AmountStanding {
  const isBySize = source?.startsWith('-') === true && target?.startsWith('-') === true
  return { isLess: difference.startsWith('-') !== isBySize, isBySize, suffix: isBySize ? ', by size' : '' }
}
