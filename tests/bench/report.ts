import { type Contender, contenderNames, tallystick } from './contenders/contenders.ts'
import type { Outcome } from './contenders/job.ts'
import { ratioText, spreadOf, spreadText, tableText, wholeText } from './figures.ts'
import type { Round } from './rounds.ts'
import type { Stage } from './stages.ts'
import type { Format, JobFiles, SideFile } from './waterfall/files.ts'
import { precisionOf, type RuleQuality, recallOf } from './waterfall/matches.ts'
import type { Tier } from './waterfall/tier.ts'

/** What was measured of one job. */
export interface SizeFigures {
  readonly recordCount: number
  readonly format: Format
  readonly tier: Tier
  readonly seed: number
  readonly files: JobFiles
  readonly contenders: readonly Contender[]
  readonly rounds: readonly Round[]
  readonly quality: ReadonlyMap<string, readonly RuleQuality[]>
  readonly stages: readonly Stage[]
  /** What was measured, and on what machine. */
  readonly about: readonly string[]
}

/** The files of a job, one a line. */
export function filesText({ source, target }: JobFiles): string {
  const lineOf = ({ path, recordCount, byteCount, sha256 }: SideFile): string =>
    `${path}: ${wholeText(recordCount)} records, ${(byteCount / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`
  return [source, target].map(lineOf).join('\n')
}

/** The heading of a job's figures. */
export const headingOf = ({
  recordCount,
  format,
  tier,
}: Pick<SizeFigures, 'recordCount' | 'format' | 'tier'>): string =>
  `### ${wholeText(recordCount)} records a side, ${format}, ${tier} tier`

/** The figures of one job as Markdown: speeds, what was found, and the stages of the command line. */
export const sizeText = (figures: SizeFigures): string =>
  [
    headingOf(figures),
    [commandText(figures), ...figures.about, hashText('source', figures.files), hashText('target', figures.files)]
      .map((line) => `- ${line}`)
      .join('\n'),
    speedTable(figures),
    qualityTable(figures),
    ...(figures.stages.length === 0 ? [] : [stageTable(figures.stages)]),
  ].join('\n\n')

/** The command that makes the same files and as many rounds. */
function commandText({ recordCount, format, tier, seed, rounds, contenders, stages }: SizeFigures): string {
  const names = contenders.map(({ name }) => name)
  const isWithout = names.includes(tallystick) && stages.length === 0
  const some = names.length === contenderNames.length ? '' : ` --contenders ${names.join(',')}`
  return `\`npm run bench -- --sizes ${recordCount} --format ${format} --tier ${tier} --seed ${seed} --rounds ${rounds.length}${some}${isWithout ? ' --no-stages' : ''}\``
}

const hashText = (side: 'source' | 'target', files: JobFiles): string =>
  `${side}: ${wholeText(files[side].recordCount)} records, SHA-256 \`${files[side].sha256}\``

function speedTable({ contenders, rounds }: SizeFigures): string {
  const head = [
    'contender',
    'threads',
    'whole process, ms',
    'parse to root, ms',
    'CPU, ms',
    'peak MB',
    'ratio',
    'ratio a round',
  ]
  const rows = contenders.map(({ name, title, threadCount }) => {
    const outcomes = rounds.map((round) => outcomeOf(round, name))
    const inner = outcomes.flatMap(({ innerMilliseconds }) =>
      innerMilliseconds === undefined ? [] : [innerMilliseconds],
    )
    const ratios = ratiosOf(rounds, name)
    return [
      title,
      String(threadCount),
      spreadText(spreadOf(outcomes.map(({ wallMilliseconds }) => wallMilliseconds))),
      inner.length === 0 ? '' : spreadText(spreadOf(inner)),
      wholeText(spreadOf(outcomes.map(({ cpuMilliseconds }) => cpuMilliseconds)).median),
      wholeText(spreadOf(outcomes.map(({ peakBytes }) => peakBytes)).median / 1e6),
      ...(ratios === undefined ? ['', ''] : [ratioText(spreadOf(ratios).median), ratios.map(ratioText).join(' ')]),
    ]
  })
  return tableText(head, rows)
}

/** How many times as long as the command line a contender took in each round; undefined for the command line itself. */
function ratiosOf(rounds: readonly Round[], name: string): readonly number[] | undefined {
  if (name === tallystick || rounds[0]?.has(tallystick) !== true) return undefined
  return rounds.map((round) => outcomeOf(round, name).wallMilliseconds / outcomeOf(round, tallystick).wallMilliseconds)
}

function outcomeOf(round: Round, name: string): Outcome {
  const outcome = round.get(name)
  if (outcome === undefined) throw new Error(`${name} is missing in a round`)
  return outcome
}

/** One row a rule; contenders that found the same share a column. */
function qualityTable({ contenders, quality }: SizeFigures): string {
  const groups = Map.groupBy(contenders, ({ name }) => JSON.stringify(quality.get(name)))
  const tables = [...groups.values()].map((alike) => {
    const rules = quality.get(alike[0]?.name ?? '') ?? []
    const who = alike.length === contenders.length ? 'all contenders' : alike.map(({ name }) => name).join(', ')
    return tableText(
      [`rule (${who})`, 'matches', 'wanted', 'precision', 'recall'],
      rules.map((each) => [
        each.rule,
        wholeText(each.found),
        wholeText(each.wanted),
        precisionOf(each).toFixed(4),
        recallOf(each).toFixed(4),
      ]),
    )
  })
  return tables.join('\n\n')
}

function stageTable(stages: readonly Stage[]): string {
  const all = stages.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return tableText(
    ['stage of tallystick reconcile, one thread', 'ms', 'share', 'MB at its end'],
    stages.map(({ stage, milliseconds, residentBytes }) => [
      stage,
      wholeText(milliseconds),
      `${((100 * milliseconds) / all).toFixed(1)} %`,
      wholeText(residentBytes / 1e6),
    ]),
  )
}
