import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '../node/step.ts'

/** How a page is looked at: the schemes and widths that each has to stand. */

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** A telephone, a notebook, a large screen; in CSS pixels. */
export const widths = [360, 1280, 2560] as const
export type Width = (typeof widths)[number]

const heights: { readonly [width in Width]: number } = { 360: 740, 1280: 800, 2560: 1440 }

export const sizeOf = (width: Width) => ({ width, height: heights[width] })

/** Where screenshots are kept, which git does not see. */
export const screenshotsPath = join(root, 'dist/screenshots')

/** Takes the whole page in both schemes at the three widths: `dist/screenshots/<name>-<width>-<scheme>.png`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshotsPath, { recursive: true })
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize(sizeOf(width))
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(screenshotsPath, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before !== null) await page.setViewportSize(before)
}

/** How far the page can be scrolled sideways, in pixels: 0 where everything stands inside the window. */
export const sidewaysRoom = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo({ left: 100_000, behavior: 'instant' })
    const room = window.scrollX
    window.scrollTo({ left: 0, behavior: 'instant' })
    return room
  })

/** How far the page can be scrolled below its content, in pixels: what is hidden inside a box with a scroll bar may lengthen it. */
export const roomBelow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const end = Math.ceil(document.body.getBoundingClientRect().bottom + window.scrollY)
    return Math.max(0, document.documentElement.scrollHeight - Math.max(window.innerHeight, end))
  })
