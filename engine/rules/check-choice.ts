import type { RuleFault, RuleInput } from './language/language.ts'

export function checkAmbiguity(
  { action, ambiguous, cardinality, assign }: Pick<RuleInput, 'action' | 'ambiguous' | 'cardinality' | 'assign'>,
  pointer: string,
  faults: RuleFault[],
): void {
  const refuse = (member: string, detail: string): void => {
    faults.push({ pointer: `${pointer}/${member}`, code: 'conflict', detail })
  }
  if (ambiguous === 'best' && action === 'suggest')
    refuse('ambiguous', 'A suggest rule lists every tie and picks none: wanted review, defer or drop')
  else if (ambiguous === 'best' && ((cardinality ?? '1:1') !== '1:1' || assign === 'most'))
    refuse('ambiguous', 'Only a 1:1 rule that assigns the closest picks the least ids of a tie: wanted review or defer')
  if (ambiguous !== 'drop') return
  if (action !== 'suggest')
    refuse('ambiguous', 'Only suggestions are dropped: wanted review, defer or best, or the action suggest')
  if (cardinality !== undefined && cardinality !== '1:1')
    refuse('ambiguous', `Only a 1:1 rule lists pairs that stand alone: wanted review or defer for ${cardinality}`)
  if (assign === 'most') refuse('assign', 'With drop no pair has a rival to be chosen from: wanted closest')
}

export function checkRank(
  { rank, cardinality = '1:1', ambiguous }: Pick<RuleInput, 'rank' | 'cardinality' | 'ambiguous'>,
  pointer: string,
  faults: RuleFault[],
): void {
  if (rank === undefined) return
  const refuse = (below: string, code: string, detail: string): void => {
    faults.push({ pointer: `${pointer}/rank${below}`, code, detail })
  }
  if (cardinality !== '1:1')
    refuse('', 'conflict', `Only a 1:1 rule chooses by distance: wanted no rank for ${cardinality}`)
  else if (ambiguous === 'drop')
    refuse('', 'conflict', 'A rule that drops ties does not choose: wanted no rank beside drop')
  if (rank === 'as-written') return
  if (rank.length === 0) refuse('', 'invalid_value', 'Wanted at least one kind of distance')
  for (const [index, kind] of rank.entries())
    if (rank.indexOf(kind) < index) refuse(`/${index}`, 'invalid_value', `${kind} has its place already`)
}
