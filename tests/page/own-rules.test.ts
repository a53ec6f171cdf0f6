import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'

/** Rules that a visitor writes as JSON. */

journey('what is typed quickly is what stands in the editor, with its faults at their place', async ({ visitor }) => {
  const page = await visitor.open()
  await page.getByText('Rules as JSON').click()
  const editor = page.getByRole('textbox', { name: 'Rules as JSON' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+A')
  // The editor closes brackets and quotes by itself, and types over those that it closed.
  await page.keyboard.type('[{"id":"a","match":[{"fiel":"amount"}]}]')
  await page.keyboard.press('Escape')
  const faults = page.getByRole('list', { name: 'Faults of the rules' })
  await faults.getByRole('button', { name: '/0/match/0' }).first().waitFor()
  expect(await editor.textContent()).toBe('[{"id":"a","match":[{"fiel":"amount"}]}]')
})
