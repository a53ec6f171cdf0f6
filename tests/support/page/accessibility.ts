import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { root } from '../node/step.ts'

/** Pages as a screen reader and a keyboard meet them. */

/** Evaluated by the debugger's own channel, which the page's policy leaves alone. */
const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong with the page as it stands: `rule: selector` and what it says, one text each. */
export async function violationsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource)
  const results: Pick<AxeResults, 'violations'> = await page.evaluate('axe.run({ resultTypes: ["violations"] })')
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${help}: ${failureSummary}`),
  )
}

/** What has the focus: its role or element, and its accessible name as far as the text says it. */
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return ''
    return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
  })

const tabCountMax = 60

/** Presses Tab until the element with this name has the focus. Throws with all that was met where none has. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const met: string[] = []
  for (let count = 0; count < tabCountMax; count++) {
    await page.keyboard.press('Tab')
    const text = await focusedText(page)
    if (text === name) return
    met.push(text)
  }
  throw new Error(`${name} was not reached by Tab, only ${met.join(' | ')}`)
}

/**
 * Whether whoever looks at the page sees what has the focus: an outline or a shadow of its own, of the frame around it, or
 * of the label beside it.
 */
export const isFocusShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return false
    return [element, element.parentElement, element.previousElementSibling].some((each) => {
      if (each === null) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || (each === element && boxShadow !== 'none')
      )
    })
  })
