import { access, constants, stat } from 'node:fs/promises'
import type { CompiledPolicy } from '@tallystick/engine'
import { directoryFault, fileFault } from '../file-fault.ts'
import { type FileSettings, readFileSettings } from '../file-settings.ts'
import { type ConfigResult, readMapping, readRules } from '../read-config.ts'
import type { Progress } from './progress.ts'
import { readSide, type Side, type SideResult } from './read-side.ts'
import type { ReconcileArguments } from './reconcile-arguments.ts'
import { outFaults } from './result-file.ts'

export type InputsResult =
  | { readonly ok: true; readonly policy: CompiledPolicy; readonly source: Side; readonly target: Side }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reads everything that a reconciliation needs, and looks whether its result can be written. The faults are those of
 * all files together. Rows are not read with a faulty mapping or option.
 */
export async function readInputs(input: ReconcileArguments, progress: Progress): Promise<InputsResult> {
  const rules = await readRules(input.rules)
  const mapping = await readMapping(input.mapping)
  const settings = readSettings(input)
  const out = await outFaults(input)
  const onRead = await readProgress(input, progress)
  const read = async (side: 'source' | 'target'): Promise<SideResult> => {
    const path = input[side]
    if (!mapping.ok || !settings.ok) return { ok: false, faults: await accessFaults(path) }
    const attributePaths = rules.ok ? rules.value.attributePaths : []
    return readSide({ path, mapping: mapping.value[side], ...settings.value[side], attributePaths, onRead })
  }
  const source = await read('source')
  const target = await read('target')
  if (rules.ok && source.ok && target.ok && out.length === 0)
    return { ok: true, policy: rules.value, source: source.side, target: target.side }
  const faults = [settings, rules, mapping, source, target].flatMap((each) => (each.ok ? [] : each.faults))
  return { ok: false, faults: [...faults, ...out] }
}

/** The settings of each side; what is given once holds for both. Or a fault for each unknown word, once. */
function readSettings(
  input: ReconcileArguments,
): ConfigResult<{ readonly [side in 'source' | 'target']: FileSettings }> {
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

/** Shows how much of both files has been read. A pipe has no size and counts as nothing. */
async function readProgress({ source, target }: ReconcileArguments, progress: Progress) {
  const stats = await Promise.all([source, target].map((path) => stat(path).catch(() => undefined)))
  const byteCountAll = stats.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0)
  let byteCountRead = 0
  return (byteCount: number): void => {
    byteCountRead += byteCount
    progress.show('reading', byteCountRead, byteCountAll)
  }
}

async function accessFaults(path: string): Promise<readonly string[]> {
  try {
    await access(path, constants.R_OK)
    return (await stat(path)).isDirectory() ? [directoryFault(path)] : []
  } catch (error) {
    return [fileFault(path, error)]
  }
}
