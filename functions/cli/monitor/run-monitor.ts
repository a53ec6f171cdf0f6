import { setTimeout as sleep } from 'node:timers/promises'
import { keyFaults } from '../evidence/key-texts.ts'
import { logAt } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { printable, type Terminal } from '../terminal.ts'
import { lookAtLog } from './look-at-log.ts'
import type { MonitorArguments } from './monitor-arguments.ts'
import { readState, writeState } from './monitor-state.ts'

export interface MonitorEnd {
  /** `unknown`: the log could not be looked at. */
  readonly end: 'fits' | 'forked' | 'unknown'
  readonly faults: readonly string[]
}

/**
 * Looks at a log and compares it with the checkpoint that was kept. Prints a line when both fit, and keeps the new one;
 * prints both checkpoints when they do not fit, and keeps the old one. With `everySeconds` looks again and again until
 * the log does not fit; that it cannot be reached is then written to standard error, and does not end it.
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

async function lookOnce({ address, state: path, keys }: MonitorArguments, terminal: Terminal): Promise<MonitorEnd> {
  const kept = await readState(path)
  if (!kept.ok) return { end: 'unknown', faults: [kept.detail] }
  try {
    const look = await lookAtLog(logAt(address, process.env['TALLYSTICK_API_KEY']), kept.value, keys)
    if (!look.fits) {
      terminal.print(misfitText(look.reason, { kept: kept.value?.note, shown: look.note }))
      return { end: 'forked', faults: [] }
    }
    const written = await writeState(path, look.state)
    if (!written.ok) return { end: 'unknown', faults: [written.detail] }
    terminal.print(`${printable(look.summary)}\n`)
    return { end: 'fits', faults: [] }
  } catch (error) {
    if (error instanceof UnreachableError) return { end: 'unknown', faults: [error.message] }
    throw error
  }
}

interface Notes {
  readonly kept: string | undefined
  readonly shown: string | undefined
}

/** Both notes as they are, so that they can be handed on: their signatures prove what was signed. */
const misfitText = (reason: string, { kept, shown }: Notes): string =>
  `does not fit: ${printable(reason)}\n\nkept:\n${noteText(kept)}\nshown now:\n${noteText(shown)}`

const noteText = (note: string | undefined): string =>
  note === undefined ? '(none)\n' : note.split('\n').map(printable).join('\n')
