import { join } from 'node:path'
import { type Contender, isCommand } from './contenders/contenders.ts'
import type { Counts, Job, Outcome } from './contenders/job.ts'
import { runContender } from './contenders/run-contender.ts'
import { type Note, type Round, runRounds } from './rounds.ts'
import { countMatches, judgeMatches, type RuleQuality } from './waterfall/matches.ts'
import { ruleIds } from './waterfall/rules.ts'

/** What every contender took in every round, and what its matches are worth. */
export interface Measured {
  readonly rounds: readonly Round[]
  readonly quality: ReadonlyMap<string, readonly RuleQuality[]>
}

export interface MeasurePlan {
  readonly contenders: readonly Contender[]
  readonly job: Omit<Job, 'matches'>
  readonly roundCount: number
  readonly truthPath: string
  /** Where the matches are written that are checked. */
  readonly directory: string
  readonly note: Note
}

/**
 * Measures the contenders, and compares the matches of each one by one with the truth: of those that write nothing in a
 * round, the matches of one more run, untimed. Throws when a run comes to other matches by rule than the truth has, to
 * another root than the run before, or a peer to another root than its peers: a time counts only for the right answer.
 */
export async function measureContenders(plan: MeasurePlan): Promise<Measured> {
  const { contenders, job, truthPath, directory, roundCount, note } = plan
  const counts = await countMatches(truthPath)
  const roots = new Map<string, string>()
  const pathOf = ({ name }: Contender): string => join(directory, `matches-${name}.ndjson`)
  const runInto = async (contender: Contender, matches: string | undefined): Promise<Outcome> => {
    const outcome = await runContender(contender, { ...job, matches })
    assertFound(contender.name, outcome, counts)
    // All peers make the same lines, and the command line its own.
    const lines = isCommand(contender) ? 'command' : 'peers'
    const known = roots.get(lines) ?? outcome.root
    if (known !== outcome.root) throw new Error(`${contender.name} came to another root than was come to before`)
    roots.set(lines, outcome.root)
    return outcome
  }
  for (const contender of contenders.filter((each) => !isCommand(each))) {
    note(`checking ${contender.name}`)
    await runInto(contender, pathOf(contender))
  }
  const rounds = await runRounds({
    contenders,
    roundCount,
    note,
    run: (contender) => runInto(contender, isCommand(contender) ? pathOf(contender) : undefined),
  })
  const quality = new Map<string, readonly RuleQuality[]>()
  for (const contender of contenders) quality.set(contender.name, await judgeMatches(pathOf(contender), truthPath))
  return { rounds, quality }
}

function assertFound(name: string, { counts }: Outcome, wanted: Counts): void {
  const wrong = ruleIds.filter((rule) => counts[rule] !== wanted[rule])
  if (wrong.length === 0) return
  const texts = wrong.map((rule) => `${rule} ${counts[rule]} in place of ${wanted[rule]}`)
  throw new Error(`${name} came to other matches: ${texts.join(', ')}`)
}
