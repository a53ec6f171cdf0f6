import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { zero } from './fraction.ts'
import { signed } from './sums.ts'
import { readValue, type Side, type Value } from './values.ts'

/** Of amounts that a rule ignores, the signs are compared; to agree in them alone proves nothing. */
export function comparisonOfSigns(sign: 'same' | 'opposite') {
  const amountOf = (side: Side, record: CanonicalRecord): Value | undefined => {
    const value = readValue(record, 'amount', 'decimal')
    return typeof value === 'object' ? signed(sign, { source: value, target: value })[side] : undefined
  }
  return {
    name: 'amount',
    kind: 'decimal' as const,
    criterion: { op: 'contains', nulls: 'match' } as const,
    valueOf: amountOf,
    stand(source: CanonicalRecord, target: CanonicalRecord) {
      const [own, other] = [amountOf('source', source), amountOf('target', target)]
      const holds = typeof own !== 'object' || typeof other !== 'object' || own.over * other.over >= 0n
      return {
        verdict: holds ? ('holds' as const) : ('fails' as const),
        onValues: false,
        difference: zero,
        isAboveHalf: false,
      }
    },
    isSign: true as const,
  }
}
