import type { CriterionInput, NormalizeStep, RuleFault, RuleInput } from './language/language.ts'

export function checkListed(
  { cardinality = '1:1', select, match = [] }: Pick<RuleInput, 'cardinality' | 'select' | 'match'>,
  place: { readonly rule: string; readonly match: string },
  faults: RuleFault[],
): void {
  const refuse = (pointer: string, detail: string): void => {
    faults.push({ pointer, code: 'conflict', detail })
  }
  const listed = [...match.entries()].filter(([, { op }]) => op === 'listed')
  if (listed.length > 0 && select === 'subset')
    refuse(`${place.rule}/select`, 'A text that lists its records leaves nothing to select: wanted group')
  for (const [order, [index, criterion]] of listed.entries()) {
    const pointer = `${place.match}/${index}`
    if (order > 0) refuse(`${pointer}/op`, 'A rule has one text that lists records')
    if (cardinality !== '1:n' && cardinality !== 'n:1')
      refuse(`${pointer}/op`, `One record lists several: wanted a cardinality of 1:n or n:1, got ${cardinality}`)
    refuseMembers(criterion, (member, detail) => refuse(`${pointer}/${member}`, detail))
  }
}

function refuseMembers(
  { nulls, mask, normalize = [] }: CriterionInput,
  refuse: (member: string, detail: string) => void,
): void {
  if (nulls !== undefined && nulls !== 'fail') refuse('nulls', 'Without a text nothing is listed: wanted fail')
  if (mask !== undefined) return
  const joining = normalize.findIndex((step) => joiningSteps.has(step))
  if (joining >= 0)
    refuse(`normalize/${joining}`, `${normalize[joining]} takes out what separates the keys of a text: wanted a mask`)
}

/** Steps that remove separators, after which two neighbouring keys run together into one word. */
const joiningSteps = new Set<NormalizeStep>(['alphanumeric', 'digits'])
