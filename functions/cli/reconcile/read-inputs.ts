import { access, constants, stat } from 'node:fs/promises'
import type { CompiledPolicy } from '@tallystick/engine'
import type { ReconcileArguments } from '../arguments.ts'
import { directoryFault, fileFault } from '../file-fault.ts'
import { readMapping, readRules } from '../read-config.ts'
import type { Progress } from './progress.ts'
import { readSide, type Side, type SideResult } from './read-side.ts'
import { outFaults } from './result-file.ts'
import { readSettings } from './side-settings.ts'

export type InputsResult =
  | { readonly ok: true; readonly policy: CompiledPolicy; readonly source: Side; readonly target: Side }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reads everything that a reconciliation needs, and sees whether its result can be written. The faults are those of
 * all files together; rows are not judged by a mapping or an option that is faulty itself.
 */
export async function readInputs(asked: ReconcileArguments, progress: Progress): Promise<InputsResult> {
  const rules = await readRules(asked.rules)
  const mapping = await readMapping(asked.mapping)
  const settings = readSettings(asked)
  const out = await outFaults(asked)
  const onRead = await readingOf(asked, progress)
  const read = async (side: 'source' | 'target'): Promise<SideResult> => {
    const path = asked[side]
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

/** Shows how much of both files has been read. What is no file has no size, and counts as nothing. */
async function readingOf({ source, target }: ReconcileArguments, progress: Progress) {
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
