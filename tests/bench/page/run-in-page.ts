import { setTimeout as pause } from 'node:timers/promises'
import type { Browser as Chromium } from 'playwright-core'
import { fileInput, reconcileButton, shownRoot, takeBuiltIn } from '../../support/page/places.ts'
import { rootOf } from '../../support/page/roots.ts'
import { watchAnswers } from './unanswered.ts'

/** Two files for a run under the built-in rules. */
export interface FilePair {
  readonly source: string
  readonly target: string
}

/** One run in the page, and one of the command line on the same files. */
export interface RunPair {
  readonly pageMilliseconds: number
  readonly commandMilliseconds: number
  /** The longest time without an answer of the page, during the run and of the same page before it. */
  readonly longestMilliseconds: number
  readonly idleMilliseconds: number
  readonly isSameRoot: boolean
}

const runMillisecondsMax = 600_000
const idleMilliseconds = 3_000

/** Opens the first page in a browser of its own, and resolves with how `use` ends. */
export async function withHome<Result>(
  { chromium, origin }: { readonly chromium: Chromium; readonly origin: string },
  use: (page: Awaited<ReturnType<Chromium['newPage']>>) => Promise<Result>,
): Promise<Result> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(runMillisecondsMax)
    await page.goto(origin)
    return await use(page)
  } finally {
    await context.close()
  }
}

/** Measures both, one after the other: in the page from the choice of the files to the root, and the whole process. */
export async function measurePair(
  place: { readonly chromium: Chromium; readonly origin: string },
  files: FilePair,
): Promise<RunPair> {
  const before = performance.now()
  const commandRoot = await rootOf(files.source, files.target)
  const commandMilliseconds = performance.now() - before
  return withHome(place, async (page) => {
    const endIdle = await watchAnswers(page)
    await pause(idleMilliseconds)
    const idle = await endIdle()
    const endRun = await watchAnswers(page)
    const chosenAt = performance.now()
    for (const side of ['source', 'target'] as const) await fileInput(page, side).setInputFiles(files[side])
    await takeBuiltIn(page)
    await reconcileButton(page).click()
    const pageRoot = await shownRoot(page)
    const pageMilliseconds = performance.now() - chosenAt
    // The tables of the result are part of it: what they take comes after the root.
    await pause(idleMilliseconds)
    return {
      pageMilliseconds,
      commandMilliseconds,
      longestMilliseconds: await endRun(),
      idleMilliseconds: idle,
      isSameRoot: pageRoot === commandRoot,
    }
  })
}
