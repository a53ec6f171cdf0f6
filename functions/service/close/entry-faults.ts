import { parseLogEntry } from '@tallystick/engine/log'
import { rootOfLines } from '@tallystick/engine/merkle'
import { sha256 } from '../platform/hasher.ts'
import type { SignoffRow } from '../store/act-store.ts'
import type { DecisionRow } from '../store/decision-store.ts'
import type { ReceiptRow } from '../store/receipt-store.ts'

/** Entries of decisions have the root over the lines that were made together. */
export function decisionFaults(rows: readonly DecisionRow[], entries: readonly ReceiptRow[]): readonly string[] {
  const linesByBatch = new Map<string, string[]>()
  for (const { batch, line } of rows) linesByBatch.set(batch, [...(linesByBatch.get(batch) ?? []), line])
  const known = new Set<string>()
  const faults = entries.flatMap(({ line, sequence }) => {
    const entry = parseLogEntry(line)
    if (!entry.ok || entry.value.kind !== 'tallystick/decisions@1') return []
    const { id, root, count } = entry.value
    known.add(id)
    const lines = linesByBatch.get(id) ?? []
    const isSame = lines.length === count && rootOfLines(sha256, lines) === root
    return isSame ? [] : [`The decisions of the entry ${sequence} are not those that are stored`]
  })
  const silent = [...linesByBatch.keys()].filter((id) => !known.has(id))
  return [...faults, ...silent.map((id) => `The decisions ${id} are not in the log`)]
}

/** Sign-offs are entries of the log, and those of the log are kept. */
export function signoffFaults(signoffs: readonly SignoffRow[], entries: readonly ReceiptRow[]): readonly string[] {
  const lineBySequence = new Map(entries.map(({ sequence, line }) => [sequence, line]))
  const kept = new Set(signoffs.map(({ sequence }) => sequence))
  return [
    ...signoffs
      .filter(({ sequence, line }) => lineBySequence.get(sequence) !== line)
      .map(({ sequence }) => `The sign-off ${sequence} is not that of the log`),
    ...entries
      .filter(({ sequence, line }) => !kept.has(sequence) && isSignoff(line))
      .map(({ sequence }) => `The sign-off ${sequence} is gone`),
  ]
}

function isSignoff(line: string): boolean {
  const entry = parseLogEntry(line)
  return entry.ok && entry.value.kind === 'tallystick/signoff@1'
}
