import { pointerPart } from '../base/json-pointer.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'

/** A place of a policy that contradicts what its sides state. */
export interface SignFault {
  readonly pointer: string
  readonly detail: string
}

/**
 * Where a policy contradicts what its sides state, so that its matches would not balance. `signs` turn a side where one
 * states its amounts with the other sign, and rules then compare amounts of the same sign.
 */
export function signFaults({ rules, referenceData }: CompiledPolicy, isTurned?: boolean): readonly SignFault[] {
  const { source, target } = referenceData.signs
  const isSeenTurned = source !== target
  if (isTurned !== undefined && isSeenTurned !== isTurned) {
    const detail = `Got isTurned ${isTurned}, and signs by which ${isSeenTurned ? 'one' : 'no'} side is turned`
    return [{ pointer: '/signs', detail }]
  }
  return rules
    .flatMap((rule, index) =>
      // Netting rules match within a side.
      rule.action === 'match' && rule.enabled && rule.side === undefined ? signsIn(rule, `/rules/${index}`) : [],
    )
    .filter(({ sign }) => sign !== 'same')
    .map(({ pointer, sign }) => ({
      pointer,
      detail: `Got "${sign}", wanted "same": a match of other signs would not balance`,
    }))
}

interface FoundSign {
  readonly pointer: string
  readonly sign: unknown
}

function signsIn(value: object, pointer: string): readonly FoundSign[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const place = `${pointer}/${pointerPart(name)}`
    if (name === 'sign') return [{ pointer: place, sign: each }]
    return typeof each === 'object' && each !== null ? signsIn(each, place) : []
  })
}
