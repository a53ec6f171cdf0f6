import { type BySide, type CanonicalRecord, dateFields, decimalFields, textFields } from '@tallystick/engine/record'
import type { EvidenceItem, MatchItem } from '@tallystick/schema/result-item'
import { evidenceValue } from '../match-evidence.ts'

const numericFields: ReadonlySet<string> = new Set(decimalFields)
const fields = [...decimalFields, 'currency', ...dateFields, ...textFields] as const

/** Adds to each match the other fields that are equal in its two records. */
export function extendEvidence(
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
