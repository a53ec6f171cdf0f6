import type { DecidedLine } from '../../../engine/result/decided-line.ts'
import type { BreakLine, ExcludedLine, MatchLine, NettedLine, TotalsLine } from '../../../engine/result/line.ts'
import type { Criterion, NormalizeStep, Rule } from '../../../engine/rules/language/language.ts'
import { effectiveRules } from './effective.ts'
import type { OracleCase } from './oracle-case.ts'

/** What a case came to, in words that can be counted, so that cases that say nothing are noticed. */

/** How often each thing was reached. */
export interface Tally {
  count(given: OracleCase, lines: readonly string[]): void
  /** Those of `wanted` that were reached in fewer than `least` cases, with how many there were. */
  rarerThan(least: number, wanted: readonly string[]): string[]
}

/** Counts cases, each thing once a case. */
export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    count(given, lines) {
      for (const thing of reachedBy(given, lines)) counts.set(thing, (counts.get(thing) ?? 0) + 1)
    },
    rarerThan: (least, wanted) =>
      wanted.filter((thing) => (counts.get(thing) ?? 0) < least).map((thing) => `${thing}: ${counts.get(thing) ?? 0}`),
  }
}

type Line = MatchLine | DecidedLine | BreakLine | ExcludedLine | NettedLine | Pick<TotalsLine, 'kind' | 'fx'>

function reachedBy({ rules }: OracleCase, lines: readonly string[]): Set<string> {
  const effective = effectiveRules(rules)
  const reached = new Set<string>()
  if (rules.form === 'criteria') reached.add('form criteria')
  else if (rules.rules.length === 0) reached.add('form default@2')
  const read = lines.filter((line) => line.startsWith('{')).map((line): Line => JSON.parse(line))
  for (const line of read) {
    reached.add(line.kind)
    if ('decision' in line) {
      for (const thing of ofDecided(line)) reached.add(`decided ${thing}`)
      continue
    }
    if (line.kind === 'totals' && Object.keys(line.fx ?? {}).length > 0) reached.add('totals fx')
    if (line.kind === 'netted') reached.add(`netted side ${line.side}`)
    if (line.kind === 'match' || line.kind === 'suggestion' || line.kind === 'netted') {
      const rule = effective.find(({ id }) => id === line.rule)
      for (const thing of [...ofMatch(line), ...(rule ? ofRule(rule) : [])]) reached.add(`${line.kind} ${thing}`)
    }
    if (line.kind === 'break') for (const thing of ofBreak(line)) reached.add(`break ${thing}`)
  }
  return reached
}

const ofDecided = (line: DecidedLine): string[] => [
  line.source && line.target ? 'of both sides' : 'of one side',
  ...present(['variance', 'turned'], line),
  ...(line.residual ? [`residual ${line.variance === undefined ? 'open' : 'accepted'}`] : []),
  ...(line.residual && line[line.residual.side] === undefined ? ['residual of the other side'] : []),
]

const present = (names: readonly string[], line: object): string[] =>
  names.filter((name) => Object.entries(line).some(([own]) => own === name))

const ofMatch = (line: MatchLine | NettedLine): string[] => [
  line.confidence,
  ...present(
    [
      'differ',
      'difference',
      'days',
      'similarity',
      'sum',
      'variance',
      'turned',
      'converted',
      'interchangeable',
      'ambiguous',
    ],
    line,
  ),
  ...(line.kind === 'netted' ? [] : ofRest(line)),
]

/** The ids of rests end with a tilde and a number. */
const ofRest = ({ residual, source, target }: MatchLine): string[] => [
  ...(residual ? ['residual', `rest of ${residual.side}`] : []),
  ...(residual && /~\d+~\d+$/.test(residual.id) ? ['rest of a rest'] : []),
  ...(residual && /~2$/.test(residual.id) ? ['second of its name'] : []),
  ...([...source, ...target].some((id) => /~\d+$/.test(id)) ? ['of a rest'] : []),
]

const ofBreak = (line: BreakLine): string[] => [
  line.reason,
  ...([...(line.source ?? []), ...(line.target ?? [])].some((id) => /~\d+$/.test(id)) ? ['of a rest'] : []),
  ...present(['candidates', 'suggested', 'difference', 'days', 'failed', 'taken', 'total', 'likely'], line),
  ...(line.hint ? [line.hint] : []),
  ...(line.cause ? [`cause ${line.cause.kind}`] : []),
  ...(line.failed?.code ? [line.failed.code] : []),
  ...Object.keys(line.failed?.needs ?? {}).map((member) => `needs ${member}`),
  ...Object.entries(line.listed ?? {}).flatMap(([name, { length }]) => (length > 0 ? [`listed ${name}`] : [])),
  ...(line.work === undefined ? [] : [`by ${line.work.by}`]),
  ...(line.candidates?.some(({ takenBy }) => takenBy !== undefined) ? ['takenBy'] : []),
  ...(line.candidates?.some(({ takenBy }) => takenBy?.startsWith('net_')) ? ['takenBy netting'] : []),
  ...(line.candidates?.some(({ side }) => side !== undefined) ? ['netting missed'] : []),
  ...(/_mismatch$/.test(line.reason) && (line.source ?? line.target)?.length === 2 && !(line.source && line.target)
    ? ['two of one side']
    : []),
  ...(isOfGroup(line) ? [line.partOf ? 'group of one record' : 'group of several records'] : []),
  ...(isOfGroup(line) ? [`group by ${line.failed?.field}`] : []),
  ...(line.failed?.field === 'sum' && line.reason === 'amount_mismatch' ? ['sum missed'] : []),
]

/** Whether the record's group misses another one by one criterion alone. */
const isOfGroup = ({ reason, failed, partOf, total, candidates = [] }: BreakLine): boolean =>
  reason.startsWith('missing_') &&
  failed !== undefined &&
  (total !== undefined || candidates.some(({ source, target }) => source === partOf?.id || target === partOf?.id))

function ofRule(rule: Rule): string[] {
  const { cardinality, select, assign, ambiguous, rank, action, where, sum, match = [] } = rule
  return [
    `of ${cardinality} ${select ?? (sum ? 'sum' : 'pair')}`,
    `by ${assign}`,
    `under ${ambiguous}`,
    `ranked ${rank === undefined || rank === 'as-written' ? rank : 'by kinds'}`,
    `action ${action}`,
    ...(where ? ['where'] : []),
    ...present(['ignoreAmount', 'crossCurrency'], rule),
    ...(rule.convert ? [`convert ${rule.convert.to}`] : []),
    ...(rule.sign ? [`signs ${rule.sign}`] : []),
    ...(sum ? [`sum tolerance ${formOf(sum.tolerance)}`, `sum sign ${sum.sign}`] : []),
    ...match.flatMap(ofCriterion),
  ]
}

const ofCriterion = ({
  op,
  tolerance,
  days,
  businessDays,
  similarity,
  sign,
  nulls,
  normalize = [],
}: Criterion): string[] => [
  `op ${op}`,
  `nulls ${nulls}`,
  ...(sign ? [`sign ${sign}`] : []),
  ...(tolerance === undefined ? [] : [`tolerance ${formOf(tolerance)}`]),
  ...(days === undefined ? [] : [`days ${typeof days}`]),
  ...(typeof days === 'object' && 'from' in days ? ['days from,to'] : []),
  ...(businessDays === undefined ? [] : ['business days']),
  ...(similarity ? [`similar ${similarity.method}`] : []),
  ...normalize.map((step) => `step ${nameOf(step)}`),
]

const formOf = (tolerance: Criterion['tolerance']): string =>
  typeof tolerance === 'object'
    ? `${Object.keys(tolerance).sort().join()}${Object.values(tolerance).some((bound) => String(bound).endsWith('%')) ? ' in percent' : ''}`
    : tolerance?.endsWith('%')
      ? 'percent text'
      : tolerance === undefined
        ? 'none'
        : 'absolute text'

const nameOf = (step: NormalizeStep): string => (typeof step === 'string' ? step : Object.keys(step).join())
