import type { Parsed } from '../base/parsed.ts'
import { type Deletion, parseDeletion } from './deletion.ts'
import { parseReceipt, type Receipt } from './receipt.ts'

/** An entry of a tenant's log: the receipt of a run, or a deletion. */
export type LogEntry = Receipt | Deletion

/** Reads the line of an entry, without newline, as `parseReceipt` and `parseDeletion` do. */
export const parseLogEntry = (line: string): Parsed<LogEntry> =>
  line.includes('"kind":"tallystick/deletion@') ? parseDeletion(line) : parseReceipt(line)

/** Whether an entry is a deletion. */
export const isDeletion = (entry: LogEntry): entry is Deletion => entry.kind === 'tallystick/deletion@1'
