import type { Slices } from '../base/slices.ts'
import { anchorSideOf, itemSideOf, toSides } from '../match/groups/anchors.ts'
import { total } from '../match/groups/claim-groups.ts'
import { createNearestItems } from '../match/groups/claim-subsets.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { candidateCountMax, type Finding, type Rows, type RunState } from '../match/state/run-state.ts'
import { rowsBySide, runSeenBy } from '../match/state/seen-run.ts'
import { createWorkBudget } from '../match/state/work-budget.ts'
import { type Side, sides } from '../record/side.ts'
import { sumName } from '../rules/amounts/sum.ts'
import type { BoundSum } from '../rules/criteria/bound-sum.ts'
import type { Needs } from '../rules/criteria/criterion-kind.ts'
import { neededTolerance } from '../rules/criteria/needed-tolerance.ts'
import type { Break } from './break.ts'
import { sumDeviation, writtenSum } from './compared-group.ts'
import { pairLine } from './compared-pair.ts'
import type { BreakLine } from './line.ts'
import { createListedMembers } from './listed-members.ts'
import { createPossibleItems, isNearSet } from './near-set.ts'
import { idOf } from './record-ids.ts'
import { repeatedBooking } from './repeated-booking.ts'

/** The most table entries that all searches of a run for nearest sums may read: about a second. */
export const nearestStepCountMax = 2 ** 28

/**
 * Tells whether the nearest sum of a finding is searched for. If all searches together cost too much, the costliest are
 * left out.
 */
export function affordableSearches(findings: readonly Finding[]): (finding: Finding) => boolean {
  const budget = createWorkBudget<Finding>(nearestStepCountMax)
  for (const finding of findings) if (finding.shortfall) budget.add(finding, finding.shortfall.cost)
  const affordable = new Set(budget.affordable())
  return (finding) => affordable.has(finding)
}

interface BreaksOfFindings {
  readonly breaks: readonly Break[]
  /** The rows of anchors for which no set could be meant. These are open records as others are. */
  readonly released: Rows
}

/** The breaks of findings. Where no subset adds up, the nearest sum is searched for if that is affordable. */
export function* findingBreaks(
  run: RunState,
  findings: readonly Finding[],
  isAffordable: (finding: Finding) => boolean,
): Slices<BreaksOfFindings> {
  const listedOf = createListedMembers(run)
  const search = { byRule: nearestByRule(run), possibleItems: createPossibleItems(run) }
  const breakFor = (finding: Finding): Break | undefined => {
    if (finding.reason !== 'sum_mismatch') return undecidedBreak(run, finding)
    if (finding.shortfall) return shortfallBreak(run, finding, isAffordable(finding) ? search : undefined)
    const { listed } = listedOf(finding)
    const { needs, ...compared } = comparedSums(finding, finding)
    // If a listed key has no open record, a wider tolerance would not make the group match: the line then has no
    // `needs`.
    const isWhole = listed === undefined || listed.missing.length + listed.taken.length === 0
    const own = { ...compared, ...(isWhole && { needs }), ...(listed && { listed }) }
    return breakOf(run, finding, { candidates: [], total: groupTotal(finding), ...own })
  }
  const breaks: Break[] = []
  const released = { source: [] as number[], target: [] as number[] }
  for (const finding of findings) {
    const found = breakFor(finding)
    if (found !== undefined) breaks.push(found)
    else for (const side of sides) released[side].push(...finding[side])
    const { source, target, candidates, shortfall } = finding
    const searched = shortfall && isAffordable(finding) ? stepsOfEntry * shortfall.cost : 0
    if (run.work.endsSlice(searched + stepsOfRecord * (source.length + target.length + candidates.length))) yield
  }
  return { breaks, released }
}

const [stepsOfEntry, stepsOfRecord] = [4, 500]

interface Parts {
  readonly candidates: readonly (readonly [number, number])[]
  readonly total?: string | undefined
  readonly difference?: string
  readonly needs?: Needs | undefined
  readonly listed?: NonNullable<BreakLine['listed']>
}

function breakOf(
  run: RunState,
  finding: Finding,
  { candidates, total: added, difference, needs, listed }: Parts,
): Break {
  const { reason, rule, code, work } = finding
  return {
    ...rowsBySide(rule, finding),
    line: {
      kind: 'break',
      reason,
      failed: {
        ...(reason === 'sum_mismatch' && { field: sumName }),
        rule: rule.compiled.rule.id,
        ...(code !== undefined && { code }),
        ...(needs !== undefined && { needs }),
      },
      ...(work && { work: { ...work } }),
      ...(difference !== undefined && { difference }),
      ...(added !== undefined && { total: added }),
      ...(listed && { listed }),
    },
    candidates: candidates.map(([source, target]) => pairLine(run, { rule, source, target })),
  }
}

/** The break of a finding that compares no sums. */
function undecidedBreak(run: RunState, finding: Finding): Break {
  const found = breakOf(run, finding, { candidates: finding.candidates })
  const repeated = repeatedBooking(run, finding)
  return repeated ? { ...found, line: { ...found.line, ...repeated, reason: 'duplicate' } } : found
}

/** The sum of the n side of a group; undefined for n:m, where both sides may have several records. */
function groupTotal({ rule, source, target, code }: Finding): string | undefined {
  const { sum } = rule
  const { cardinality } = rule.compiled.rule
  if (sum === undefined || cardinality === 'n:m' || code !== undefined) return undefined
  const rows = { source, target }
  return totalText(rule, itemSideOf(rule), rows[itemSideOf(rule)])
}

function comparedSums({ rule, code }: Finding, rows: Rows): Pick<Parts, 'difference' | 'needs'> {
  const { sum } = rule
  if (sum === undefined) return {}
  const [source, target] = [total(rows.source, sum.sourceUnits), total(rows.target, sum.targetUnits)]
  const tolerance = neededTolerance(rule.compiled.rule.sum?.tolerance, {
    ...sum.signed(source, target),
    scale: sum.scale,
  })
  return {
    ...sumDeviation({ rule, ...rows }),
    ...(tolerance !== undefined &&
      code === undefined && { needs: { tolerance: typeof tolerance === 'string' ? tolerance : { ...tolerance } } }),
  }
}

interface NearestSearch {
  readonly byRule: NearestOf
  readonly possibleItems: ReturnType<typeof createPossibleItems>
}

type NearestOf = (rule: BoundRule, sum: BoundSum) => ReturnType<typeof createNearestItems>

function nearestByRule(run: RunState): NearestOf {
  const known = new Map<BoundRule, ReturnType<NearestOf>>()
  return (rule, sum) => {
    const found = known.get(rule) ?? createNearestItems(runSeenBy(run, rule), rule, sum)
    known.set(rule, found)
    return found
  }
}

/**
 * The break of an anchor for which no subset adds up, with the set of open records that comes nearest. Undefined if no
 * set could be meant. If the search is not affordable, nothing is said of sets.
 */
function shortfallBreak(run: RunState, finding: Finding, search: NearestSearch | undefined): Break | undefined {
  const { rule, shortfall } = finding
  const { sum } = rule
  const [anchorSide, itemSide] = [anchorSideOf(rule), itemSideOf(rule)]
  const [anchor] = finding[anchorSide]
  if (shortfall === undefined || sum === undefined || anchor === undefined)
    throw new Error('A subset that falls short has an anchor and a sum')
  const all = shortfall.items.flat()
  const said = hasOneCurrency(run, itemSide, all) ? { total: totalText(rule, itemSide, all) } : {}
  if (search === undefined) return breakOf(run, finding, { candidates: [], ...said })
  const possible = search.possibleItems({ rule, sum, anchor, items: shortfall.items })
  const nearest = possible.length === 0 ? [] : search.byRule(rule, sum)(anchor, possible)
  const rows = toSides(rule, { anchors: [anchor], items: nearest })
  if (!isNearSet(rule, sum, rows)) return undefined
  const compared = comparedSums(finding, rows)
  const pairs = nearest.map((item): [number, number] => (anchorSide === 'source' ? [anchor, item] : [item, anchor]))
  const found = breakOf(run, finding, { candidates: pairs.slice(0, candidateCountMax), ...said, ...compared })
  const partOf = {
    side: anchorSide,
    id: idOf(run, anchorSide, anchor),
    total: totalText(rule, itemSide, nearest),
    difference: compared.difference ?? '0',
  }
  return { ...found, set: { side: itemSide, rows: nearest, partOf } }
}

function hasOneCurrency(run: RunState, side: Side, rows: readonly number[]): boolean {
  const currencies = run[side].table.text('currency')
  return new Set(rows.map((row) => currencies.textAt(row))).size === 1
}

function totalText(rule: BoundRule, side: Side, rows: readonly number[]): NonNullable<BreakLine['total']> {
  const { sum } = rule
  if (sum === undefined) throw new TypeError('A rule without a sum has no total')
  return writtenSum(rule, side, total(rows, side === 'source' ? sum.sourceUnits : sum.targetUnits))
}
