import { journey } from '../support/page/journey.ts'
import { reconcileSample, shownWorth } from '../support/page/places.ts'

journey('what the rules are worth has no progress beside it, however often it is looked at', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileSample(page)
  for (let times = 0; times < 3; times++) {
    await page.getByRole('tab', { name: 'Flow' }).click()
    await shownWorth(page)
    await page.locator('.worth-progress').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Overview' }).click()
  }
})
