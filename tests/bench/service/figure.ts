import { wholeText } from '../figures.ts'

/** The times of one thing in several rounds. */
export interface Figure {
  readonly what: string
  readonly milliseconds: readonly number[]
}

/** How long `work` takes, each of `roundCount` times. */
export async function millisecondsOf(roundCount: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const milliseconds: number[] = []
  for (let round = 0; round < roundCount; round++) {
    const startedAt = performance.now()
    await work()
    milliseconds.push(performance.now() - startedAt)
  }
  return milliseconds
}

/** `1,000 + 1,000 records`. */
export const pairText = (recordCount: number): string => `${wholeText(recordCount)} + ${wholeText(recordCount)} records`
