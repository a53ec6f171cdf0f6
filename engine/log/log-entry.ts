import type { Parsed } from '../base/parsed.ts'
import { type Deletion, parseDeletion } from './deletion.ts'
import { parseReceipt, type Receipt } from './receipt.ts'

export type LogEntry = Receipt | Deletion

export const parseLogEntry = (line: string): Parsed<LogEntry> =>
  line.includes('"kind":"tallystick/deletion@') ? parseDeletion(line) : parseReceipt(line)

export const isDeletion = (entry: LogEntry): entry is Deletion => entry.kind === 'tallystick/deletion@1'
