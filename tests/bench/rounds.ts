import type { Contender } from './contenders/contenders.ts'
import type { Outcome } from './contenders/job.ts'

/** One run of every contender, by name. */
export type Round = ReadonlyMap<string, Outcome>

export interface RoundsPlan {
  readonly contenders: readonly Contender[]
  readonly roundCount: number
  readonly run: (contender: Contender) => Promise<Outcome>
  readonly note: Note
}

/** Says on the terminal what is being done. */
export type Note = (text: string) => void

/** Runs the contenders round by round, every second round in reverse order, so that none always comes first. */
export async function runRounds({ contenders, roundCount, run, note }: RoundsPlan): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (let index = 0; index < roundCount; index++) {
    const outcomes = new Map<string, Outcome>()
    for (const contender of index % 2 === 0 ? contenders : contenders.toReversed()) {
      note(`round ${index + 1} of ${roundCount}, ${contender.name}`)
      outcomes.set(contender.name, await run(contender))
    }
    rounds.push(outcomes)
  }
  return rounds
}
