import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineVersion } from '../../../engine/base/version.ts'
import { generatedCaseCount, generatedDigests, inputDigest } from './generated-cases.ts'
import { type GoldenCase, type GoldenPeriod, reconcileGoldenPeriod } from './reconcile-case.ts'
import { type Result, run } from './run.ts'
import { sha256 } from './sha256.ts'

/** What every case came to under one version of the engine: its root, and its lines as they are written. */
export interface GoldenResults {
  readonly engine: string
  readonly results: { readonly [name: string]: { readonly root: string; readonly lines: readonly string[] } }
}

const folder = join(import.meta.dirname, '../../golden')
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

export const goldenCases: readonly GoldenCase[] = read('cases.json')

/** Periods with parts and instructions. */
const goldenPeriods: readonly GoldenPeriod[] = read('periods.json')

/** The names of all that is on record, in its order. */
export const goldenNames = [...goldenCases, ...goldenPeriods].map(({ name }) => name)

/** The results on record. */
export const readGolden = (): GoldenResults => read('results.json')

/** What the cases come to now. */
export function currentResults(): GoldenResults {
  const brief = ({ root, text }: Result) => ({ root, lines: text.trimEnd().split('\n') })
  return {
    engine: engineVersion,
    results: Object.fromEntries([
      ...goldenCases.map((each) => [each.name, brief(run(each))] as const),
      ...goldenPeriods.map((each) => [each.name, ofPeriod(each)] as const),
    ]),
  }
}

function ofPeriod(given: GoldenPeriod) {
  const { chunks, resultRoot: root } = reconcileGoldenPeriod(given, sha256)
  return { root, lines: chunks.flatMap(({ text }) => text.trimEnd().split('\n')) }
}

/** What the generated cases come to, 20 by 20. */
export interface GeneratedResults {
  readonly engine: string
  readonly caseCount: number
  readonly inputs: string
  readonly digests: readonly string[]
}

/** The digests on record, which workerd is held to as well. */
export const readGenerated = (): GeneratedResults => read('generated.json')

/** The digests of now, of the first `count` cases. */
export const currentGenerated = (count = generatedCaseCount): GeneratedResults => ({
  engine: engineVersion,
  caseCount: generatedCaseCount,
  inputs: inputDigest(sha256),
  digests: generatedDigests(sha256, count),
})

/** Puts what comes out now on record, as is right after a new engine version, or for new cases or another generator. */
export function writeGolden(): void {
  write('results.json', currentResults())
  write('generated.json', currentGenerated())
}

function write(file: string, results: GoldenResults | GeneratedResults): void {
  writeFileSync(join(folder, file), `${JSON.stringify(results, undefined, 2)}\n`)
}
