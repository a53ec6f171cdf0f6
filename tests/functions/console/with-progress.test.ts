import { expect, it } from 'vitest'
import type { OnProgress } from '../../../functions/console/engine-worker/engine-types.ts'
import { withProgress } from '../../../functions/console/shell/with-progress.ts'

const half = { step: 'Reading', ratio: 0.5 }
const silent: OnProgress = () => undefined

it('tells how far a question is, up to its answer and not after it', async () => {
  const told: number[] = []
  let tell = silent
  const answer = withProgress(
    ({ ratio }) => told.push(ratio),
    async (onProgress) => {
      tell = onProgress
      onProgress(half)
      return 'answer'
    },
  )
  expect(await answer).toBe('answer')
  tell({ ...half, ratio: 0.9 })
  expect(told).toEqual([0.5])
})

it('tells nothing after a failure either', async () => {
  const told: number[] = []
  let tell = silent
  const answer = withProgress(
    ({ ratio }) => told.push(ratio),
    async (onProgress) => {
      tell = onProgress
      throw new Error('broken')
    },
  )
  await expect(answer).rejects.toThrow('broken')
  tell(half)
  expect(told).toEqual([])
})
