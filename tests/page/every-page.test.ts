import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsIn } from '../support/page/accessibility.ts'
import { downloadPack, downloadProof, tampered } from '../support/page/evidence.ts'
import { journey, type Visitor } from '../support/page/journey.ts'
import { evidenceIsOpen, trialIsOpen } from '../support/page/line-places.ts'
import { roomBelow, schemes, screenshot, sidewaysRoom, sizeOf } from '../support/page/looks.ts'
import { chooseEvidence, referenceIsOpen, shownRoot, shownVerdict, shownWorth } from '../support/page/places.ts'
import { signedInPlaces } from '../support/page/signed-in-places.ts'

/** What every page of the console holds: for those who see little, who have no mouse, or a small screen. */

interface Place {
  readonly name: string
  readonly path: string
  /** Resolves once the page shows what it is for; without it, once it has a heading. */
  readonly isReady?: (page: Page) => Promise<unknown>
}

const places: readonly Place[] = [
  { name: 'home', path: '/' },
  { name: 'result', path: '/result/sample', isReady: shownRoot },
  { name: 'flow', path: '/result/sample?view=flow', isReady: shownWorth },
  { name: 'break', path: '/result/sample?view=breaks&line=2', isReady: trialIsOpen },
  { name: 'match', path: '/result/sample?view=matches&line=0', isReady: evidenceIsOpen },
  { name: 'missing-result', path: '/result/gone' },
  { name: 'verify', path: '/verify' },
  { name: 'verify-pack', path: '/verify', isReady: async (page) => verifyIn(page, await downloadPack()) },
  { name: 'verify-broken', path: '/verify', isReady: async (page) => verifyIn(page, await changedPack()) },
  { name: 'verify-proof', path: '/verify', isReady: async (page) => verifyIn(page, await downloadProof(1)) },
  {
    name: 'verify-refused',
    path: '/verify',
    isReady: async (page) => {
      await chooseEvidence(page, { name: 'bank.csv', bytes: Buffer.from('id,date,amount\n') })
      await page.getByText('This file is no evidence.').waitFor()
    },
  },
  { name: 'workspace', path: '/app' },
  { name: 'docs', path: '/docs' },
  { name: 'guide', path: '/docs/guide/walkthrough' },
  { name: 'calls', path: '/docs/reference' },
  { name: 'reference', path: '/docs/reference', isReady: referenceIsOpen },
  { name: 'long-guide', path: '/docs/guide/rules' },
  ...signedInPlaces,
]

async function verifyIn(page: Page, bytes: Uint8Array): Promise<void> {
  await chooseEvidence(page, { name: 'evidence', bytes })
  await shownVerdict(page)
  await page.getByRole('radio', { name: /^Keys that I have/ }).check()
}

const changedPack = async (): Promise<Uint8Array> =>
  tampered(await downloadPack(), 'source.ndjson', (text) => text.replace('EUR', 'USD'))

async function openPlace(visitor: Visitor, { path, isReady }: Place): Promise<Page> {
  // A form whose request is refused is one of the places.
  visitor.expectFault(/^console: .*status of 422/)
  const page = await visitor.open({ path })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await isReady?.(page)
  return page
}

describe.each(places)('$name', (place) => {
  journey('has nothing that axe-core objects to, in light and dark', async ({ visitor }) => {
    const page = await openPlace(visitor, place)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      expect({ colorScheme, violations: await violationsIn(page) }).toEqual({ colorScheme, violations: [] })
    }
  })

  journey('can be scrolled to nothing empty, on a telephone and a notebook', async ({ visitor }) => {
    const page = await openPlace(visitor, place)
    for (const width of [1280, 360] as const) {
      await page.setViewportSize(sizeOf(width))
      const room = { sideways: await sidewaysRoom(page), below: await roomBelow(page) }
      expect({ width, ...room }).toEqual({ width, sideways: 0, below: 0 })
    }
  })

  journey('is kept as it looks', async ({ visitor }) => {
    const page = await openPlace(visitor, place)
    await screenshot(page, place.name)
  })
})
