import { nearestName, utf8 } from '@tallystick/engine/base'
import {
  criterionCountMax,
  type RuleFault,
  type RuleSetInput,
  ruleByteCountMax,
  ruleCountMax,
} from '@tallystick/engine/rules'
import * as z from 'zod'
import { criterionSchema } from './criterion.ts'
import { faultCountMax } from './fault-messages.ts'
import { pathOf } from './pointer.ts'
import { faultsOf } from './problem.ts'
import { ruleSchema } from './rule.ts'

/** The `rules` of a run: a list of rules, or a list of criteria that are one rule. */

/** The `rules` of a run in either form, of the right shape but not compiled. */
export const rulesInput = rulesSchema((input) => ({ ok: true, policy: input }))

/**
 * The `rules` of a run in either form, compiled by `compile`. Two stages report all their faults: the shape of every
 * element, then, if every shape is right, the meaning of the rules.
 */
export function rulesSchema<Policy>(
  compile: (
    input: RuleSetInput,
  ) => { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly faults: readonly RuleFault[] },
) {
  return z
    .array(z.unknown(), { error: listWanted })
    .max(ruleCountMax)
    .transform((elements, context): Policy => {
      const shape = sizeFault(elements) ?? readShape(elements)
      const result = shape.ok ? compile(shape.input) : shape
      if (result.ok) return result.policy
      for (const { pointer, code, detail } of result.faults) {
        context.addIssue({ code: 'custom', path: pathOf(pointer), message: detail, params: { code } })
      }
      return z.NEVER
    })
    .meta({
      type: 'array',
      items: { anyOf: [{ $ref: '#/components/schemas/Rule' }, { $ref: '#/components/schemas/Criterion' }] },
    })
}

/** A hint for a caller who sent a rule, a criterion or an object with `rules` in place of the list. */
function listWanted({ input }: { readonly input?: unknown }): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  if ('rules' in input) return 'Got an object with rules, wanted the list itself'
  return 'match' in input || isCriterion(input)
    ? `Got a single ${'match' in input ? 'rule' : 'criterion'}, wanted a list: put it between [ and ]`
    : undefined
}

type Shape =
  | { readonly ok: true; readonly input: RuleSetInput }
  | { readonly ok: false; readonly faults: readonly RuleFault[] }

function sizeFault(elements: readonly unknown[]): Shape | undefined {
  const byteCount = utf8(JSON.stringify(elements)).length
  if (byteCount <= ruleByteCountMax) return undefined
  const detail = `Got rules of ${byteCount} bytes, wanted at most ${ruleByteCountMax}; tables may hold more`
  return { ok: false, faults: [{ pointer: '', code: 'too_big', detail }] }
}

/** The first element decides the form of all. */
function readShape(elements: readonly unknown[]): Shape {
  const isCriteria = isCriterion(elements[0])
  const stranger = elements.findIndex((element) => isCriterion(element) !== isCriteria)
  if (stranger >= 0) {
    const detail = `The first element is a ${isCriteria ? 'criterion' : 'rule'} and this is not: the two forms cannot be mixed`
    return { ok: false, faults: [{ pointer: `/${stranger}`, code: 'mixed_forms', detail }] }
  }
  return isCriteria ? readCriteria(elements) : readRules(elements)
}

function readRules(elements: readonly unknown[]): Shape {
  const { data, error } = z.array(ruleSchema).safeParse(elements)
  return error ? { ok: false, faults: placedFaults(error) } : { ok: true, input: { form: 'rules', rules: data } }
}

function readCriteria(elements: readonly unknown[]): Shape {
  const { data, error } = z.array(criterionSchema).safeParse(elements)
  const faults = error ? placedFaults(error) : []
  if (elements.length > criterionCountMax) {
    const detail = `Got ${elements.length} criteria, wanted at most ${criterionCountMax}`
    return { ok: false, faults: [{ pointer: '', code: 'too_big', detail }, ...faults] }
  }
  return data ? { ok: true, input: { form: 'criteria', criteria: data } } : { ok: false, faults }
}

const placedFaults = (error: z.core.$ZodError): readonly RuleFault[] =>
  faultsOf(error).map(({ code, detail, pointer = '' }) => ({ code, detail, pointer }))

/** Whether `value` is a criterion and not a rule: it names a field, or misspells a member that only criteria have. */
function isCriterion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'match' in value) return false
  if ('field' in value || 'sourceField' in value || 'targetField' in value) return true
  const names = Object.keys(value).slice(0, faultCountMax)
  return !names.some((name) => ruleMembers.includes(name)) && names.some((name) => isNearCriterion(name))
}

const ruleMembers = Object.keys(ruleSchema.shape)
const criterionMembers = Object.keys(criterionSchema.shape)
const isNearCriterion = (name: string): boolean => nearestName(name, criterionMembers) !== undefined
