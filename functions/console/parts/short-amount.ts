interface ComparedAmounts {
  readonly difference: string
  readonly source: string | undefined
  readonly target: string | undefined
}

interface AmountStanding {
  readonly isLess: boolean
  /** Whether both are payments. */
  readonly isBySize: boolean
  /** Stands behind the words where sizes were compared, since target − source has the other sign. */
  readonly suffix: '' | ', by size'
}

/**
 * Whether the target has less than the source. Where both are negative, sizes are compared: of −100 and −100.07 the
 * target has more, though target − source is negative.
 */
export function amountStandingOf({ difference, source, target }: ComparedAmounts): AmountStanding {
  const isBySize = source?.startsWith('-') === true && target?.startsWith('-') === true
  return { isLess: difference.startsWith('-') !== isBySize, isBySize, suffix: isBySize ? ', by size' : '' }
}
