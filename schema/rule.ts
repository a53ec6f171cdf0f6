import { z } from '@hono/zod-openapi'
import {
  actions,
  ambiguityModes,
  assignModes,
  type CriterionInput,
  cardinalities,
  confidences,
  criterionCountMax,
  nearestName,
  type RuleFault,
  type RuleInput,
  type RuleSetInput,
  ruleCountMax,
  selections,
  subsetBounds,
  variances,
} from '@tallystick/engine'
import { criterionSchema, soundCriterion } from './criterion.ts'
import { faultCountMax, wanted } from './fault-words.ts'
import { filters, soundWhere, where } from './filter.ts'
import { nameText } from './name.ts'
import { pathOf } from './pointer.ts'
import { faultsOf } from './problem.ts'
import { soundMembers } from './sound-members.ts'
import { soundSum, sum } from './sum.ts'

/** The rule language as it crosses the wire: the shape of each form. Whether a rule means something, the engine decides. */

const countWithin = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().min(least).max(most).optional()

const limits = z
  .strictObject({
    maxItems: countWithin(subsetBounds.maxItems).openapi({ description: 'Records that a subset has at most' }),
    maxCandidates: countWithin(subsetBounds.maxCandidates).openapi({
      description: 'Records that a subset is chosen from at most; more are a break subset_limit',
    }),
  })
  .openapi('SubsetLimits')

export const ruleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
        error: wanted('up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit'),
      })
      .optional(),
    name: nameText.optional(),
    enabled: z.boolean().optional(),
    action: z.enum(actions).optional(),
    cardinality: z.enum(cardinalities).optional(),
    where: where.optional(),
    match: z
      .array(criterionSchema)
      .min(1)
      .max(criterionCountMax)
      .optional()
      .openapi({ description: 'All must hold; the exact ones are the key that records are grouped by' }),
    sum: sum.optional().openapi({ description: 'What each side adds up to; required for an n side' }),
    select: z.enum(selections).optional().openapi({
      description: 'The whole group of a key, or a subset of the n side that adds up to one record of the other',
    }),
    limits: limits.optional(),
    assign: z.enum(assignModes).optional().openapi({
      description:
        'Tier by tier the closest pairs, or of each connected component the most pairs at the least distance (1:1 only)',
    }),
    ambiguous: z.enum(ambiguityModes).optional().openapi({
      description: 'A tie is held as one break (review), left to later rules (defer), or goes to the least ids (best)',
    }),
    confidence: z.enum(confidences).optional().openapi({ description: 'A cap: the evidence can only lower it' }),
    variance: z.enum(variances).optional().openapi({ description: 'The label of the differences that it accepts' }),
    ignoreAmount: z.boolean().optional(),
    crossCurrency: z.boolean().optional(),
  })
  .openapi('Rule')

/** A rule as it is executed and shown: every default and implied criterion written out. */
export const effectiveRule = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    action: z.enum(actions),
    cardinality: z.enum(cardinalities).optional(),
    where: z.object({ source: filters.optional(), target: filters.optional() }).optional(),
    match: z.array(criterionSchema).optional(),
    sum: sum.optional(),
    select: z.enum(selections).optional(),
    limits: limits.optional(),
    assign: z.enum(assignModes).optional(),
    ambiguous: z.enum(ambiguityModes).optional(),
    confidence: z.enum(confidences).optional(),
    variance: z.enum(variances).optional(),
    ignoreAmount: z.literal(true).optional(),
    crossCurrency: z.literal(true).optional(),
  })
  .openapi('EffectiveRule')

/** The `rules` of a run, in any of their forms, of the right shape but not yet compiled. */
export const rulesInput = rulesSchema((input) => ({ ok: true, policy: input }))

/**
 * The `rules` of a run, in any of their forms, compiled by `compile`. Every fault of shape and of meaning is
 * reported at once, each with its pointer.
 */
export function rulesSchema<Policy>(
  compile: (
    input: RuleSetInput,
  ) => { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly faults: readonly RuleFault[] },
) {
  return z
    .array(z.unknown(), { error: listWanted })
    .max(ruleCountMax)
    .transform((rules, context): Policy => {
      const faults: RuleFault[] = []
      const result = compile(readForm(rules, faults))
      if (!result.ok) faults.push(...result.faults)
      if (result.ok && faults.length === 0) return result.policy
      for (const { pointer, code, detail } of faults) {
        context.addIssue({ code: 'custom', path: pathOf(pointer), message: detail, params: { code } })
      }
      return z.NEVER
    })
    .openapi({
      type: 'array',
      items: { anyOf: [{ $ref: '#/components/schemas/Rule' }, { $ref: '#/components/schemas/Criterion' }] },
      description: 'Rules in their order of priority, or criteria of one rule; empty for the built-in policy default@1',
    })
}

/** Says so when the list is there, but in something else. */
function listWanted({ input }: { readonly input?: unknown }): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  if ('rules' in input) return 'Got an object with rules, wanted the list itself'
  return 'match' in input || isCriterion(input)
    ? `Got a single ${'match' in input ? 'rule' : 'criterion'}, wanted a list: put it between [ and ]`
    : undefined
}

function readForm(rules: readonly unknown[], faults: RuleFault[]): RuleSetInput {
  const [first] = rules
  const isCriteria = isCriterion(first)
  const stranger = rules.findIndex((rule) => isCriterion(rule) !== isCriteria)
  if (stranger >= 0) {
    const detail = `The first element is a ${isCriteria ? 'criterion' : 'rule'} and this is not: the two forms cannot be mixed`
    faults.push({ pointer: `/${stranger}`, code: 'mixed_forms', detail })
    return { form: 'rules', rules: [] }
  }
  if (!isCriteria)
    return {
      form: 'rules',
      rules: rules.map((rule, index) => readRule(rule, `/${index}`, faults)),
    }
  if (rules.length > criterionCountMax) {
    faults.push({
      pointer: '',
      code: 'too_big',
      detail: `Got ${rules.length} criteria, wanted at most ${criterionCountMax}`,
    })
  }
  return {
    form: 'criteria',
    criteria: readCriteria(rules, '', faults),
  }
}

/** A criterion names a field, or has misspelt that it does; a rule has criteria. */
function isCriterion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'match' in value) return false
  if ('field' in value || 'sourceField' in value || 'targetField' in value) return true
  const names = Object.keys(value).slice(0, faultCountMax)
  return !names.some((name) => ruleMembers.includes(name)) && names.some((name) => isNearCriterion(name))
}

const isNearCriterion = (name: string): boolean => nearestName(name, Object.keys(criterionSchema.shape)) !== undefined

/** What can be read of the criteria; one of the wrong shape has its faults in `faults`. */
function readCriteria(values: readonly unknown[], pointer: string, faults: RuleFault[]): Criteria {
  const before = faults.length
  const criteria = values.map((value, index) => {
    const result = criterionSchema.safeParse(value)
    if (!result.success) faults.push(...placed(result.error, `${pointer}/${index}`))
    return result.success ? result.data : soundCriterion(value)
  })
  // One that is undefined says that others might have been the key.
  return faults.length > before ? [...criteria, undefined] : criteria
}

type Criteria = readonly (CriterionInput | undefined)[]

/** The rule, or what can be read of one of the wrong shape, so that all faults can be told. */
function readRule(value: unknown, pointer: string, faults: RuleFault[]): RuleInput | undefined {
  const result = ruleSchema.safeParse(value)
  if (result.success) return result.data
  faults.push(...placed(result.error, pointer))
  return soundRule(value)
}

/** The members that say what the others mean, and of which nothing can be read when their shape is wrong. */
const building = ['action', 'cardinality', 'select', 'limits', 'assign']

/**
 * What can be read of a rule whose shape is wrong. Where it does not say what kind of rule it is, no more than what
 * means the same in every kind.
 */
function soundRule(value: unknown): RuleInput | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { members, unsound } = soundMembers(ruleSchema, value)
  const { match, sum, where }: { readonly [name in 'match' | 'sum' | 'where']?: unknown } = value
  const doubtful = new Set([...unsound].map((name) => nearestName(name, ruleMembers) ?? name))
  const parts = {
    ...(doubtful.has('match') && { match: soundMatch(match) }),
    ...(doubtful.has('sum') && { sum: soundSum(sum) }),
    ...(doubtful.has('where') && { where: soundWhere(where) }),
  }
  const own = ruleSchema.safeParse(members).data
  if (!building.some((name) => doubtful.has(name)) || own?.action === 'exclude') return { ...own, ...parts }
  const { id } = own ?? {}
  return { id, where: own?.where, sum: own?.sum, ...parts, match: soundMatch(match) }
}

const ruleMembers = Object.keys(ruleSchema.shape)

/** Ends in an undefined criterion: others might have been the key. */
const soundMatch = (value: unknown): Criteria => [
  ...readCriteria(Array.isArray(value) ? value.slice(0, criterionCountMax) : [], '', []),
  undefined,
]

const placed = (error: z.core.$ZodError, pointer: string): RuleFault[] =>
  faultsOf(error).map(({ code, detail, pointer: below }) => ({ code, detail, pointer: `${pointer}${below ?? ''}` }))
