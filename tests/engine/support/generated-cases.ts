import fc from 'fast-check'
import { fromHex, toHex, utf8 } from '../../../engine/base/bytes.ts'
import type { Sha256 } from '../../../engine/base/hasher.ts'
import { reconcileCase } from './reconcile-case.ts'
import { type SmallCase, smallCase } from './small-world.ts'

/** Generated cases, the same on every platform, whose bytes all have to agree on. */

const seed = 20_260_301
export const generatedCaseCount = 1_000

/** Few enough to find the case that differs by. */
const casesPerDigest = 20

/** SHA-256 in hex of all cases: another generator makes others. */
export const inputDigest = (sha256: Sha256): string => toHex(sha256(utf8(JSON.stringify(cases()))))

let made: readonly SmallCase[] | undefined
const cases = () => {
  made ??= fc.sample(smallCase(), { numRuns: generatedCaseCount, seed })
  return made
}

/** One digest for every 20 of the first `caseCount` cases, in order: SHA-256 in hex of their result roots. */
export function generatedDigests(sha256: Sha256, caseCount = generatedCaseCount): string[] {
  const roots = cases()
    .slice(0, caseCount)
    .map((each) => fromHex(reconcileCase(each, sha256).resultRoot))
  return Array.from({ length: caseCount / casesPerDigest }, (_, index) =>
    toHex(sha256(...roots.slice(index * casesPerDigest, (index + 1) * casesPerDigest))),
  )
}
