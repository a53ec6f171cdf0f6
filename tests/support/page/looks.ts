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

/** By how many pixels the page is wider than its window: 0 where nothing has to be scrolled sideways. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
