import { z } from '@hono/zod-openapi'
import {
  actions,
  ambiguityModes,
  type CriterionInput,
  cardinalities,
  confidences,
  criterionCountMax,
  criterionOps,
  filterOps,
  nullModes,
  percentBases,
  plainSteps,
  type RuleFault,
  type RuleInput,
  type RuleSetInput,
  ruleCountMax,
  signModes,
  similarityMethods,
  variances,
} from '@tallystick/engine'
import { nameText } from './name.ts'
import { faultsOf } from './problem.ts'

/** The rule language as it crosses the wire: the shape of each form. Whether a rule means something, the engine decides. */

const decimal = z.union([z.number(), z.string().max(40)], { error: 'Wanted a decimal, as text or as a number' })
const dayCount = z.int().min(0).max(36_500)
const field = z.string().min(1).max(256)

const normalizeStep = z.union(
  [
    z.enum(plainSteps),
    z.strictObject({ strip: z.array(z.string().min(1).max(64)).min(1).max(64) }),
    z.strictObject({ extract: z.string().min(1).max(64) }),
  ],
  { error: `Wanted one of ${plainSteps.join(', ')}, { strip: [words] } or { extract: mask }` },
)

const tolerance = z.union(
  [
    decimal,
    z.strictObject({ from: decimal, to: decimal }),
    z.strictObject({
      absolute: decimal.optional(),
      percent: decimal.optional(),
      of: z.enum(percentBases).optional(),
      combine: z.enum(['any', 'all']).optional(),
    }),
  ],
  { error: 'Wanted a decimal, a percentage such as "1.5%", { from, to } or { absolute, percent, of, combine }' },
)

const term = z.strictObject({
  field: field.optional(),
  times: z.union([z.literal(1), z.literal(-1)], { error: 'Wanted 1 or -1' }).optional(),
  default: decimal.optional(),
  percent: decimal.optional(),
  of: field.optional(),
  fixed: decimal.optional(),
})
const terms = z.array(term).min(1).max(criterionCountMax)

const sum = z
  .strictObject({
    source: terms.optional(),
    target: terms.optional(),
    tolerance: tolerance.optional(),
    sign: z.enum(signModes).optional(),
  })
  .openapi('Sum')

const days = z.union([dayCount, z.strictObject({ before: dayCount, after: dayCount })], {
  error: 'Wanted a whole number of days, or { before, after }',
})

export const criterionSchema = z
  .strictObject({
    field: field.optional().openapi({ description: 'A canonical field or attributes.<path>, the same on both sides' }),
    sourceField: field.optional(),
    targetField: field.optional(),
    op: z.enum(criterionOps).optional(),
    tolerance: tolerance.optional().openapi({
      description:
        'How far the target may lie from the source: "0.05", "1.5%" of the larger, { from, to } of target − source',
    }),
    days: days
      .optional()
      .openapi({ description: 'Calendar days either way, or how many the target may lie before or after the source' }),
    normalize: z.array(normalizeStep).max(16).optional().openapi({
      description: 'Steps before text is compared; in an extract mask # is a digit, @ a letter, ? anything',
    }),
    similarity: z.strictObject({ method: z.enum(similarityMethods), min: decimal }).optional(),
    sign: z.enum(signModes).optional(),
    nulls: z.enum(nullModes).optional().openapi({
      description: 'Without a value on a side: fail, skip the criterion, or match when both sides have none',
    }),
  })
  .openapi('Criterion')

const filterValue = z.union([z.string().max(1_000), z.number(), z.boolean()], {
  error: 'Wanted text, a number or a boolean',
})

const filter = z
  .strictObject({
    field,
    op: z.enum(filterOps),
    value: z
      .union([filterValue, z.array(filterValue).min(1).max(1_000)], { error: 'Wanted a value, or a list of values' })
      .optional(),
  })
  .openapi('Filter')

const filters = z.array(filter).max(32)

export const ruleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'Wanted up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit')
      .optional(),
    name: nameText.optional(),
    enabled: z.boolean().optional(),
    action: z.enum(actions).optional(),
    cardinality: z.enum(cardinalities).optional(),
    where: z.strictObject({ source: filters.optional(), target: filters.optional() }).optional(),
    match: z
      .array(criterionSchema)
      .min(1)
      .max(criterionCountMax)
      .optional()
      .openapi({ description: 'All must hold; the exact ones are the key that records are grouped by' }),
    sum: sum.optional().openapi({ description: 'What each side adds up to; required for an n side' }),
    select: z.literal('group').optional(),
    assign: z.literal('closest').optional(),
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
    select: z.literal('group').optional(),
    assign: z.literal('closest').optional(),
    ambiguous: z.enum(ambiguityModes).optional(),
    confidence: z.enum(confidences).optional(),
    variance: z.enum(variances).optional(),
    ignoreAmount: z.literal(true).optional(),
    crossCurrency: z.literal(true).optional(),
  })
  .openapi('EffectiveRule')

/** The `rules` of a run, in any of their forms, of the right shape but not yet compiled. */
export const rulesInput = rulesSchema((input) => ({ ok: true, plan: input }))

/**
 * The `rules` of a run, in any of their forms, made into a plan by `compile`. Every fault of shape and of meaning is
 * reported at once, each with its pointer.
 */
export function rulesSchema<Plan>(
  compile: (
    input: RuleSetInput,
  ) => { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly faults: readonly RuleFault[] },
) {
  return z
    .array(z.unknown())
    .max(ruleCountMax)
    .transform((rules, context): Plan => {
      const faults: RuleFault[] = []
      const result = compile(readForm(rules, faults))
      if (!result.ok) faults.push(...result.faults)
      if (result.ok && faults.length === 0) return result.plan
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

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))

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
    criteria: rules.map((criterion, index) => readCriterion(criterion, `/${index}`, faults)),
  }
}

/** A criterion names a field; a rule has criteria. */
function isCriterion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'match' in value) return false
  return 'field' in value || 'sourceField' in value || 'targetField' in value
}

/** What belongs to the rule language but is not executed by this version: a member, or a member with one of these values. */
const laterMembers: ReadonlyMap<string, readonly unknown[] | 'any'> = new Map<string, readonly unknown[] | 'any'>([
  ['select', ['subset']],
  ['limits', 'any'],
  ['assign', ['most']],
])

/** The criterion when it has the right shape and nothing that comes later, else undefined with its faults in `faults`. */
function readCriterion(value: unknown, pointer: string, faults: RuleFault[]): CriterionInput | undefined {
  const before = faults.length
  const result = criterionSchema.safeParse(withoutLater(value, pointer, faults))
  if (!result.success) faults.push(...placed(result.error, pointer))
  return faults.length === before ? result.data : undefined
}

/** As `readCriterion`; where only criteria have the wrong shape, the rest is given, so that all faults can be told. */
function readRule(value: unknown, pointer: string, faults: RuleFault[]): RuleInput | undefined {
  const before = faults.length
  const rule = withoutLater(value, pointer, faults)
  const result = ruleSchema.safeParse(rule)
  if (result.success) return faults.length === before ? result.data : undefined
  const hasLater = faults.length > before
  faults.push(...placed(result.error, pointer))
  const parts = z.looseObject({ match: z.array(z.unknown()).min(1).max(criterionCountMax) }).safeParse(rule)
  if (hasLater || !parts.success) return undefined
  const { match, ...rest } = parts.data
  const own = ruleSchema.omit({ match: true }).safeParse(rest)
  return own.success ? { ...own.data, match: match.map((each) => criterionSchema.safeParse(each).data) } : undefined
}

const placed = (error: z.core.$ZodError, pointer: string): RuleFault[] =>
  faultsOf(error).map(({ code, detail, pointer: below }) => ({ code, detail, pointer: `${pointer}${below ?? ''}` }))

/** A copy without the members that come later, each of them a fault that says so, in its criteria as well. */
function withoutLater(element: unknown, pointer: string, faults: RuleFault[]): unknown {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return element
  const kept: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(element)) {
    const later = laterMembers.get(name)
    if (later === 'any' || later?.includes(value)) {
      const what = later === 'any' ? name : `${name} ${JSON.stringify(value)}`
      faults.push({
        pointer: `${pointer}/${name}`,
        code: 'not_supported',
        detail: `${what} is not executed by this version yet`,
      })
    } else if (name === 'match' && Array.isArray(value)) {
      kept[name] = value.map((criterion, index) => withoutLater(criterion, `${pointer}/match/${index}`, faults))
    } else kept[name] = value
  }
  return kept
}
