import { setTimeout as sleep } from 'node:timers/promises'
import { timestampOf } from '@tallystick/audit/base/timestamp'
import { keyFaults } from '../evidence/key-texts.ts'
import { logAt } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { printable, type Terminal } from '../terminal.ts'
import { indexLog } from './follow-heads.ts'
import { receiptLog } from './follow-receipts.ts'
import { type Look, lookAtLog, type Misfit } from './look-at-log.ts'
import type { MonitorArguments } from './monitor-arguments.ts'
import { type MonitorState, readState, writeState } from './monitor-state.ts'
import type { WatchedKind } from './watched-kind.ts'

interface MonitorEnd {
  /** `unknown`: the log could not be read. */
  readonly end: 'fits' | 'forked' | 'unknown'
  readonly faults: readonly string[]
}

/**
 * Looks at a log and compares it with the kept state. If both fit, prints a line and keeps the new state; else prints
 * both checkpoints and keeps the old state. With `everySeconds` it looks again until the log does not fit; an
 * unreachable log is reported on standard error.
 */
export async function runMonitor(input: MonitorArguments, terminal: Terminal): Promise<MonitorEnd> {
  const faults = keyFaults(input.keys)
  if (faults.length > 0) return { end: 'unknown', faults }
  while (true) {
    const look = await lookOnce(input, terminal)
    if (input.everySeconds === undefined || look.end === 'forked') return look
    for (const fault of look.faults) terminal.printError(`tallystick: ${printable(fault)}\n`)
    await sleep(input.everySeconds * 1_000)
  }
}

async function lookOnce(input: MonitorArguments, terminal: Terminal): Promise<MonitorEnd> {
  const kind = kindOf(input)
  const kept = await readState(input.state, kind)
  if (!kept.ok) return { end: 'unknown', faults: [kept.detail] }
  const now = Date.now()
  const seen = await lookNow(input, kept.value, now)
  const look = staleIn(seen, kept.value, { now, staleAfterSeconds: input.staleAfterSeconds }) ?? seen
  if (look.end === 'forked') {
    terminal.print(misfitText(look, kept.value?.note))
    return { end: 'forked', faults: [] }
  }
  const written = look.state === undefined ? undefined : await writeState(input.state, kind, look.state)
  if (written?.ok === false) return { end: 'unknown', faults: [written.detail] }
  if (look.end === 'unknown') return { end: 'unknown', faults: [look.reason] }
  terminal.print(`${printable(look.summary)}\n`)
  return { end: 'fits', faults: [] }
}

const kindOf = ({ isIndex }: MonitorArguments): WatchedKind => (isIndex ? indexLog : receiptLog)

type Seen = Look | { readonly end: 'unknown'; readonly reason: string; readonly state: undefined }

async function lookNow(input: MonitorArguments, kept: MonitorState | undefined, now: number): Promise<Seen> {
  const { address, keys: trusted, origin } = input
  const kind = kindOf(input)
  const log = logAt(address, { name: kind.name, apiKey: process.env['TALLYSTICK_API_KEY'] })
  try {
    return await lookAtLog(log, kept, { kind, trusted, origin, now })
  } catch (error) {
    if (error instanceof UnreachableError) return { end: 'unknown', reason: error.message, state: undefined }
    throw error
  }
}

/** Says that a log has not grown for too long, whether or not the log was reached; undefined otherwise. */
function staleIn(
  look: Seen,
  kept: MonitorState | undefined,
  { now, staleAfterSeconds = Number.POSITIVE_INFINITY }: { now: number; staleAfterSeconds: number | undefined },
): Misfit | undefined {
  const state = look.end === 'fits' ? look.state : kept
  if (look.end === 'forked' || state === undefined || now - state.grownAt < staleAfterSeconds * 1_000) return undefined
  const { size } = state.checkpoint
  const reason = `The log stands still: it has had size ${size} since ${timestampOf(state.grownAt)}, wanted growth within ${staleAfterSeconds} seconds.${look.end === 'unknown' ? ` ${look.reason}.` : ''}`
  return { end: 'forked', reason, note: look.end === 'fits' ? look.state.note : undefined, entries: [] }
}

/** Entries and both notes are printed whole, so that others can check the signatures. */
function misfitText({ reason, note, entries }: Misfit, kept: string | undefined): string {
  const shown = entries.map(({ position, text }) => `entry ${position}:\n${printable(text)}\n\n`).join('')
  return `does not fit: ${printable(reason)}\n\n${shown}kept:\n${noteText(kept)}\nshown now:\n${noteText(note)}`
}

const noteText = (note: string | undefined): string =>
  note === undefined ? '(none)\n' : note.split('\n').map(printable).join('\n')
