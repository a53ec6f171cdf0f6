import type { ReferenceDataInput, RuleFault, RuleSetInput } from '@tallystick/engine/rules'
import * as z from 'zod'
import { described } from './described.ts'
import { pathOf } from './pointer.ts'
import { calendarsInput, effectiveReferenceData, ratesInput, signsInput, tablesInput } from './reference-data.ts'
import { effectiveRule } from './rule.ts'
import { rulesInput } from './rule-set.ts'

/** The policy in a request or a file: `rules` and, beside them, what the rules refer to. */

const referenceDataMembers = {
  tables: described(
    tablesInput.optional(),
    'Tables by name, for the step lookup: { key: value, … } or [[key, value], …]; 20 tables and 50,000 entries at most',
  ),
  rates: described(ratesInput.optional(), 'Exchange rates, for the member convert of a rule'),
  calendars: described(calendarsInput.optional(), 'Calendars by name, for the member calendar of a criterion'),
  signs: described(signsInput.optional(), 'Which side’s amounts rules see with changed signs'),
}

/** The members of a request that are its policy, of the right shape but not compiled. */
export const policyMembers = {
  rules: described(
    rulesInput,
    'Rules in their order of priority, or criteria of one rule; empty for the built-in policy default@2',
  ),
  ...referenceDataMembers,
}

/** A file of the command line that holds only a policy. */
export const policyFile = z.strictObject(policyMembers)

/** The members of a policy, each of which may be left out. */
export const policyChangeMembers = {
  rules: described(
    rulesInput.optional(),
    'Rules in their order of priority, or criteria of one rule; empty for the built-in policy default@2',
  ),
  ...referenceDataMembers,
}

/** The members of a policy as they were sent. */
export interface PolicyMembers extends ReferenceDataInput {
  readonly rules: RuleSetInput
}
export type PolicyChanges = { readonly [Name in keyof PolicyMembers]?: PolicyMembers[Name] | undefined }

export const ruleSetOf = ({ rules, tables, rates, calendars, signs }: PolicyMembers): RuleSetInput => ({
  ...rules,
  referenceData: { tables, rates, calendars, signs },
})

type CompilePolicy<Policy> = (
  input: RuleSetInput,
) => { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly faults: readonly RuleFault[] }

/**
 * The schema of a request or file that has the members of a policy: `compile` turns them into the member `policy`. The
 * policy is checked in two stages, each with all its faults: first its shape, then, if that is right, its meaning.
 * Faults of other members do not prevent the second stage.
 */
export function withPolicy<Members extends PolicyMembers, Policy>(
  schema: z.ZodType<Members>,
  compile: CompilePolicy<Policy>,
) {
  const policies = new WeakMap<object, Policy>()
  return schema
    .superRefine(
      (members, context) => {
        const result = compile(ruleSetOf(members))
        if (result.ok) policies.set(members, result.policy)
        else addFaults(context, result.faults)
      },
      { when: hasPolicy },
    )
    .transform((members) => {
      const policy = policies.get(members)
      if (policy === undefined) throw new Error('A policy without faults is compiled')
      return { ...members, policy }
    })
}

/** Whether the value is an object whose members of a policy have the right shape. Other members may be faulty. */
const hasPolicy = ({ issues }: z.core.ParsePayload): boolean =>
  !issues.some(({ code, path: [member] = [] }) =>
    member === undefined ? code !== 'unrecognized_keys' : Object.hasOwn(policyMembers, member),
  )

function addFaults(context: z.core.$RefinementCtx, faults: readonly RuleFault[]): void {
  for (const { pointer, code, detail } of faults)
    context.addIssue({ code: 'custom', path: pathOf(pointerInPolicy(pointer)), message: detail, params: { code } })
}

/**
 * The pointer of an engine's fault among the members of a policy: the engine's pointers to rules begin at the list of
 * rules.
 */
export const pointerInPolicy = (pointer: string): string =>
  /^\/(tables|rates|calendars|signs)(\/|$)/.test(pointer) ? pointer : `/rules${pointer}`

/** Part of the ETag of a policy. Raise it when the answer for the same policy changes. */
export const policySchemaVersion = '1'

const effectiveRules = z.array(effectiveRule)

/** A policy as it is stored and hashed. */
export const policyText = z
  .union([
    effectiveRules,
    z.object({ rules: described(effectiveRules, 'The effective rules'), ...effectiveReferenceData }),
  ])
  .meta({
    id: 'Policy',
    description:
      'Canonical JSON (RFC 8785) of the effective rules, alone or beside the tables, rates, calendars and signs that the policy brings; its SHA-256 is the policy hash',
  })
