import { isObject, type JsonObject } from '../../base/json-shape.ts'

/**
 * The engine versions whose results can be verified. Only the program of a version executes it again; what its result
 * claims is checked without executing it.
 */
export const knownEngines = ['1', '2'] as const

/** Whether this program knows what a result of the engine has to be. */
export const isKnownEngine = (engine: unknown): boolean => knownEngines.some((each) => each === engine)

/** Members by the object that has them, as version 1 wrote them. Later versions have more. */
const membersOfFirst = {
  totals: ['kind', 'source', 'target', 'accepted'],
  side: ['count', 'total', 'matched', 'open', 'excluded'],
  summary: [
    'matchCount',
    'suggestionCount',
    'breakCount',
    'source',
    'target',
    'confidence',
    'amounts',
    'breaks',
    'ambiguous',
    'matchRate',
    'rules',
  ],
  outcome: ['matched', 'open'],
  rule: ['id', 'matches', 'ambiguous', 'leftSource', 'leftTarget'],
  amounts: ['sourceMatched', 'sourceOpen', 'targetMatched', 'targetOpen'],
} as const

/** The totals line as `engine` wrote it: without the members that came later. */
export function totalsAsWritten(engine: unknown, totals: JsonObject): JsonObject {
  if (engine !== '1') return totals
  const { side } = membersOfFirst
  return changed(picked(totals, membersOfFirst.totals), {
    source: (sums) => each(sums, side),
    target: (sums) => each(sums, side),
  })
}

/** The summary of a run as `engine` wrote it: without the members that came later. */
export function summaryAsWritten(engine: unknown, summary: JsonObject): JsonObject {
  if (engine !== '1') return summary
  const { outcome, amounts, rule } = membersOfFirst
  const written = changed(picked(summary, membersOfFirst.summary), {
    source: (counts) => picked(counts, outcome),
    target: (counts) => picked(counts, outcome),
    amounts: (sums) => each(sums, amounts),
  })
  const { rules } = written
  return Array.isArray(rules)
    ? { ...written, rules: rules.filter(isObject).map((counts) => picked(counts, rule)) }
    : written
}

const picked = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

const each = (objects: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(objects).map(([name, object]) => [name, isObject(object) ? picked(object, names) : object]),
  )

const changed = (
  object: JsonObject,
  changes: { readonly [name: string]: (value: JsonObject) => JsonObject },
): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      isObject(value) && Object.hasOwn(changes, name) ? (changes[name]?.(value) ?? value) : value,
    ]),
  )
