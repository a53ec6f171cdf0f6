import { pointerPart } from '@tallystick/engine/base'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import type { Fault } from '../http/problem.ts'

/**
 * Where a policy contradicts what its sides state, so that its matches would not balance. `signs` turn a side where one
 * states its amounts with the other sign, and rules then compare amounts of the same sign.
 */
export function signFaults({ rules, referenceData }: CompiledPolicy, isTurned: boolean): readonly Fault[] {
  const { source, target } = referenceData.signs
  const isSeenTurned = source !== target
  if (isSeenTurned !== isTurned) {
    const detail = `Got isTurned ${isTurned}, and signs by which ${isSeenTurned ? 'one' : 'no'} side is turned`
    return [{ pointer: '/signs', code: 'sign_contradicts', detail }]
  }
  return rules
    .flatMap((rule, index) =>
      // Netting rules match within a side.
      rule.action === 'match' && rule.enabled && rule.side === undefined ? signsIn(rule, `/rules/${index}`) : [],
    )
    .filter(({ sign }) => sign !== 'same')
    .slice(0, faultCountMax)
    .map(({ pointer, sign }) => ({
      pointer,
      code: 'sign_contradicts',
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
