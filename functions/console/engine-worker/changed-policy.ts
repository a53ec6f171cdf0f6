import type { JsonValue } from '@tallystick/engine/base'
import type { RuleChange } from '@tallystick/engine/explain'
import { type CompiledPolicy, canonicalPolicy } from '@tallystick/engine/rules'
import { compiledOf } from './checked-rules.ts'

interface RulesOfRun {
  readonly policy: CompiledPolicy
  readonly policyJson: JsonValue
}

/**
 * All rules with a change: as they were written, where the edited text compiles to the changed rules; else with every
 * default written out.
 */
export function changedPolicy({ policy, policyJson }: RulesOfRun, change: RuleChange): JsonValue {
  const effective = { ...policy, rules: change.rules }
  const written = edited(policyJson, change)
  const compiled = written === undefined ? undefined : compiledOf(written)
  const isSame = compiled?.ok === true && canonicalPolicy(compiled.value) === canonicalPolicy(effective)
  return isSame && written !== undefined ? written : JSON.parse(canonicalPolicy(effective))
}

/** The written rules with the changed value at its pointer; undefined where they have no member there. */
function edited(policyJson: JsonValue, { pointer, to }: RuleChange): JsonValue | undefined {
  const isList = Array.isArray(policyJson)
  const copy: JsonValue = structuredClone(policyJson)
  const path = [...(isList ? [] : ['rules']), ...pointer.split('/').slice(1)]
  const last = path.pop()
  let place: unknown = copy
  for (const name of path) place = memberOf(place, name)
  if (last === undefined || typeof place !== 'object' || place === null) return undefined
  if (Array.isArray(place)) {
    if (Number(last) >= place.length) return undefined
    if (to === null) place.splice(Number(last), 1)
    else place[Number(last)] = to
  } else if (to === null) Reflect.deleteProperty(place, last)
  else Reflect.set(place, last, to)
  return copy
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
