import type { BreakLine, CanonicalRecord, Criterion, Rule } from '../../../engine/index.ts'
import { compareBytes } from './lines.ts'
import { fieldsOf, stand, takesPart } from './naive-criterion.ts'

/** Why a handful of open records did not match, by trying every rule without each of its criteria on every pair. */

export interface OpenAndInScope {
  readonly open: { readonly source: readonly CanonicalRecord[]; readonly target: readonly CanonicalRecord[] }
  readonly inScope: { readonly source: readonly CanonicalRecord[]; readonly target: readonly CanonicalRecord[] }
}

export type Explained = Pick<BreakLine, 'reason' | 'source' | 'target' | 'failed'> & {
  readonly candidates: readonly string[]
}

interface Miss {
  readonly rule: Rule
  readonly failed: Criterion
  readonly source: CanonicalRecord
  readonly target: CanonicalRecord
  readonly distance: number
}

/** One break for each open record, or for two that miss each other alone. */
export function explainNaively({ open, inScope }: OpenAndInScope, rules: readonly Rule[]): Explained[] {
  const left = { source: new Set(open.source), target: new Set(open.target) }
  const known = new Map<CanonicalRecord, Miss[]>()
  const breaks: Explained[] = []
  for (const rule of rules.filter(({ enabled, action }) => enabled && action === 'match')) {
    for (const failed of rule.match ?? []) {
      const misses = missesOf(rule, failed, inScope)
      const openMisses = misses.filter(({ source, target }) => left.source.has(source) && left.target.has(target))
      for (const miss of openMisses) {
        const rivals = openMisses.filter(({ source, target }) => source === miss.source || target === miss.target)
        const reason = reasonOf(miss)
        if (rivals.length > 1 || reason === undefined) continue
        left.source.delete(miss.source)
        left.target.delete(miss.target)
        breaks.push({
          reason,
          source: [miss.source.id],
          target: [miss.target.id],
          failed: failedOf(miss),
          candidates: [],
        })
      }
      for (const side of ['source', 'target'] as const)
        for (const record of left[side]) known.set(record, nearest(known.get(record) ?? [], misses, side, record))
    }
  }
  const missing = (side: 'source' | 'target') =>
    [...left[side]].map((record): Explained => {
      const misses = known.get(record) ?? []
      return {
        reason: side === 'source' ? 'missing_in_target' : 'missing_in_source',
        [side]: [record.id],
        ...(misses[0] && { failed: failedOf(misses[0]) }),
        candidates: misses.map(({ source, target }) => `${source.id}/${target.id}`),
      }
    })
  return [...breaks, ...missing('source'), ...missing('target')]
}

function missesOf(rule: Rule, failed: Criterion, { source, target }: OpenAndInScope['inScope']): Miss[] {
  const rest = (rule.match ?? []).filter((each) => each !== failed)
  if (!rest.some(isBlockingKey)) return []
  return source.flatMap((s) =>
    target.flatMap((t): Miss[] => {
      if (!takesPart(rule, 'source', s) || !takesPart(rule, 'target', t)) return []
      const standings = rest.map((criterion) => stand(criterion, s, t))
      if (standings.some(({ verdict }) => verdict === 'fails') || !standings.some(({ onValues }) => onValues)) return []
      const { verdict, difference } = stand(failed, s, t)
      return verdict === 'fails' ? [{ rule, failed, source: s, target: t, distance: Math.abs(difference) }] : []
    }),
  )
}

const isSimilarKey = ({ similarity }: Criterion): boolean =>
  similarity !== undefined && similarity.method !== 'jaro-winkler' && Number(similarity.min) >= 0.6

const isBlockingKey = (criterion: Criterion): boolean =>
  criterion.nulls !== 'skip' &&
  (criterion.op === 'near' ||
    isSimilarKey(criterion) ||
    (criterion.op === 'equals' && fieldsOf(criterion).some((field) => field !== 'currency')))

function nearest(
  before: readonly Miss[],
  misses: readonly Miss[],
  side: 'source' | 'target',
  record: CanonicalRecord,
): Miss[] {
  const other = side === 'source' ? 'target' : 'source'
  const own = misses
    .filter((miss) => miss[side] === record && !before.some((each) => each[other] === miss[other]))
    .sort((a, b) => a.distance - b.distance || compareBytes([a[other].id], [b[other].id]))
  return [...before, ...own].slice(0, 3)
}

function reasonOf({ failed, source, target }: Miss): BreakLine['reason'] | undefined {
  const fields = fieldsOf(failed)
  if (!stand(failed, source, target).onValues) return undefined
  if (fields.some((field) => field === 'amount' || field === 'net')) return 'amount_mismatch'
  if (fields.includes('date')) return 'date_mismatch'
  return fields.includes('currency') ? 'currency_mismatch' : undefined
}

const failedOf = ({ rule, failed }: Miss) => ({ rule: rule.id, field: [...new Set(fieldsOf(failed))].join('/') })
