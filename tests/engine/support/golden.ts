import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CanonicalRecord, engineVersion, type RuleInput } from '../../../engine/index.ts'
import { type Result, run } from './run.ts'

interface GoldenCase {
  readonly name: string
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: readonly RuleInput[]
}

/** What every case came to under one version of the engine: its root, and its lines as they are written. */
export interface GoldenResults {
  readonly engine: string
  readonly results: { readonly [name: string]: { readonly root: string; readonly lines: readonly string[] } }
}

const folder = join(import.meta.dirname, '../../golden')
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

export const goldenCases: readonly GoldenCase[] = read('cases.json')

/** The results on record. */
export const readGolden = (): GoldenResults => read('results.json')

/** What the cases come to now. */
export function currentResults(): GoldenResults {
  const brief = ({ root, text }: Result) => ({ root, lines: text.trimEnd().split('\n') })
  return {
    engine: engineVersion,
    results: Object.fromEntries(goldenCases.map((each) => [each.name, brief(run(each))])),
  }
}

/** Puts the current results on record, as is right after a new engine version or for a new case. */
export function writeGolden(): void {
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(currentResults(), undefined, 2)}\n`)
}
