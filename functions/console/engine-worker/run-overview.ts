import { formatDate } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import { type BreakReason, breakReasons } from '@tallystick/engine/result'
import type { View } from '@tallystick/schema/result'
import { type BreakGrouping, type BreakGroups, groupBreaks } from './break-groups.ts'
import type { Amounts, OpenDay, ReasonTally, RunOverview } from './engine-types.ts'
import { createSums, lineFiguresOf, recordsOfLine } from './line-figures.ts'
import { oncePer } from './once-per.ts'
import { createDaySums } from './open-day-sums.ts'
import { linesOfView, type OpenRun, periodOf } from './open-run-lines.ts'
import { openSeriesOf } from './open-spans.ts'
import { figuresOf } from './record-figures.ts'
import { flowsOf } from './rule-flows.ts'
import { balancesOf } from './statement-balances.ts'

/** The head of a result: figures by reason, day and rule. O(lines), once for a run. */
export const overviewOf = (openRun: OpenRun): RunOverview => computed(openRun).overview

/** As `overviewOf`, which reads the same breaks. */
export const breakGroupsOf = (openRun: OpenRun): BreakGroups => computed(openRun).groups

const computed = oncePer((openRun: OpenRun) => {
  const groups = groupBreaks()
  return { overview: computeOverview(openRun, groups), groups: groups.groups() }
})

function computeOverview(openRun: OpenRun, grouping: BreakGrouping): RunOverview {
  const { id, origin, title, header, resultRoot, leafCount, summary, totals, warnings, policyJson, statements } =
    openRun
  const { first, last: asOf } = periodOf(openRun)
  const open = tallyOpen(openRun, asOf, grouping)
  return {
    id,
    origin,
    title,
    engine: header.engine,
    policyHash: header.policy,
    resultRoot,
    leafCount,
    sides: { source: sideOf(openRun, 'source'), target: sideOf(openRun, 'target') },
    summary,
    totals,
    balances: { source: balancesOf(statements.source), target: balancesOf(statements.target) },
    lineCounts: lineCountsOf(openRun),
    reasons: open.reasons,
    atStake: open.atStake,
    causes: grouping.groups().causes,
    openDays: open.days,
    openSeries: openSeriesOf(open.days),
    ...flowsOf(openRun),
    since: first === undefined ? null : formatDate(first),
    asOf: asOf === undefined ? null : formatDate(asOf),
    warnings,
    policy: policyJson,
  }
}

const sideOf = ({ sides: all, header, origins }: OpenRun, side: Side) => ({
  name: all[side].name,
  recordCount: header[side].count,
  root: header[side].root,
  leftOutCount: origins?.[side].leftOutCount ?? 0,
})

function lineCountsOf(openRun: OpenRun): RunOverview['lineCounts'] {
  const countOf = (view: View): number => linesOfView(openRun, view).count
  return {
    matches: countOf('matches'),
    suggestions: countOf('suggestions'),
    breaks: countOf('breaks'),
    excluded: countOf('excluded'),
    netted: countOf('netted'),
  }
}

interface OpenTally {
  readonly reasons: readonly ReasonTally[]
  readonly atStake: Amounts
  readonly days: readonly OpenDay[]
}

function tallyOpen(openRun: OpenRun, asOf: number | undefined, grouping: BreakGrouping): OpenTally {
  const reasons = new Map<BreakReason, MutableTally>()
  const days = createDaySums()
  const atStake = createSums()
  const lines = linesOfView(openRun, 'breaks')
  const figures = figuresOf(openRun)
  /** A break of very many records has a line for each of them; the group of such lines is counted once. */
  const groups = new Set<string>()
  for (let position = 0; position < lines.count; position++) {
    const line = lines.lineAt(position)
    if (line.kind !== 'break') continue
    const tally = reasons.get(line.reason) ?? newTally()
    reasons.set(line.reason, tally)
    const records = recordsOfLine(line, figures)
    const { amount, currency, oldestDay } = lineFiguresOf(line, records, openRun.policy)
    if (line.group === undefined || !groups.has(line.group)) tally.count += 1
    if (line.group !== undefined) groups.add(line.group)
    tally.recordCount += records.length
    grouping.add(line, records)
    tally.sums.add(currency, amount)
    atStake.add(currency, amount)
    if (oldestDay !== undefined) tally.oldest = Math.min(tally.oldest ?? oldestDay, oldestDay)
    for (const record of records) days.add(record)
  }
  return {
    reasons: breakReasons.flatMap((reason) => {
      const tally = reasons.get(reason)
      return tally === undefined ? [] : [tallyOf(reason, tally, asOf)]
    }),
    atStake: atStake.amounts(),
    days: days.all(),
  }
}

interface MutableTally {
  count: number
  recordCount: number
  oldest: number | undefined
  readonly sums: ReturnType<typeof createSums>
}

const newTally = (): MutableTally => ({ count: 0, recordCount: 0, oldest: undefined, sums: createSums() })

const tallyOf = (
  reason: BreakReason,
  { count, recordCount, oldest, sums }: MutableTally,
  asOf: number | undefined,
): ReasonTally => ({
  reason,
  count,
  recordCount,
  value: sums.amounts(),
  oldestDays: oldest === undefined || asOf === undefined ? null : asOf - oldest,
})
