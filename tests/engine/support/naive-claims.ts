import type { CanonicalRecord, Rule } from '../../../engine/index.ts'
import { leastMatchingByTrying } from './least-matching.ts'
import { compareBytes } from './lines.ts'
import { takesPart } from './naive-criterion.ts'
import { type Node, nodesOf, rankOf } from './naive-nodes.ts'
import { remainingSuggestions, type Suggestion, suggestNaively } from './naive-suggestions.ts'

/** The waterfall of rules.md over a handful of records, by comparing all with all. */

export interface NaiveOutcome {
  /** `s=t by rule`, with flags; sorted. */
  readonly matches: string[]
  /** `s~t by rule`, with flags; sorted. */
  readonly suggestions: string[]
  /** `ambiguous` and `duplicate` breaks as `reason sources/targets`, sorted. */
  readonly breaks: string[]
}

interface Group {
  readonly reason: 'ambiguous' | 'duplicate'
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly isHeld: boolean
}

interface State {
  readonly rules: readonly Rule[]
  readonly open: Sides<Set<CanonicalRecord>>
  readonly matches: string[]
  readonly suggestions: Suggestion[]
  readonly groups: Group[]
}

interface Sides<Each> {
  readonly source: Each
  readonly target: Each
}

export function claimNaively(
  source: readonly CanonicalRecord[],
  target: readonly CanonicalRecord[],
  rules: readonly Rule[],
): NaiveOutcome {
  const state: State = {
    rules,
    open: { source: new Set(source), target: new Set(target) },
    matches: [],
    suggestions: [],
    groups: [],
  }
  for (const rule of rules.filter(({ enabled }) => enabled)) {
    if (rule.action === 'exclude') exclude(state, rule)
    else claim(state, rule)
  }
  const held = state.groups.filter(({ isHeld }) => isHeld)
  const suggestions = remainingSuggestions(
    state.suggestions,
    (side, record) => state.open[side].has(record) || held.some((group) => group[side].includes(record)),
  )
  return { matches: state.matches.sort(), suggestions, breaks: breaksOf(state).sort() }
}

function exclude({ open }: State, rule: Rule): void {
  for (const side of ['source', 'target'] as const) {
    if (!rule.where?.[side]?.length) continue
    for (const record of [...open[side]]) if (takesPart(rule, side, record)) open[side].delete(record)
  }
}

interface Edge {
  readonly source: Node
  readonly target: Node
  readonly rank: string
}

function claim(state: State, rule: Rule): void {
  const [sources, targets] = [
    nodesOf(state.open.source, { ...state, rule, side: 'source' }),
    nodesOf(state.open.target, { ...state, rule, side: 'target' }),
  ]
  const edges = sources.flatMap((source) =>
    targets.flatMap((target): Edge[] => {
      const rank = rankOf(rule, source, target)
      return rank === undefined ? [] : [{ source, target, rank }]
    }),
  )
  const tiers = [...new Set(edges.map(({ rank }) => rank))].sort()
  for (const rank of tiers) {
    let left = edges.filter((edge) => edge.rank === rank && edge.source.length > 0 && edge.target.length > 0)
    while (left[0] !== undefined) {
      const component = componentOf(left[0], left)
      left = left.filter((edge) => !component.includes(edge))
      if (rule.action === 'suggest') state.suggestions.push(...suggestNaively(rule, component))
      else settle(state, rule, component)
    }
  }
}

function componentOf(first: Edge, edges: readonly Edge[]): Edge[] {
  let component = [first]
  for (let size = 0; size < component.length; ) {
    size = component.length
    component = edges.filter((edge) =>
      component.some((each) => each.source === edge.source || each.target === edge.target),
    )
  }
  return component
}

function settle(state: State, rule: Rule, component: readonly Edge[]): void {
  const [sources, targets] = [
    [...new Set(component.map(({ source }) => source))],
    [...new Set(component.map(({ target }) => target))],
  ]
  const [source, target] = [sources.flat(), targets.flat()]
  const [oneSource, oneTarget] = [sources[0] ?? [], targets[0] ?? []]
  if (sources.length === 1 && targets.length === 1) {
    const count = Math.min(source.length, target.length)
    const flag = source.length > 1 || target.length > 1 ? ' interchangeable' : ''
    for (let index = 0; index < count; index++) pair(state, rule, oneSource.shift(), oneTarget.shift(), flag)
    if (oneSource.length + oneTarget.length > 0)
      state.groups.push({ reason: 'duplicate', source: [...oneSource], target: [...oneTarget], isHeld: false })
  } else if (rule.ambiguous === 'best') takeBest(state, rule, component, { source, target })
  else {
    state.groups.push({ reason: 'ambiguous', source, target, isHeld: rule.ambiguous === 'review' })
    for (const node of [...sources, ...targets]) node.length = 0
    if (rule.ambiguous !== 'review') return
    for (const record of source) state.open.source.delete(record)
    for (const record of target) state.open.target.delete(record)
  }
}

function pair(
  { open, matches }: State,
  rule: Rule,
  source: CanonicalRecord | undefined,
  target: CanonicalRecord | undefined,
  flag: string,
): void {
  if (source === undefined || target === undefined) return
  open.source.delete(source)
  open.target.delete(target)
  matches.push(`${source.id}=${target.id} by ${rule.id}${flag}`)
}

function takeBest(
  state: State,
  rule: Rule,
  component: readonly Edge[],
  { source, target }: Sides<CanonicalRecord[]>,
): void {
  const byId = (records: CanonicalRecord[]) => records.sort((a, b) => compareBytes([a.id], [b.id]))
  const [sources, targets] = [byId(source), byId(target)]
  const meets = (s: CanonicalRecord, t: CanonicalRecord) =>
    component.some((edge) => edge.source.includes(s) && edge.target.includes(t))
  const targetsOf = sources.map((s) => targets.flatMap((t, index) => (meets(s, t) ? [index] : [])))
  const nodes = component.flatMap((edge) => [edge.source, edge.target])
  for (const [s, t] of leastMatchingByTrying({ sourceCount: sources.length, targetCount: targets.length, targetsOf })) {
    for (const node of nodes) {
      for (const record of [sources[s], targets[t]])
        if (record && node.includes(record)) node.splice(node.indexOf(record), 1)
    }
    pair(state, rule, sources[s], targets[t], ' ambiguous')
  }
}

/** What is held, then the other ambiguities that are open as a whole, then what is left of surplus twins. */
function breaksOf({ groups, open }: State): string[] {
  const text = (reason: string, source: readonly CanonicalRecord[], target: readonly CanonicalRecord[]) =>
    `${reason} ${source.map(({ id }) => id).sort()}/${target.map(({ id }) => id).sort()}`
  const breaks = groups.filter(({ isHeld }) => isHeld).map(({ reason, source, target }) => text(reason, source, target))
  for (const { reason, source, target } of [
    ...groups.filter((each) => !each.isHeld && each.reason === 'ambiguous'),
    ...groups.filter((each) => each.reason === 'duplicate'),
  ]) {
    const [s, t] = [source.filter((each) => open.source.has(each)), target.filter((each) => open.target.has(each))]
    if (s.length + t.length === 0 || (reason === 'ambiguous' && s.length + t.length < source.length + target.length))
      continue
    breaks.push(text(reason, s, t))
    for (const record of s) open.source.delete(record)
    for (const record of t) open.target.delete(record)
  }
  return breaks
}
