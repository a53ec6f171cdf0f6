import type { Page } from 'playwright-core'

/** Times between frames, in ms. */
export interface FrameTimes {
  readonly frameCount: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** Where the rows of a long table are scrolled: the nearest ancestor of the table, or itself, that has more than it shows. */
const tableSelector = '[role="grid"], [role="treegrid"], [role="table"], table'

/** How long a result may take to show its table, after its root. */
const tableMillisecondsMax = 10_000

/** Pixels a frame: as one reads, as one searches, and as one drags the bar. */
const speeds = [40, 400, 20_000] as const
const framesPerSpeed = 240

/**
 * Scrolls the table of the page that has the most to scroll, a step a frame, at several speeds, and measures the frames.
 * Undefined where the page has no table that can be scrolled.
 */
export async function scrollTable(page: Page): Promise<FrameTimes | undefined> {
  const table = page.locator(tableSelector).first()
  await table.waitFor({ timeout: tableMillisecondsMax }).catch(() => {})
  const deltas = await page.evaluate(
    async ({ selector, steps, frameCount }) => {
      const roomOf = (element: Element): number => element.scrollHeight - element.clientHeight
      const scrollerOf = (table: Element): Element | undefined => {
        for (let element: Element | null = table; element !== null; element = element.parentElement) {
          const isPage = element === document.documentElement
          const isScroller = isPage || /auto|scroll/.test(getComputedStyle(element).overflowY)
          if (isScroller && roomOf(element) > 0) return element
        }
        return undefined
      }
      const scrollers = [...document.querySelectorAll(selector)].flatMap((table) => scrollerOf(table) ?? [])
      const [scroller] = scrollers.sort((a, b) => roomOf(b) - roomOf(a))
      if (scroller === undefined) return undefined
      const times: number[] = []
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (const step of steps) {
        scroller.scrollTop = 0
        await nextFrame()
        let before = await nextFrame()
        for (let frame = 0; frame < frameCount; frame++) {
          // Back up at the end, so that each frame has new rows to show.
          const room = roomOf(scroller)
          const way = (frame * step) % (2 * room)
          scroller.scrollTop = way <= room ? way : 2 * room - way
          const now = await nextFrame()
          times.push(now - before)
          before = now
        }
      }
      return times
    },
    { selector: tableSelector, steps: speeds, frameCount: framesPerSpeed },
  )
  return deltas === undefined ? undefined : frameTimesOf(deltas)
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
