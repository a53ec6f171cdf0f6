import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { claimsOf, suggestionsOf } from '../../engine/propose/pairs/claims.ts'
import type { GeneratedPair, PairGenerator } from '../../engine/propose/pairs/generated-pair.ts'
import { pairKinds } from '../../engine/propose/pairs/index.ts'
import { scoreOf } from '../../engine/propose/pairs/score.ts'
import { root } from '../../support/node/step.ts'
import type { BenchOptions } from '../bench-options.ts'
import { commitText, machineText } from '../machine.ts'
import type { Note } from '../rounds.ts'
import { writeSection } from '../write-document.ts'
import { foreignKinds, keptKinds } from './foreign/index.ts'
import { writePair } from './pair-files.ts'
import { type PairFigures, proposeText, type Round } from './propose-figures.ts'
import type { Job, JobReport } from './propose-job.ts'
import { widened } from './wide-pair.ts'

const kinds: { readonly [kind: string]: PairGenerator } = {
  'bank-ledger': pairKinds['bank-ledger'],
  'cards-with-lag': pairKinds['cards-with-lag'],
  'renamed-references': pairKinds['renamed-references'],
  'processor-payouts': pairKinds['processor-payouts'],
  wide: widened(pairKinds['renamed-references']),
  'wide-payouts': widened(pairKinds['processor-payouts']),
  ...foreignKinds,
  ...keptKinds,
}

const roundCountDefault = 3

/**
 * What it takes to propose rules for pairs of some kinds, beside what it takes to read the files and to run the rules;
 * and what the rules are worth. Prints the figures; `options.write` puts them into a document.
 */
export async function runPropose(
  { seed, rounds: roundCount = roundCountDefault, write }: BenchOptions,
  recordCount: number,
  note: Note,
): Promise<void> {
  const about = [
    `\`npm run bench -- --propose --sizes ${recordCount} --seed ${seed} --rounds ${roundCount}\``,
    `${machineText()}, ${commitText()}`,
    `Node ${process.version}`,
  ]
  const figures: PairFigures[] = []
  const unruled: string[] = []
  for (const [kind, generate] of Object.entries(kinds)) {
    note(`making ${kind}`)
    const pair = generate(seed, recordCount)
    const measured = await measurePair(pair, { kind, roundCount, note })
    if (measured === undefined) unruled.push(kind)
    else figures.push(measured)
  }
  if (unruled.length > 0) about.push(`No rule is proposed for ${unruled.join(', ')}`)
  const text = proposeText(figures, { recordCount, about })
  console.log(text)
  if (write !== undefined) writeSection(write, text)
}

interface PairPlan {
  readonly kind: string
  readonly roundCount: number
  readonly note: Note
}

/**
 * The first round says what the rules are; undefined where there is none. After it, every second round runs them before
 * it proposes them.
 */
async function measurePair(
  pair: GeneratedPair,
  { kind, roundCount, note }: PairPlan,
): Promise<PairFigures | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  try {
    const files = writePair(pair, directory)
    let policy: Pick<JobReport, 'rules' | 'signs'> = { rules: [] }
    let estimated = 0
    const rounds: Round[] = []
    for (let index = 0; index < roundCount; index++) {
      note(`${kind}, round ${index + 1} of ${roundCount}`)
      const early = index % 2 === 0 ? undefined : await runJob({ files, policy })
      const proposal = await runJob({ files })
      policy = proposal
      estimated = proposal.suggestedWrong
      if (policy.rules.length === 0) return undefined
      rounds.push({ proposal, run: early ?? (await runJob({ files, policy })) })
    }
    const { f1, wrongShare } = scoreOf(pair.truth, claimsOf(pair, policy))
    const suggestions = suggestionsOf(pair, policy)
    const counts = { source: pair.source.length, target: pair.target.length }
    return {
      kind,
      counts,
      claimingCount: policy.rules.filter(({ action }) => action !== 'suggest').length,
      rounds,
      f1,
      wrongShare,
      suggested: { count: suggestions.length, wrong: scoreOf(pair.truth, suggestions).wrong.length, estimated },
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Runs a job under the Node that runs the bench, with the compiled code that the command line keeps. */
async function runJob(job: Job): Promise<JobReport> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tallystick') }
  const words = ['tests/bench/propose/propose-job.ts', JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env, maxBuffer: 2 ** 24 })
  return JSON.parse(stdout)
}
