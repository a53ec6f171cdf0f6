import type { RuleFault, RuleInput } from './language/language.ts'

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
