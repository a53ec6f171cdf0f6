import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChosenFile } from './places.ts'
import { runTallystick } from './roots.ts'

/** What the command line makes of the files of a visitor, for the page to be compared with. */

/** Two files and their rules as JSON. */
export interface FilesAndRules {
  readonly source: ChosenFile
  readonly target: ChosenFile
  readonly rules: string
}

/** Files that a run of `tallystick reconcile` writes. */
export interface Written {
  /** What it printed. */
  readonly output: string
  readonly workbook: Uint8Array
  readonly csv: string
  /** The canonical lines of the result. */
  readonly lines: string
}

/** Reconciles files by the command line: a workbook, a CSV of the breaks, and the lines of the result. */
export async function reconcileByCommand({ source, target, rules }: FilesAndRules): Promise<Written> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-page-'))
  const path = (name: string): string => join(directory, name)
  try {
    for (const { name, text } of [source, target, { name: 'rules.json', text: rules }]) writeFileSync(path(name), text)
    const words = ['reconcile', path(source.name), path(target.name), '--rules', path('rules.json')]
    const output = await runTallystick(...words, '--report', path('report.xlsx'), '--out', path('result.ndjson'))
    await runTallystick(...words, '--report', path('report.csv'))
    return {
      output,
      workbook: readFileSync(path('report.xlsx')),
      csv: readFileSync(path('report.csv'), 'utf8'),
      lines: readFileSync(path('result.ndjson'), 'utf8'),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The root that it printed. */
export const rootIn = ({ output }: Written): string => /(?<=under the root )[0-9a-f]{64}/.exec(output)?.[0] ?? output
