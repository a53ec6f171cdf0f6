import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { at } from '@tallystick/engine/base'
import { chainCheckNames } from '@tallystick/engine/verify'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { anchorBy, anchored, bothOf, policyText } from '../support/node/anchored-pack.ts'
import { createScratch, runWords } from '../support/node/command.ts'
import { textIn, withFile, zipped } from '../support/node/pack.ts'
import { packOfOtherEngine } from '../support/node/pack-of-other-engine.ts'
import { root } from '../support/node/step.ts'
import { honestPeriods } from '../support/node/verifiers/honest-periods.ts'
import { tabTo, violationsIn } from '../support/page/accessibility.ts'
import { downloadPack, downloadProof, rootIn, tampered } from '../support/page/evidence.ts'
import { demo, journey, type Visitor } from '../support/page/journey.ts'
import { schemes, screenshot, sidewaysRoom, sizeOf } from '../support/page/looks.ts'
import { brokenLinks, chooseEvidence, shownLinks, shownRoot, shownVerdict } from '../support/page/places.ts'
import { serviceOf } from '../support/page/workspace.ts'

/** Evidence of the service, verified in the page without it. */

const otherKey = 'orBcTkFJ+QGg/Rlvu9f9U8ZnaT0Pk7Zr22Vaa1lbiHQ='

async function verifyFile(visitor: Visitor, name: string, bytes: Uint8Array): Promise<Page> {
  const page = await visitor.open({ path: '/verify' })
  await chooseEvidence(page, { name, bytes })
  return page
}

const trustService = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: /^Those that 127/ }).check()
  await page.getByRole('button', { name: 'Fetch them and verify' }).click()
}

const trustPasted = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('radio', { name: /^Keys that I have/ }).check()
  await page.getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'Verify by these keys' }).click()
}

const verdictIs = (page: Page, verdict: RegExp) => page.getByRole('heading', { name: verdict }).waitFor()

describe('a pack', () => {
  journey('is verified, replayed, and opened as a result under the same root', async ({ visitor }) => {
    const pack = await downloadPack()
    const page = await verifyFile(visitor, 'pack.zip', pack)
    expect(await shownVerdict(page)).toMatch(/^Every check holds, if these are the service’s keys$/)
    const links = await shownLinks(page)
    expect(links.map(([name]) => name)).toEqual([...chainCheckNames, 'anchor', 'replay'])
    expect(links.filter(([, verdict]) => verdict !== 'holds').map(([name]) => name)).toEqual(['anchor'])
    await page.getByRole('link', { name: 'Open the result' }).click()
    expect(await shownRoot(page)).toBe(rootIn(pack))
    await page.goBack()
    expect(await shownVerdict(page)).toMatch(/^Every check holds/)
  })

  journey('that others have confirmed holds under a policy which names them', async ({ visitor }) => {
    const page = await verifyFile(visitor, 'pack.zip', zipped(anchored(await anchorBy(2))))
    await page.getByText('no policy of yours names it').first().waitFor()
    await trustPasted(page, policyText(bothOf))
    await verdictIs(page, /^Every check holds, under your policy$/)
    expect(await page.getByText('verified by its key in your policy').count()).toBe(2)
    await chooseEvidence(page, { name: 'pack.zip', bytes: zipped(anchored(await anchorBy(1))) })
    await verdictIs(page, /^Your policy is not met$/)
  })

  journey('with a time stamp is judged by certificates alone, which find one of another text', async ({ visitor }) => {
    const fixture = (name: string) => readFileSync(join(root, 'tests/fixtures/time-stamp', name))
    const timestamp = fixture('response.tsr').toString('base64')
    const page = await verifyFile(visitor, 'pack.zip', zipped(anchored({ ...(await anchorBy(1)), timestamp })))
    await shownVerdict(page)
    expect(await brokenLinks(page)).toEqual([])
    await page.getByRole('radio', { name: /^Keys that I have/ }).check()
    await page.getByRole('textbox', { name: /^Certificates/ }).fill(fixture('root.pem').toString())
    await page.getByRole('textbox').first().fill(policyText(bothOf))
    await page.getByRole('button', { name: 'Verify by these keys' }).click()
    await page.getByText('The stamp is of another text.').first().waitFor()
    expect(await brokenLinks(page)).toContain('timestamp')
  })

  journey('that the service signed holds by its keys, and not by those of others', async ({ visitor }) => {
    const page = await verifyFile(visitor, 'pack.zip', await downloadPack())
    await trustService(page)
    await verdictIs(page, /^Every check holds, by a key that 127\.0\.0\.1:\d+ lists$/)
    await trustPasted(page, otherKey)
    await verdictIs(page, /^No key that you trust has signed this$/)
    expect(await brokenLinks(page)).toEqual(['checkpointSignature'])
    await trustPasted(page, await (await fetch(`${visitor.origin}/.well-known/tallystick-keys`)).text())
    await verdictIs(page, /^Every check holds, by a key that you trust$/)
    await trustPasted(page, 'no key')
    await page.getByText('or base64 of 32 bytes').last().waitFor()
  })

  journey('with a changed record fails at the records of its side', async ({ visitor }) => {
    const changed = tampered(await downloadPack(), 'target.ndjson', (text) => text.replace('EUR', 'USD'))
    const page = await verifyFile(visitor, 'pack.zip', changed)
    expect(await shownVerdict(page)).toBe('This pack does not hold')
    expect(await brokenLinks(page)).toEqual(['targetRoot'])
    await page.getByText('The target records in this file are not those that were sealed').waitFor()
    expect(await page.getByRole('link', { name: 'Open the result' }).count()).toBe(0)
  })

  journey('with a damaged signature fails at the signature', async ({ visitor }) => {
    const changed = tampered(await downloadPack(), 'checkpoint.txt', (text) =>
      text.replace(/(.)(.{6}\n)$/, (_, byte, rest) => `${byte === 'A' ? 'B' : 'A'}${rest}`),
    )
    const page = await verifyFile(visitor, 'pack.zip', changed)
    expect(await shownVerdict(page)).toBe('This pack does not hold')
    expect(await brokenLinks(page)).toContain('checkpointSignature')
  })

  journey('that was cut off or packed anew is refused, with what to do', async ({ visitor }) => {
    const pack = await downloadPack()
    const page = await verifyFile(visitor, 'pack.zip', pack.subarray(0, pack.length - 100))
    await page.getByText('This archive is no pack as the service writes it.').waitFor()
    await chooseEvidence(page, { name: 'damaged.zip', bytes: damaged(pack) })
    await page.getByText('This archive is no pack as the service writes it.').waitFor()
  })
})

/** The archive with other bytes in a file than its checksum says, in lines that no check reads. */
function damaged(pack: Uint8Array): Uint8Array {
  const bytes = pack.slice()
  const place = Buffer.from(bytes).indexOf('README.txt') + 60
  bytes[place] = at([...bytes], place) ^ 1
  return bytes
}

async function savedReport(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report for print' }).click()
  return (await buffer(await (await download).createReadStream())).toString()
}

journey('a period that was closed on a service says on this machine who signed what', async ({ visitor }) => {
  const { periods, reconciliations } = serviceOf(visitor)
  // Other journeys make reconciliations of their own.
  const demonstrated = (await reconciliations.list().toArray()).find(({ name }) => name === 'Bank 1200')
  const listed = await reconciliations.periods(demonstrated?.id ?? '').toArray()
  const january = listed.find(({ name }) => name === '2026-01')?.id ?? ''
  const pack = new Uint8Array(await new Response(await periods.evidencePack(january)).arrayBuffer())
  const page = await verifyFile(visitor, '2026-01.zip', pack)
  await trustService(page)
  await verdictIs(page, /^Every check holds/)
  const [own, served] = [await savedReport(page), await periods.reportPage(january)]
  for (const text of ['Petra Lind', 'Aron Weiss', ...(served.match(/[0-9a-f]{64}/g) ?? [])]) expect(own).toContain(text)
})

describe('a period that was closed with own keys', () => {
  const scratch = createScratch()
  afterAll(() => scratch.remove())

  journey('is run again, and holds by two keys once both are named', async ({ visitor }) => {
    const { packs, submitter, approver } = await honestPeriods(scratch)
    const pack = packs[0] ?? new Map()
    const page = await verifyFile(visitor, '2026-03.zip', zipped(pack))
    expect(await shownVerdict(page)).toBe('Every check holds, by two keys')
    expect(await shownLinks(page)).toEqual(
      ['signatures', 'files', 'parts', 'result', 'completeness', 'decisions', 'before', 'approval', 'replay', 'items']
        .concat('proof', 'submission')
        .map((name) => [name, 'holds']),
    )
    const report = await savedReport(page)
    const written = await runWords(['close', 'report', '--in', scratch.path('march'), '--format', 'html'])
    expect(report).toBe(written.output)
    await trustPasted(page, submitter.publicKey)
    await page.getByText('submitted the period, a key that you named').waitFor()
    expect(await shownVerdict(page)).toBe('Every check holds, by two keys')
    await trustPasted(page, `${submitter.publicKey}\n${approver.publicKey}`)
    await verdictIs(page, /^Every check holds, by two keys that you named$/)
    await page
      .locator('input[type="file"]')
      .setInputFiles([...pack].map(([name, bytes]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) })))
    await page.getByText('files of a period', { exact: true }).waitFor()
    await verdictIs(page, /^Every check holds, by two keys that you named$/)
    const changed = withFile(pack, 'notes.ndjson', '')
    await chooseEvidence(page, { name: '2026-03.zip', bytes: zipped(changed) })
    await verdictIs(page, /^This period does not hold$/)
    expect(await brokenLinks(page)).toEqual(['files'])
    const signed = textIn(pack, 'signoffs.ndjson').trimEnd().split('\n')
    const submitted = withFile(pack, 'signoffs.ndjson', `${signed.slice(0, -1).join('\n')}\n`)
    await chooseEvidence(page, { name: '2026-03.zip', bytes: zipped(submitted) })
    await verdictIs(page, /^This period is not closed$/)
    await page.getByText('The period is not approved yet. Its files, decisions').waitFor()
    expect(await page.locator('.broken-link').count()).toBe(0)
    await page.getByText('1 missing: ').waitFor()
    expect(await shownLinks(page)).toEqual([
      ['signatures', 'holds'],
      ['approval', 'does not hold'],
    ])
  })
})

journey('what a period says is shown where it holds, and the month after begins from there', async ({ visitor }) => {
  const scratch = createScratch()
  try {
    const { packs } = await honestPeriods(scratch)
    const page = await verifyFile(visitor, '2026-03.zip', zipped(packs[0] ?? new Map()))
    const part = page.getByRole('region', { name: 'What it says' })
    await part.getByText('Proof of balances EUR').waitFor()
    await part.getByRole('row', { name: /unexplained/ }).waitFor()
    await part.getByText('Items carried on').click()
    await part.getByText('in transit').first().waitFor()
    await part.getByText('Decisions', { exact: true }).click()
    await part.getByText('another customer').waitFor()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      expect(await violationsIn(page)).toEqual([])
    }
    for (const width of [360, 1280] as const) {
      await page.setViewportSize(sizeOf(width))
      expect({ width, sideways: await sidewaysRoom(page) }).toEqual({ width, sideways: 0 })
    }
    await screenshot(page, 'verify-period-report')
    await part.getByRole('button', { name: 'Begin the month after it here' }).click()
    await page.getByRole('heading', { name: '2026-04', level: 1 }).waitFor()
  } finally {
    scratch.remove()
  }
})

journey('a pack of another engine is not judged whole, and says why it is not replayed', async ({ visitor }) => {
  const page = await verifyFile(visitor, 'pack.zip', zipped(packOfOtherEngine))
  expect(await shownVerdict(page)).toBe('Not everything could be checked')
  await page
    .getByText(/The run is of engine (\d+) and this program has (?!\1\b)\d+/)
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: 'Open the result' }).count()).toBe(0)
})

describe('the proof of a line', () => {
  journey('is verified, and shows the line and its records', async ({ visitor }) => {
    const page = await verifyFile(visitor, 'proof.json', await downloadProof(1))
    expect(await shownVerdict(page)).toMatch(/^Every check holds, if/)
    await page.getByRole('heading', { name: 'What it proves' }).waitFor()
    const { leaf, records } = JSON.parse(Buffer.from(await downloadProof(1)).toString())
    for (const text of [leaf.line, records.source[0].line, records.target[0].line])
      await page.getByText(text, { exact: true }).waitFor({ state: 'attached' })
    await trustService(page)
    await verdictIs(page, /^Every check holds, by a key that 127/)
  })

  journey('without keys waits for those of the visitor', async ({ visitor }) => {
    const page = await verifyFile(visitor, 'proof.txt', await downloadProof(1, 'text/plain'))
    await page.getByText('This proof brings no keys.').waitFor()
    await trustService(page)
    await verdictIs(page, /^Every check holds, by a key that 127/)
  })

  journey('that was changed fails at its line', async ({ visitor }) => {
    const text = Buffer.from(await downloadProof(1)).toString()
    const page = await verifyFile(visitor, 'proof.json', Buffer.from(text.replace('\\"exact\\"', '\\"other\\"')))
    expect(await shownVerdict(page)).toBe('This proof does not hold')
    expect(await brokenLinks(page)).toContain('resultLine')
    expect(await page.getByRole('heading', { name: 'What it proves' }).count()).toBe(0)
  })
})

journey('a file that is no evidence is told what is wanted, and the next one is verified', async ({ visitor }) => {
  const page = await verifyFile(visitor, 'bank.csv', Buffer.from('id,date,amount\n'))
  await page.getByText('This file is no evidence.').waitFor()
  await page.getByText('Got a file that begins with "id,date,amount').waitFor()
  await chooseEvidence(page, { name: 'answer.json', bytes: Buffer.from('{"code":"not_found","title":"No such run"}') })
  await page.getByText('This JSON is no proof of a line.').waitFor()
  await chooseEvidence(page, { name: 'pack.zip', bytes: await downloadPack() })
  await verdictIs(page, /^Every check holds/)
})

journey('verifying asks the network for files of the page alone', async ({ visitor }) => {
  const page = await verifyFile(visitor, 'pack.zip', await downloadPack())
  await shownVerdict(page)
  const asked = visitor.requests().map((request) => request.replace(visitor.origin, ''))
  expect(asked.filter((request) => !/^GET \/(verify|service-worker\.js|console\/[\w.-]+|)$/.test(request))).toEqual([])
  expect(demo.runId).toMatch(/^run_/)
})

journey('whoever has a keyboard alone chooses a file and opens the result', async ({ visitor }) => {
  const page = await visitor.open({ path: '/verify' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await chooseEvidence(page, { name: 'pack.zip', bytes: await downloadPack() })
  await shownVerdict(page)
  await tabTo(page, 'Open the result')
  await page.keyboard.press('Enter')
  expect(await shownRoot(page)).toMatch(/^[0-9a-f]{64}$/)
})
