import { access, constants, stat } from 'node:fs/promises'
import type { AttributeChoice } from '@tallystick/engine/record'
import { directoryFault, fileFault } from '../file-fault.ts'
import { standardStream } from '../file-parts.ts'
import { type FileSettings, readFileSettings } from '../file-settings.ts'
import { type ConfigResult, readMapping } from '../read-config.ts'
import type { Progress } from './progress.ts'
import { readSide, type SideResult } from './read-side.ts'
import type { Sides } from './record-texts.ts'
import type { SideArguments } from './side-arguments.ts'

type SidesResult =
  | { readonly ok: true; readonly sides: Sides }
  | { readonly ok: false; readonly faults: readonly string[] }

export interface ReadOptions {
  readonly attributePaths: AttributeChoice
  readonly progress: Progress
}

/**
 * Reads both files and the mapping. Where the mapping or an option is faulty, no row is read. Returns the faults of all
 * files together.
 */
export async function readSides(input: SideArguments, { attributePaths, progress }: ReadOptions): Promise<SidesResult> {
  const mapping = await readMapping(input.mapping)
  const settings = readSettings(input)
  const onRead = await readProgress(input, progress)
  const read = async (side: 'source' | 'target'): Promise<SideResult> => {
    const path = input[side]
    if (!mapping.ok || !settings.ok) return { ok: false, faults: await accessFaults(path) }
    return readSide({ path, mapping: mapping.value[side], ...settings.value[side], attributePaths, onRead })
  }
  const source = await read('source')
  const target = await read('target')
  if (source.ok && target.ok) return { ok: true, sides: { source: source.side, target: target.side } }
  return { ok: false, faults: [settings, mapping, source, target].flatMap((each) => (each.ok ? [] : each.faults)) }
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

/** Shows how much of both files has been read. A pipe has no known size, and is left out. */
async function readProgress({ source, target }: SideArguments, progress: Progress) {
  const stats = await Promise.all([source, target].map((path) => stat(path).catch(() => undefined)))
  const byteCountAll = stats.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0)
  let byteCountRead = 0
  return (byteCount: number): void => {
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
