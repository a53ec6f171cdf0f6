import { canonicalize, linesOf } from '@tallystick/engine/base'
import { rootOfLines } from '@tallystick/engine/merkle'
import { reconcile } from '@tallystick/engine/reconcile'
import {
  type BySide,
  type CanonicalRecord,
  createTableBuilder,
  dateFields,
  decimalFields,
  textFields,
} from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { Adapter } from '@tallystick/schema/adapter'
import type { ResultTotals } from '@tallystick/schema/result'
import type { EvidenceItem, MatchItem, ResultItem } from '@tallystick/schema/result-item'
import { sha256 } from '../../platform/hasher.ts'
import { demoSides } from '../../store/demo/demo-data.ts'
import { evidenceValue, ruleViewsOf } from '../match-evidence.ts'
import { auditTrailIdOf, itemOf, totalsOf } from '../result-item.ts'

/** The fixed time of every match, so that the same request always gets the same answer. */
const demoTime = '2026-06-01T12:00:00.000Z'

interface DemoRequest {
  readonly adapters: BySide<Adapter>
  readonly policy: CompiledPolicy
  readonly recordCount: number
  /** Whether the evidence also shows fields that no rule compared. */
  readonly isEvidenceExtended: boolean
}

interface DemoResult {
  readonly matches: readonly MatchItem[]
  readonly totals: ResultTotals
}

/** Reconciles the built-in records with the real engine. Reads and writes nothing. */
export function reconcileDemo({ adapters, policy, recordCount, isEvidenceExtended }: DemoRequest): DemoResult {
  const { bank, ledger } = demoSides(recordCount)
  const source = recordsFor(bank, adapters.source)
  const target = recordsFor(ledger, adapters.target)
  const outcome = reconcile({ source: sideOf(source, policy), target: sideOf(target, policy), policy, sha256 })
  const context = {
    rules: ruleViewsOf(policy.rules),
    matchedAt: demoTime,
    auditTrailId: auditTrailIdOf(outcome.resultRoot),
  }
  const matches = outcome.chunks
    .filter(({ view }) => view === 'matches')
    .flatMap(({ text }) => linesOf(text))
    .flatMap((line) => publishedMembers(itemOf(line, context)))
  return {
    matches: isEvidenceExtended ? extendEvidence(matches, { source, target }) : matches,
    totals: totalsOf(outcome.summary, outcome.resultRoot),
  }
}

/** All adapters have the same records, under ids that begin with the adapter's kind: `stripe-001`. */
const recordsFor = (records: readonly CanonicalRecord[], { kind }: Adapter): readonly CanonicalRecord[] =>
  records.map((record) => ({ ...record, id: record.id.replace(/^[a-z]+/, kind) }))

function sideOf(records: readonly CanonicalRecord[], policy: CompiledPolicy) {
  const builder = createTableBuilder(policy.attributePaths)
  const lines = records.map((record) => canonicalize({ ...record }))
  for (const line of lines) builder.addLines(`${line}\n`)
  return { table: builder.finish(), root: rootOfLines(sha256, lines) }
}

/** The members of a match that the published response has. */
function publishedMembers(item: ResultItem): MatchItem[] {
  if (!('confidence' in item) || 'side' in item) return []
  const { source_transaction_id, target_transaction_id, confidence } = item
  if (source_transaction_id === undefined || target_transaction_id === undefined || confidence === undefined) return []
  return [
    {
      id: item.id,
      source_transaction_id,
      target_transaction_id,
      confidence,
      rule_used: item.rule_used,
      rule_id: item.rule_id,
      matched_at: item.matched_at,
      evidence: item.evidence.map(({ source_text: _, target_text: __, ...published }) => published),
      audit_trail_id: item.audit_trail_id,
      deterministic_hash: item.deterministic_hash,
    },
  ]
}

const numericFields: ReadonlySet<string> = new Set(decimalFields)
const fields = [...decimalFields, 'currency', ...dateFields, ...textFields] as const

/** Adds to each match the other fields that are equal in its two records. */
function extendEvidence(
  matches: readonly MatchItem[],
  records: BySide<readonly CanonicalRecord[]>,
): readonly MatchItem[] {
  const sourceById = new Map(records.source.map((record) => [record.id, record]))
  const targetById = new Map(records.target.map((record) => [record.id, record]))
  return matches.map((match) => {
    const source = sourceById.get(match.source_transaction_id)
    const target = targetById.get(match.target_transaction_id)
    if (source === undefined || target === undefined) return match
    const shown = new Set(match.evidence.map(({ field }) => field))
    const shared = fields.filter((field) => !shown.has(field) && source[field] !== undefined)
    return {
      ...match,
      evidence: [...match.evidence, ...shared.flatMap((field) => sharedValue(field, source[field], target[field]))],
    }
  })
}

function sharedValue(field: string, source: string | undefined, target: string | undefined): EvidenceItem[] {
  if (source === undefined || source !== target) return []
  const value = numericFields.has(field) ? evidenceValue(source) : source
  return [{ field, source_value: value, target_value: value, match_type: 'exact' }]
}
