import { pointerPart } from '@tallystick/engine/base'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import type { Fault } from '../http/problem.ts'

/**
 * The criteria and sums of a policy whose sign contradicts turned sides: what they match would not balance. Amounts are
 * compared with the same sign where no side is turned, and with opposite signs where one is; the signs of the policy turn
 * a side for its rules.
 */
export function signFaults({ rules, referenceData }: CompiledPolicy, isTurned: boolean): readonly Fault[] {
  const { source, target } = referenceData.signs ?? {}
  const isSeenTurned = (source === 'turned') !== (target === 'turned')
  const wanted = isTurned === isSeenTurned ? 'same' : 'opposite'
  return rules
    .flatMap((rule, index) =>
      // Netting rules match within a side.
      rule.action === 'match' && rule.enabled && rule.side === undefined ? signsIn(rule, `/rules/${index}`) : [],
    )
    .filter(({ sign }) => sign !== wanted)
    .slice(0, faultCountMax)
    .map(({ pointer, sign }) => ({
      pointer,
      code: 'sign_contradicts',
      detail: `Got "${sign}", wanted "${wanted}": where isTurned is ${isTurned}, a match of other signs would not balance`,
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
