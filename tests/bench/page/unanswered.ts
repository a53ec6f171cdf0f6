import type { Page } from 'playwright-core'

/**
 * Begins to ask the page's main thread for an answer every 4 ms, as often as a browser calls a timer back. What comes back
 * ends that, and resolves with the longest time in ms between two answers.
 */
export async function watchAnswers(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watch = { longest: 0, before: performance.now(), isEnded: false }
    const answer = () => {
      const now = performance.now()
      watch.longest = Math.max(watch.longest, now - watch.before)
      watch.before = now
      if (!watch.isEnded) setTimeout(answer)
    }
    Reflect.set(window, 'answerWatch', watch)
    answer()
  })
  return () =>
    page.evaluate(() => {
      const watch: { longest: number; isEnded: boolean } = Reflect.get(window, 'answerWatch')
      watch.isEnded = true
      return watch.longest
    })
}
