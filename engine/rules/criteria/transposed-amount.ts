import { bigMagnitude, type Units } from '../../record/columns.ts'
import type { Comparison, CriterionKind } from './criterion-kind.ts'
import { amountValues, exactAmount, exactly } from './exact-amount.ts'

/**
 * Amounts in which two neighbouring digits have changed places: 54.00 and 45.00. Both amounts are written with the same
 * number of digits after the point, and at least one before: 12.3 and 12.03 as 12.30 and 12.03. 0.54 and 5.04 are
 * transposed, 5.00 and 50.00 are not. Transposed amounts may lie far apart: there is no blocking key.
 */
export const transposedAmount: CriterionKind = {
  ...exactAmount,
  op: 'transposed',
  refusal: (type) => `Only amounts have digits that change places, this is a ${type}`,
  joinsGroups: false,
  compile: (criterion, fields) => ({
    bind(source, target): Comparison<Units> {
      const values = amountValues({ criterion, fields, source, target, scaleMin: 0 })
      // Without `needs`, since no tolerance turns other amounts into transposed ones.
      const { needs: _, ...compared } = exactly(values)
      return {
        ...compared,
        holds: (left, right) => areTransposed(left, right, values.scale),
        evidenceMax: 'medium',
      }
    },
  }),
  rank: 'amount',
  matchType: 'transposed',
}

export function areTransposed(left: Units, right: Units, scale: number): boolean {
  if (!mayBeTransposed(left, right)) return false
  const [a, b] = [BigInt(left), BigInt(right)]
  if (a === b || a < 0n !== b < 0n) return false
  const [own, other] = [digitsOf(a, scale), digitsOf(b, scale)]
  if (own.length !== other.length) return false
  let first = 0
  while (own[first] === other[first]) first += 1
  return (
    own[first] === other[first + 1] &&
    own[first + 1] === other[first] &&
    own.slice(first + 2) === other.slice(first + 2)
  )
}

/** Swapping two digits changes a number by a multiple of 9. This test spares most pairs the comparison of digits. */
const mayBeTransposed = (left: Units, right: Units): boolean =>
  typeof left === 'bigint' || typeof right === 'bigint' || (left !== right && (left - right) % 9 === 0)

const digitsOf = (units: bigint, scale: number): string => String(bigMagnitude(units)).padStart(scale + 1, '0')
