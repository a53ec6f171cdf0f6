import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { copyOfProject } from '../../support/node/copy-of-project.ts'
import { freePort, startNpm } from '../../support/node/npm-script.ts'
import { type Browser, browserFault, findBrowser } from '../../support/page/find-browser.ts'
import { fileInput, reconcileButton, shownRoot, takeBuiltIn } from '../../support/page/places.ts'
import { commitText, machineText } from '../machine.ts'
import type { Note } from '../rounds.ts'
import { drafts } from '../waterfall/drafts.ts'
import { writeJob } from '../waterfall/files.ts'
import { writeSection } from '../write-document.ts'
import { type FrameTimes, scrollTable } from './frame-times.ts'
import { type PageFigures, pageText } from './page-figures.ts'
import { lighthouseVersion, ratePages } from './rate-pages.ts'
import { measurePair, type RunPair, withHome } from './run-in-page.ts'
import { writeUnmatched } from './unmatched-files.ts'

/** What of the bench's options concerns the page. */
export interface PageOptions {
  readonly seed: number
  /** Undefined: 3. */
  readonly rounds: number | undefined
  readonly write: string | undefined
}

const roundCountDefault = 3
/** Breaks of the table that is scrolled; half of them on each side. */
const breakCount = 200_000
const ratedPaths = ['/', '/result/sample', '/verify', '/app', '/docs', '/docs/guide/rules', '/docs/reference']

interface Place {
  readonly chromium: Awaited<ReturnType<typeof chromium.launch>>
  readonly origin: string
  readonly directory: string
}

/**
 * `npm run bench -- --page`: what Lighthouse says of the pages, how long a run in the page takes beside the command line,
 * with so many records a side, whether the page answers meanwhile, and how a long table scrolls. `write` puts the figures into a document.
 */
export async function runPage(options: PageOptions, recordCount: number, note: Note): Promise<void> {
  const browser = await findBrowser()
  if (browser === undefined) throw new Error(browserFault)
  const { seed, rounds: roundCount = roundCountDefault } = options
  const machine = `${machineText()}, ${commitText()}`
  const project = copyOfProject()
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  const port = await freePort()
  const server = startNpm(project.path, 'start', '--', '--no-demo', '--port', String(port))
  try {
    note('start')
    await server.line(/^ready on /)
    const place = { browser, origin: `http://127.0.0.1:${port}`, directory }
    const { version, ...figures } = await measure({ recordCount, seed, roundCount }, place, note)
    const about = [
      `\`npm run bench -- --page --sizes ${recordCount} --seed ${seed} --rounds ${roundCount}\``,
      machine,
      `Node ${process.version}, Chromium ${version}, Lighthouse ${lighthouseVersion}`,
    ]
    const text = pageText({ ...figures, recordCount, breakCount, about })
    console.log(text)
    if (options.write !== undefined) writeSection(options.write, text)
  } finally {
    server.signal('SIGTERM')
    await server.ended
    project.remove()
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Plan {
  readonly recordCount: number
  readonly seed: number
  readonly roundCount: number
}

type Measured = Pick<PageFigures, 'rated' | 'runs' | 'frames'> & { readonly version: string }

async function measure(
  { recordCount, seed, roundCount }: Plan,
  { browser, origin, directory }: { readonly browser: Browser; readonly origin: string; readonly directory: string },
  note: Note,
): Promise<Measured> {
  note('Lighthouse')
  const rated = await ratePages(origin, ratedPaths, browser)
  const launched = await chromium.launch({ executablePath: browser.path, args: [...browser.args] })
  try {
    const place = { chromium: launched, origin, directory }
    const job = writeJob(drafts.usual(recordCount, seed), { directory, format: 'csv', tier: 'usual', seed })
    const files = { source: job.source.path, target: job.target.path }
    const runs: RunPair[] = []
    for (let round = 1; round <= roundCount; round++) {
      note(`run ${round} of ${roundCount}`)
      runs.push(await measurePair(place, files))
    }
    note('frames')
    return { rated, runs, frames: await measureFrames(place, seed), version: launched.version() }
  } finally {
    await launched.close()
  }
}

/** The frames of the breaks of two files that have nothing in common. */
function measureFrames(place: Place, seed: number): Promise<FrameTimes> {
  const files = writeUnmatched(place.directory, breakCount / 2, seed)
  return withHome(place, async (page) => {
    for (const side of ['source', 'target'] as const) await fileInput(page, side).setInputFiles(files[side])
    await takeBuiltIn(page)
    await reconcileButton(page).click()
    await shownRoot(page)
    await page.getByRole('tab', { name: /^Breaks/ }).click()
    await page.getByRole('checkbox', { name: 'By cause' }).uncheck()
    return scrollTable(page)
  })
}
