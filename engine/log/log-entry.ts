import type { Parsed } from '../base/parsed.ts'
import { type Deletion, parseDeletion } from './deletion.ts'
import { type DecisionsEntry, parseDecisionsEntry, parseSignoffEntry, type SignoffEntry } from './period-entries.ts'
import { parseReceipt, type Receipt } from './receipt.ts'

/** The kinds of lines that a tenant's log has. */

export type LogEntry = Receipt | Deletion | DecisionsEntry | SignoffEntry

export function parseLogEntry(line: string): Parsed<LogEntry> {
  if (line.includes('"kind":"tallystick/deletion@')) return parseDeletion(line)
  if (line.includes('"kind":"tallystick/decisions@')) return parseDecisionsEntry(line)
  if (line.includes('"kind":"tallystick/signoff@')) return parseSignoffEntry(line)
  return parseReceipt(line)
}

export const isDeletion = (entry: LogEntry): entry is Deletion => entry.kind === 'tallystick/deletion@1'

/** Whether the entry is about a period, beside the receipts of its runs. */
export const isOfPeriod = (entry: LogEntry): entry is DecisionsEntry | SignoffEntry =>
  entry.kind === 'tallystick/decisions@1' || entry.kind === 'tallystick/signoff@1'

export const isReceipt = (entry: LogEntry): entry is Receipt => !isDeletion(entry) && !isOfPeriod(entry)
