import { at, byteAt, uint32At } from '../../base/at.ts'
import type { Decimal } from '../../base/decimal.ts'

/** The records of a tally, by their number, in columns that take 13 bytes a record. */
interface TalliedRecords {
  add(record: { readonly group: number; readonly amount: Decimal; readonly isResidual: boolean }): void
  amountOf(number: number): Decimal
  setAmount(number: number, amount: Decimal): void
  groupOf(number: number): number
  isResidual(number: number): boolean
  /** A state from 0 to 7; 0 until it is set. */
  stateOf(number: number): number
  setState(number: number, state: number): void
  firstIn(isIn: (state: number) => boolean): number | undefined
}

interface Page {
  readonly coefficients: BigInt64Array
  readonly groups: Uint32Array
  /** By record, from the lowest bit: three bits of state, one that marks residuals, four of the amount's scale. */
  readonly flags: Uint8Array
}

const pageRecordCount = 4_096
const stateMask = 7
const residualFlag = 8
const scaleFactor = 16
const twoTo63 = 2n ** 63n

/** The scale that marks an amount in `largeAmounts`: its coefficient exceeds 64 bits, or its scale is 15 or more. */
const scaleOfLarge = 15

export function createTalliedRecords(): TalliedRecords {
  const pages: Page[] = []
  const largeAmounts = new Map<number, Decimal>()
  let count = 0
  const pageOf = (number: number): Page => at(pages, Math.floor(number / pageRecordCount))
  const flagsOf = (number: number): number => byteAt(pageOf(number).flags, number % pageRecordCount)
  const setFlags = (number: number, mask: number, flags: number): void => {
    pageOf(number).flags[number % pageRecordCount] = (flagsOf(number) & ~mask) | flags
  }
  const setAmount = (number: number, amount: Decimal): void => {
    const isLarge = amount.coefficient >= twoTo63 || amount.coefficient < -twoTo63 || amount.scale >= scaleOfLarge
    if (isLarge) largeAmounts.set(number, amount)
    else largeAmounts.delete(number)
    pageOf(number).coefficients[number % pageRecordCount] = isLarge ? 0n : amount.coefficient
    setFlags(number, 0xf0, scaleFactor * (isLarge ? scaleOfLarge : amount.scale))
  }
  return {
    add({ group, amount, isResidual }) {
      const number = count
      if (number % pageRecordCount === 0) pages.push(createPage())
      count += 1
      pageOf(number).groups[number % pageRecordCount] = group
      setFlags(number, residualFlag, isResidual ? residualFlag : 0)
      setAmount(number, amount)
    },
    amountOf(number) {
      const scale = flagsOf(number) >> 4
      const large = scale === scaleOfLarge ? largeAmounts.get(number) : undefined
      return large ?? { coefficient: coefficientAt(pageOf(number).coefficients, number % pageRecordCount), scale }
    },
    setAmount,
    groupOf: (number) => uint32At(pageOf(number).groups, number % pageRecordCount),
    isResidual: (number) => (flagsOf(number) & residualFlag) !== 0,
    stateOf: (number) => flagsOf(number) & stateMask,
    setState: (number, state) => setFlags(number, stateMask, state),
    firstIn(isIn) {
      for (let number = 0; number < count; number += 1) if (isIn(flagsOf(number) & stateMask)) return number
      return undefined
    },
  }
}

function coefficientAt(coefficients: BigInt64Array, index: number): bigint {
  const coefficient = coefficients[index]
  if (coefficient === undefined) throw new RangeError(`Got index ${index} of a page of ${coefficients.length}`)
  return coefficient
}

const createPage = (): Page => ({
  coefficients: new BigInt64Array(pageRecordCount),
  groups: new Uint32Array(pageRecordCount),
  flags: new Uint8Array(pageRecordCount),
})
