import type { CanonicalRecord } from '../../../engine/index.ts'
import type { Comparison } from './comparison.ts'
import { zero } from './fraction.ts'
import { signed } from './sums.ts'
import { readValue, type Side, type Value } from './values.ts'

/** Of amounts that a rule ignores, the signs are compared; to agree in them alone proves nothing. */
export function comparisonOfSigns(sign: 'same' | 'opposite'): Comparison {
  const amountOf = (side: Side, record: CanonicalRecord): Value | undefined => {
    const value = readValue(record, 'amount', 'decimal')
    return typeof value === 'object' ? signed(sign, { source: value, target: value })[side] : undefined
  }
  return {
    name: 'amount',
    kind: 'decimal',
    criterion: { op: 'contains', nulls: 'match' },
    valueOf: amountOf,
    stand(source, target) {
      const [own, other] = [amountOf('source', source), amountOf('target', target)]
      const isOne = typeof own === 'object' && typeof other === 'object'
      const holds = isOne ? own.over * other.over >= 0n : own === undefined && other === undefined
      return { verdict: holds ? 'holds' : 'fails', onValues: false, difference: zero, isAboveHalf: false }
    },
    isSign: true,
  }
}
