/**
 * Whether the target has less than the source, given target − source. Of two payments, −100 and −100.07, the target has
 * more, though the difference is negative: sizes count where both are negative.
 */
export function isShort(difference: string, source: string | undefined, target: string | undefined): boolean {
  const areOut = source?.startsWith('-') === true && target?.startsWith('-') === true
  return difference.startsWith('-') !== areOut
}
