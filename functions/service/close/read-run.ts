import { linesOf } from '@tallystick/engine/base'
import {
  holdsNamed,
  type ItemName,
  type ReadPeriod,
  readingOf,
  readingOfKept,
  requireItems,
} from '@tallystick/engine/close'
import { sha256 } from '../platform/hasher.ts'
import { itemCountMaxOf } from '../platform/record-limit.ts'
import { computeOver, type LongLines } from './long-lines.ts'
import { type PeriodRun, type StoredFiles, withEarlier } from './period-run-files.ts'
import { type PeriodAccess, recordCountOfParts, sizeOfRun } from './period-size.ts'
import { soundOf } from './sound.ts'

interface FilesToRead {
  readonly files: StoredFiles
  readonly lines: LongLines
  /** What the run has kept of the lines; undefined to go through all of them. */
  readonly kept: string | undefined
  /** Undefined before the first run. */
  readonly run: PeriodRun | undefined
  /** Further records that decisions name. */
  readonly named: readonly ItemName[]
}

interface RunRead {
  readonly read: ReadPeriod
  /** Whether it is of the kept lines alone. */
  readonly isOfKept: boolean
}

/**
 * Reads a period. Goes through all lines of its sides and result where the run has kept none, or a decision names a record
 * that those lack: it holds what the fold wants of them. Throws `records_altered`, and an `ItemLimitError` where the named
 * records are too many to be held.
 */
export async function readRun(access: PeriodAccess, { files, lines, kept, run, named }: FilesToRead): Promise<RunRead> {
  const short = withEarlier(files, '')
  if (kept !== undefined) {
    const read = soundOf(await computeOver(lines, readingOfKept(sha256, short, kept)), 'A file of the period')
    if (holdsNamed(read, [...read.decisions.flatMap(({ items = [] }) => items), ...named]))
      return { read, isOfKept: true }
  }
  if (run !== undefined)
    await access.memory?.takeForPeriod(sizeOfRun(access, run, linesOf(files['decisions.ndjson']).length))
  const limit = run && named.length > 0 ? itemCountMaxOf(access.isolate, recordCountOfParts(run)) : undefined
  const leftOutCount = linesOf(files['aside.ndjson']).length
  const onItems = (itemCount: number) => requireItems(leftOutCount + itemCount, limit)
  const read = soundOf(await computeOver(lines, readingOf(sha256, short, { named, onItems })), 'A file of the period')
  return { read, isOfKept: false }
}
