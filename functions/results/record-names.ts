import type { ResultItem } from '../../schema/result-item.ts'
import type { RecordName } from './shown-record.ts'

/** The records that an item names, those of its candidates included: each once, the item's own before the others. */
export function recordNamesOf(item: ResultItem): readonly RecordName[] {
  const names = new Map<string, RecordName>()
  const add = (side: RecordName['side'], ids: readonly string[]) => {
    for (const id of ids) names.set(`${side} ${id}`, { side, id })
  }
  if ('transaction_ids' in item) add(item.side, item.transaction_ids)
  else if ('source_transaction_id' in item) {
    add('source', item.source_transaction_ids ?? [item.source_transaction_id])
    add('target', item.target_transaction_ids ?? [item.target_transaction_id])
  } else {
    add('source', item.source_transaction_ids)
    add('target', item.target_transaction_ids)
  }
  if ('reason' in item)
    for (const { side, source_transaction_id, target_transaction_id } of [
      ...(item.candidates ?? []),
      ...(item.taken ?? []),
    ]) {
      add(side ?? 'source', [source_transaction_id])
      add(side ?? 'target', [target_transaction_id])
    }
  return [...names.values()]
}
