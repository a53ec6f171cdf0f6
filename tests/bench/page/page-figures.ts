import { ratioText, spreadOf, spreadText, tableText, wholeText } from '../figures.ts'
import type { FrameTimes } from './frame-times.ts'
import { categories, type PageRates } from './rate-pages.ts'
import type { RunPair } from './run-in-page.ts'

/** What was measured of the page. */
export interface PageFigures {
  readonly recordCount: number
  readonly breakCount: number
  readonly rated: readonly PageRates[]
  readonly runs: readonly RunPair[]
  readonly frames: FrameTimes
  readonly about: readonly string[]
}

/** The figures as Markdown, in a section of their own. */
export function pageText({ recordCount, breakCount, rated, runs, frames, about }: PageFigures): string {
  const lacks = rated.flatMap(({ path, lacks: titles }) => titles.map((title) => `- \`${path}\`: ${title}`))
  return [
    `### The page, ${wholeText(recordCount)} records a side`,
    about.map((line) => `- ${line}`).join('\n'),
    tableText(
      ['page', ...categories],
      rated.map(({ path, rates }) => [`\`${path}\``, ...categories.map((category) => String(rates[category]))]),
    ),
    ...(lacks.length === 0 ? [] : [`What costs points:\n\n${lacks.join('\n')}`]),
    tableText(['run under the built-in rules', 'figure'], runRows(runs)),
    framesText(frames, breakCount),
  ].join('\n\n')
}

function runRows(runs: readonly RunPair[]): readonly (readonly string[])[] {
  const spread = (figureOf: (run: RunPair) => number) => spreadText(spreadOf(runs.map(figureOf)))
  const ratios = spreadOf(
    runs.map(({ pageMilliseconds, commandMilliseconds }) => pageMilliseconds / commandMilliseconds),
  )
  return [
    ['in the page, from the choice of the files to the root, ms', spread(({ pageMilliseconds }) => pageMilliseconds)],
    ['`tallystick reconcile`, the whole process, ms', spread(({ commandMilliseconds }) => commandMilliseconds)],
    ['ratio; wanted at most 3', spreadText(ratios, ratioText)],
    ['longest time without an answer of the page, ms; wanted at most 50', spread((run) => run.longestMilliseconds)],
    ['the same of the page before the run, ms', spread((run) => run.idleMilliseconds)],
    ['root of `tallystick reconcile`', runs.every(({ isSameRoot }) => isSameRoot) ? 'the same' : 'ANOTHER'],
  ]
}

function framesText(frames: FrameTimes, breakCount: number): string {
  const { frameCount, p50, p95, max } = frames
  const row = [wholeText(frameCount), ...[p50, p95, max].map((value) => value.toFixed(1))]
  const head = [`table of ${wholeText(breakCount)} breaks, scrolled`, 'frames', 'p50, ms', 'p95, ms', 'max, ms']
  return tableText(head, [['a frame; wanted at most 20', ...row]])
}
