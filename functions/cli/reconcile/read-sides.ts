import { access, constants, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type AttributeChoice, sides } from '@tallystick/engine/record'
import { directoryFault, fileFault } from '../file-fault.ts'
import { standardStream } from '../file-parts.ts'
import { type FileSettings, readFileSettings } from '../file-settings.ts'
import { type ConfigResult, readMapping } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { withMappingOption } from '../with-mapping-option.ts'
import type { Progress } from './progress.ts'
import { type OnRead, readSide, type SideResult } from './read-side.ts'
import type { Sides } from './record-texts.ts'
import { isWorthReading, type SecondThread, startSecondThread } from './second-thread.ts'
import type { SideArguments } from './side-arguments.ts'

type SidesResult =
  | { readonly ok: true; readonly sides: Sides }
  | { readonly ok: false; readonly faults: readonly string[] }

export interface ReadOptions {
  readonly attributePaths: AttributeChoice
  readonly progress: Progress
  /** Reads one of two large files, if it is given. */
  readonly thread: Promise<SecondThread | undefined>
}

/** Starts a second thread where it is worth it for files of these sizes, and there is a second core. */
export async function secondThreadFor(
  { source, target }: SidePaths,
  isWorth: typeof isWorthReading,
): Promise<SecondThread | undefined> {
  const isStarted = availableParallelism() > 1 && isWorth([await fileSize(source), await fileSize(target)])
  return isStarted ? startSecondThread(sha256) : undefined
}

type SidePaths = Pick<SideArguments, 'source' | 'target'>

/**
 * Reads both files and the mapping. Where the mapping or an option is faulty, no row is read. Returns the faults of all
 * files together.
 */
export async function readSides(
  input: SideArguments,
  { attributePaths, progress, thread }: ReadOptions,
): Promise<SidesResult> {
  const mapping = await readMapping(input.mapping)
  const settings = readSettings(input)
  const byteCounts = await Promise.all([fileSize(input.source), fileSize(input.target)])
  const onRead = readProgress(byteCounts, progress)
  const read = async (side: 'source' | 'target', reader: typeof readSide): Promise<SideResult> => {
    const path = input[side]
    if (!mapping.ok || !settings.ok) return { ok: false, faults: await accessFaults(path) }
    return reader({ path, mapping: mapping.value[side], ...settings.value[side], attributePaths }, onRead)
  }
  const readTarget = async (reading: Promise<SideResult>): Promise<SideResult> => {
    const started = isWorthReading(byteCounts) ? await thread : undefined
    // One after the other without a thread: both may be standard input, or files that use all memory.
    if (started === undefined) await reading
    return read('target', started?.readSide ?? readSide)
  }
  const reading = read('source', readSide)
  const [source, target] = await Promise.all([reading, readTarget(reading)])
  if (source.ok && target.ok) return { ok: true, sides: { source: source.side, target: target.side } }
  const faults = { source: source.ok ? [] : source.faults, target: target.ok ? [] : target.faults }
  return {
    ok: false,
    faults: [
      ...[settings, mapping].flatMap((each) => (each.ok ? [] : each.faults)),
      ...sides.flatMap((side) => withMappingOption(side, faults[side])),
    ],
  }
}

/** The settings of each side; a single value counts for both. A fault that both sides have is stated once. */
function readSettings(input: SideArguments): ConfigResult<{ readonly [side in 'source' | 'target']: FileSettings }> {
  const wordsOf = (side: 0 | 1) => {
    const wordOf = (words: readonly string[]): string | undefined => words[side] ?? words[0]
    const { currencies, encodings, kinds, levels, sheets } = input
    return readFileSettings({
      currency: wordOf(currencies),
      encoding: wordOf(encodings),
      kind: wordOf(kinds),
      level: wordOf(levels),
      sheet: wordOf(sheets),
    })
  }
  const [source, target] = [wordsOf(0), wordsOf(1)]
  if (source.ok && target.ok) return { ok: true, value: { source: source.value, target: target.value } }
  return { ok: false, faults: [...new Set([source, target].flatMap((each) => (each.ok ? [] : each.faults)))] }
}

/** 0 for what is no file, such as a pipe. */
const fileSize = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : 0
}

/** Shows how much of both files has been read. */
function readProgress(byteCounts: readonly number[], progress: Progress): OnRead {
  const byteCountAll = byteCounts.reduce((sum, count) => sum + count, 0)
  let byteCountRead = 0
  return (byteCount) => {
    byteCountRead += byteCount
    progress.show('reading', byteCountRead, byteCountAll)
  }
}

async function accessFaults(path: string): Promise<readonly string[]> {
  if (path === standardStream) return []
  try {
    await access(path, constants.R_OK)
    return (await stat(path)).isDirectory() ? [directoryFault(path)] : []
  } catch (error) {
    return [fileFault(path, error)]
  }
}
