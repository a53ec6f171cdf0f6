import { type ReconcileResult, reconcile } from '@tallystick/engine/reconcile'
import { policyOf, tableOf } from '../engine/support/reconcile-case.ts'
import { sha256 } from '../engine/support/sha256.ts'
import { type BenchCase, textCases } from './text-cases.ts'

/**
 * `npm run bench:text [-- ROUNDS [PART OF A NAME]]`: reconciles cases whose rules compare texts or weigh every pair of a
 * component, and prints the median of each, its candidates and matches, and the root of its result: two versions of the
 * engine have to come to the same roots before their times count. Reading the records is not timed.
 */

const seed = 20_261_120
const [rounds = '3', wanted = ''] = process.argv.slice(2)
const roundCount = Number(rounds)
if (!Number.isSafeInteger(roundCount) || roundCount < 1) throw new Error(`Got ${rounds}, wanted a number of rounds`)

interface Timed {
  readonly elapsed: number
  /** Of the processor, which says more than the clock where others use it, too. */
  readonly spent: number
  readonly outcome: ReconcileResult
}

/** Reads the records anew: what a run has cached for its tables is of no use to the next. */
function timeOnce({ source, target, rules, stepCountMax }: BenchCase): Timed {
  const policy = policyOf(rules)
  const input = {
    source: { table: tableOf(source, policy), root: 'aa'.repeat(32) },
    target: { table: tableOf(target, policy), root: 'bb'.repeat(32) },
    policy,
    sha256,
    ...(stepCountMax !== undefined && { stepCountMax }),
  }
  const [startedAt, spentBefore] = [performance.now(), spentMilliseconds()]
  const outcome = reconcile(input)
  return { elapsed: performance.now() - startedAt, spent: spentMilliseconds() - spentBefore, outcome }
}

console.log(`seed ${seed}, ${roundCount} rounds, Node ${process.version}`)
for (const each of textCases(seed).filter(({ name }) => name.includes(wanted))) {
  const timed = Array.from({ length: roundCount }, () => timeOnce(each))
  const [first] = timed
  if (first === undefined) throw new Error('There is a round at least')
  const { resultRoot, summary, passes } = first.outcome
  if (timed.some(({ outcome }) => outcome.resultRoot !== resultRoot)) throw new Error(`${each.name} has two results`)
  console.log(
    `${each.name.padEnd(50)} ${median(timed.map(({ elapsed }) => elapsed))}, ${median(timed.map(({ spent }) => spent))} of CPU,`,
    `${passes[0]?.candidates} candidates, ${summary.matchCount} matches, root ${resultRoot.slice(0, 16)}`,
  )
}

function spentMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function median(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return `${((sorted[sorted.length >> 1] ?? Number.NaN) / 1_000).toFixed(2)} s`
}
