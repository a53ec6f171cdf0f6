import { at } from '../../base/at.ts'
import type { ExplainRun } from './explain-input.ts'
import { readPlan } from './plan-step.ts'
import { type Section, sliceRuns } from './slice-runs.ts'

/** What a join keeps of one slice. */
export interface RunOfSlice {
  readonly slice: number
  readonly sections: readonly Section[]
}

/** What a join keeps of all slices. */
export interface JoinRuns {
  readonly join: number
  readonly runs: readonly RunOfSlice[]
}

/** The object with what a join keeps of a slice. */
export const runKey = (join: number, slice: number): string => `run/${join}/${slice}`

/** Passes over all records for some joins: one step a slice, which keeps the records that lookers may meet. */
export async function runsStep(run: ExplainRun, indices: readonly number[]): Promise<readonly JoinRuns[]> {
  const { store, slices, surveyed } = run
  const bySlice: (readonly { readonly join: number; readonly sections: readonly Section[] }[])[] = []
  for (const [slice, { side, read }] of slices.entries()) {
    bySlice.push(
      await store.step(`explain pass ${at(indices, 0)} ${slice}`, async () => {
        const plan = await readPlan(run, indices)
        const { firstLooker } = at(surveyed, slice)
        const kept: { join: number; sections: readonly Section[] }[] = []
        const records = await read()
        for (const { join, bytes, sections } of sliceRuns({ side, records, firstLooker }, plan)) {
          // The lines, their columns, their entries, and those that the join keeps.
          run.onHeld?.(3 * records.table.lineByteCount + bytes.length + plan.lookers.filterBits.length)
          if (bytes.length === 0) continue
          const index = at(indices, plan.lookers.joins.indexOf(join))
          await store.write(runKey(index, slice), bytes)
          kept.push({ join: index, sections })
        }
        return kept
      }),
    )
  }
  return indices.map((join) => ({
    join,
    runs: bySlice.flatMap((kept, slice) =>
      kept.filter((each) => each.join === join).map(({ sections }) => ({ slice, sections })),
    ),
  }))
}
