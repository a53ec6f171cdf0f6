import { type Proposal, proposeRules } from '@tallystick/engine/propose'
import { reconcile } from '@tallystick/engine/reconcile'
import { compileRules } from '@tallystick/engine/rules'
import { readSides } from '../../../functions/cli/reconcile/read-sides.ts'
import { sha256 } from '../../../functions/cli/sha256.ts'
import type { PairFiles } from './pair-files.ts'

/**
 * Reads two files and proposes rules for them, or runs rules over them, in a process of its own: what the compiler and
 * the collector take is part of it, as it is for the command line. Prints one line of JSON, a `JobReport`.
 */

export interface Job {
  readonly files: PairFiles
  /** The policy of a run; without it rules are proposed. */
  readonly policy?: ProposedPolicy
}

type ProposedPolicy = Pick<Proposal, 'rules' | 'signs'>

/** The policy that was proposed or run. Times are processor times of all threads, in milliseconds. */
export interface JobReport extends ProposedPolicy {
  readonly read: number
  /** The run, or the proposal. */
  readonly work: number
  /** How many of the suggestions are wrong by estimate; 0 for a run. */
  readonly suggestedWrong: number
}

const [, , words = ''] = process.argv
const { files, policy: given }: Job = JSON.parse(words)
let begunAt = process.cpuUsage()

/** What was taken since the last call. */
function taken(): number {
  const { user, system } = process.cpuUsage(begunAt)
  begunAt = process.cpuUsage()
  return (user + system) / 1000
}

const policy = given && policyOf(given)
taken()
const { source, target } = await sidesOf(files, policy?.attributePaths ?? 'all')
const read = taken()
const sides = { source: source.table, target: target.table }
const proposal = given === undefined ? proposeRules(sides) : undefined
const suggestedWrong = (proposal?.explanations ?? [])
  .filter(({ action }) => action === 'suggest')
  .reduce((sum, { estimatedWrong }) => sum + Number(estimatedWrong.count), 0)
if (policy !== undefined)
  reconcile({
    source: { table: source.table, root: source.summary.root },
    target: { table: target.table, root: target.summary.root },
    policy,
    sha256,
    takeChunk: ({ view }) => view === 'matches',
  })
const { rules, signs } = given ?? proposal ?? { rules: [] }
const report: JobReport = { read, work: taken(), rules, ...(signs && { signs }), suggestedWrong }
console.log(JSON.stringify(report))

function policyOf({ rules, signs }: ProposedPolicy) {
  const compiled = compileRules({ form: 'rules', rules, referenceData: { signs } })
  if (!compiled.ok) throw new Error(compiled.faults.map(({ detail }) => detail).join('\n'))
  return compiled.policy
}

async function sidesOf({ source, target, mapping }: PairFiles, attributePaths: readonly string[] | 'all') {
  const silent = { show: () => {}, clear: () => {} }
  const none = { currencies: [], encodings: [], kinds: [], levels: [], sheets: [] }
  const result = await readSides(
    { source, target, mapping, ...none },
    { attributePaths, progress: silent, thread: Promise.resolve(undefined) },
  )
  if (!result.ok) throw new Error(result.faults.join('\n'))
  return result.sides
}
