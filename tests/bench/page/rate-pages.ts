import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installLocked } from '../../support/node/locked-packages.ts'
import type { Browser } from '../../support/page/find-browser.ts'

/** What Lighthouse rates, each from 0 to 100. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

/** The rates of one page, and what cost it points. */
export interface PageRates {
  readonly path: string
  readonly rates: { readonly [category in Category]: number }
  /** Titles of the audits that count and did not pass. */
  readonly lacks: readonly string[]
}

interface Report {
  readonly lighthouseVersion: string
  readonly categories: {
    readonly [category in Category]: {
      readonly score: number | null
      readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
    }
  }
  readonly audits: { readonly [id: string]: { readonly title: string; readonly score: number | null } }
}

const directory = join(import.meta.dirname, 'lighthouse')
const { dependencies }: { dependencies: { lighthouse: string } } = JSON.parse(
  readFileSync(join(directory, 'package.json'), 'utf8'),
)
export const lighthouseVersion = dependencies.lighthouse

/** Has Lighthouse rate the pages as it does by default, for a telephone on a slow line, each in a browser of its own. */
export async function ratePages(
  origin: string,
  paths: readonly string[],
  browser: Browser,
): Promise<readonly PageRates[]> {
  await installLocked(directory)
  const rated: PageRates[] = []
  for (const path of paths) rated.push(ratesOf(path, await reportOf(`${origin}${path}`, browser)))
  return rated
}

async function reportOf(url: string, { path, args }: Browser): Promise<Report> {
  const scratch = mkdtempSync(join(tmpdir(), 'tallystick-lighthouse-'))
  const output = join(scratch, 'report.json')
  const words = [
    join(directory, 'node_modules/lighthouse/cli/index.js'),
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless=new ${args.join(' ')}`,
  ]
  try {
    await promisify(execFile)(process.execPath, words, { env: { ...process.env, CHROME_PATH: path } })
    return JSON.parse(readFileSync(output, 'utf8'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function ratesOf(path: string, { categories: rated, audits }: Report): PageRates {
  const rateOf = (category: Category): number => Math.round((rated[category].score ?? 0) * 100)
  const lacks = categories.flatMap((category) =>
    rated[category].auditRefs.flatMap(({ id, weight }) => {
      const { title, score } = audits[id] ?? { title: id, score: null }
      return weight > 0 && score !== null && score < 0.9 ? [title] : []
    }),
  )
  return {
    path,
    rates: {
      performance: rateOf('performance'),
      accessibility: rateOf('accessibility'),
      'best-practices': rateOf('best-practices'),
      seo: rateOf('seo'),
    },
    lacks: [...new Set(lacks)],
  }
}
