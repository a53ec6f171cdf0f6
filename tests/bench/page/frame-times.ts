import type { Page } from 'playwright-core'

/** Times between frames, in ms. */
export interface FrameTimes {
  readonly frameCount: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** How long a result may take to show its table, after its root. */
const tableMillisecondsMax = 10_000

/** Pixels a frame: as one reads, as one searches, and as one drags the bar. */
const speeds = [40, 400, 20_000] as const
const framesPerSpeed = 240

/** Scrolls the grid of the page, a step a frame, at several speeds, and measures the frames. */
export async function scrollTable(page: Page): Promise<FrameTimes> {
  const grid = page.getByRole('grid')
  await grid.getByRole('row').nth(3).waitFor({ timeout: tableMillisecondsMax })
  const deltas = await grid.evaluate(
    async (table, { steps, frameCount }) => {
      const scroller = table.parentElement ?? table
      const room = scroller.scrollHeight - scroller.clientHeight
      const times: number[] = []
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (const step of steps) {
        scroller.scrollTop = 0
        await nextFrame()
        let before = await nextFrame()
        for (let frame = 0; frame < frameCount; frame++) {
          // Back up at the end, so that each frame has new rows to show.
          const way = (frame * step) % (2 * room)
          scroller.scrollTop = way <= room ? way : 2 * room - way
          const now = await nextFrame()
          times.push(now - before)
          before = now
        }
      }
      return times
    },
    { steps: speeds, frameCount: framesPerSpeed },
  )
  return frameTimesOf(deltas)
}

function frameTimesOf(deltas: readonly number[]): FrameTimes {
  const sorted = deltas.toSorted((a, b) => a - b)
  const at = (share: number): number => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
    if (value === undefined) throw new Error('No frame was measured')
    return value
  }
  return { frameCount: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) }
}
