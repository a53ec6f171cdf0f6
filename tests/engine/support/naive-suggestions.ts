import type { CanonicalRecord, Rule } from '../../../engine/index.ts'
import { compareBytes } from './lines.ts'
import type { Node } from './naive-nodes.ts'

/** Suggestions as rules.md has them, over a handful of records. */

export interface Suggestion {
  readonly source: CanonicalRecord
  readonly target: CanonicalRecord
  readonly how: string
}

/** A component of a suggest rule: twins one to one; where there is a choice, each pair while both have less than three. */
export function suggestNaively(
  rule: Rule,
  component: readonly { readonly source: Node; readonly target: Node }[],
): Suggestion[] {
  const sources = [...new Set(component.map(({ source }) => source))]
  const targets = [...new Set(component.map(({ target }) => target))]
  const [source, target] = [sources.flat(), targets.flat()]
  const found: Suggestion[] = []
  if (sources.length === 1 && targets.length === 1) {
    const flag = source.length > 1 || target.length > 1 ? ' interchangeable' : ''
    while (sources[0]?.[0] && targets[0]?.[0]) {
      const [s, t] = [sources[0].shift(), targets[0].shift()]
      if (s && t) found.push({ source: s, target: t, how: `by ${rule.id}${flag}` })
    }
    return found
  }
  const byId = (records: readonly CanonicalRecord[]) => records.toSorted((a, b) => compareBytes([a.id], [b.id]))
  for (const s of byId(source)) {
    for (const t of byId(target)) {
      const meets = component.some((edge) => edge.source.includes(s) && edge.target.includes(t))
      if (meets && hasPlace(found, s, t)) found.push({ source: s, target: t, how: `by ${rule.id} ambiguous` })
    }
  }
  for (const node of [...sources, ...targets]) node.length = 0
  return found
}

/** Those of records that are open at the end, under review or not: a pair once, a record three times. */
export function remainingSuggestions(
  suggestions: readonly Suggestion[],
  isOpen: (side: 'source' | 'target', record: CanonicalRecord) => boolean,
): string[] {
  const kept: Suggestion[] = []
  for (const each of suggestions) {
    const { source, target } = each
    const isKnown = kept.some((other) => other.source === source && other.target === target)
    if (isOpen('source', source) && isOpen('target', target) && !isKnown && hasPlace(kept, source, target))
      kept.push(each)
  }
  return kept.map(({ source, target, how }) => `${source.id}~${target.id} ${how}`).sort()
}

const hasPlace = (given: readonly Suggestion[], source: CanonicalRecord, target: CanonicalRecord): boolean =>
  given.filter((each) => each.source === source).length < 3 && given.filter((each) => each.target === target).length < 3
