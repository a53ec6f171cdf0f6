import { parseDecimal } from '../base/decimal.ts'
import type { Criterion, CriterionInput } from './language.ts'
import { readDecimal } from './tolerance.ts'

/** The canonical similarity of a criterion, or undefined when its `min` is out of bounds, which is told to `refuse`. */
export function readSimilarity(
  { method, min }: NonNullable<CriterionInput['similarity']>,
  refuse: (member: string, code: string, detail: string) => void,
): Criterion['similarity'] {
  const decimal = readDecimal(min)
  if (decimal !== undefined && basisPointsOf(decimal) !== undefined) return { method, min: decimal }
  const got = `Got ${JSON.stringify(min)}`
  refuse(
    '/similarity/min',
    'invalid_value',
    `${got}, wanted a decimal from 0 to 1 of at most four digits after the point, such as "0.85"`,
  )
  return undefined
}

const scaleMax = 4

/** Whole basis points of a decimal from 0 to 1, or undefined when it is out of these bounds or finer than that. */
export function basisPointsOf(min: string): number | undefined {
  const decimal = parseDecimal(min)
  if (decimal === undefined || decimal.scale > scaleMax) return undefined
  const basisPoints = Number(decimal.coefficient * 10n ** BigInt(scaleMax - decimal.scale))
  return basisPoints >= 0 && basisPoints <= 10_000 ? basisPoints : undefined
}
