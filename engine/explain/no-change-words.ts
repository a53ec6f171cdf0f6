import type { BreakLine } from '../result/line.ts'

/**
 * Says why no change of one rule is tried that would settle a break. A run lists only the closest near records, so an
 * empty list does not mean that there are none.
 */
export function noChangeWords({ reason, failed, candidates = [], group, likely }: BreakLine): string {
  if (group !== undefined) return 'More than 1,000 records are in this break: no change is looked for among so many.'
  if (reason === 'ambiguous')
    return 'Several records fit equally well. A rule would have to look at one more field that tells them apart.'
  if (likely !== undefined)
    return `The same booking is there on several days. Most likely ${likely}, the first of them, is the one to keep.`
  if (reason === 'duplicate')
    return 'This side has more equal records than the other side: the extra ones have no counterpart.'
  if (reason === 'subset_limit' || reason === 'group_too_large')
    return 'There are too many records to compare. A rule with one more equal field makes the groups smaller.'
  if (failed?.code === 'no_rate') return 'There is no rate to convert the amount with: add it to the rules.'
  if (failed?.code === 'one_side_count')
    return 'The rule takes one record of a side, and there are several: another rule has to take groups.'
  if (failed === undefined) return 'The run lists no record of the other side that came near.'
  if (candidates[0]?.takenBy !== undefined) return 'The record that came nearest is matched already, by another one.'
  if (reason === 'missing_in_target' || reason === 'missing_in_source')
    return 'The run lists no record of the other side that misses just one criterion of the rule.'
  return 'It is not certain which criterion failed, or several records would have to change together.'
}
