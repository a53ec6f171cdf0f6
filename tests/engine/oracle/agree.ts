import fc from 'fast-check'
import { run } from '../support/run.ts'
import { sha256Hex } from '../support/sha256.ts'
import { instructionLines } from './instruction-lines.ts'
import { reconcileNaively } from './oracle.ts'
import type { OracleCase } from './oracle-case.ts'
import { policyText } from './policy-text.ts'

/** Hears of each case that was tried and its lines. */
export type OnCase = (given: OracleCase, lines: readonly string[]) => void

export interface Trial {
  readonly caseCount: number
  readonly onCase: OnCase
  /** Whether the first case is told as it is: making a large one smaller takes longer than a test may. */
  readonly isLarge?: boolean
  /** Draws the same cases each time; others each time without one. */
  readonly seed?: number
}

/**
 * Runs cases through the engine and the oracle until they disagree; throws with the smallest such case, as JSON that
 * can be put into a test, and the lines in which they differ.
 */
export function checkAgreement(
  cases: fc.Arbitrary<OracleCase>,
  { caseCount, onCase, isLarge = false, seed }: Trial,
): void {
  const outcome = fc.check(
    fc.property(cases, (given) => {
      const { engine, oracle } = bothLines(given)
      onCase(given, engine)
      return engine.join('\n') === oracle.join('\n')
    }),
    { numRuns: caseCount, endOnFailure: isLarge, ...(seed !== undefined && { seed }) },
  )
  if (!outcome.failed) return
  const [smallest] = outcome.counterexample ?? []
  const told = smallest === undefined ? 'no case' : describeCase(smallest)
  throw new Error(`Seed ${outcome.seed}\n${told}`, { cause: outcome.errorInstance })
}

/** What the engine and the oracle say, without what the engine was given: the policy, then the lines after the header. */
function bothLines(given: OracleCase): { readonly engine: string[]; readonly oracle: string[] } {
  const { instructions, ...records } = given
  const { header, text } = run({ ...records, ...(instructions && { instructionLines: instructionLines(given) }) })
  const [, ...lines] = text.trimEnd().split('\n')
  return {
    engine: [header.policy, ...lines],
    oracle: [sha256Hex(Buffer.from(policyText(given.rules))), ...reconcileNaively(given)],
  }
}

function describeCase(given: OracleCase): string {
  const members = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  try {
    const { engine, oracle } = bothLines(given)
    const missingIn = (own: readonly string[], other: readonly string[]) => own.filter((line) => !other.includes(line))
    return [
      ...members,
      'only the engine says:',
      ...missingIn(engine, oracle),
      'only the oracle says:',
      ...missingIn(oracle, engine),
    ].join('\n')
  } catch (error) {
    return [...members, String(error)].join('\n')
  }
}
