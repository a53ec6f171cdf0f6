import { access, constants, stat } from 'node:fs/promises'
import { type CompiledPolicy, encodingLabels, isCurrencyCode } from '@tallystick/engine'
import { directoryFault, fileFault } from '../file-fault.ts'
import { got } from '../options.ts'
import type { Progress } from './progress.ts'
import { type ConfigResult, readMapping, readRules } from './read-config.ts'
import { readSide, type Side, type SideResult, type SideSettings } from './read-side.ts'
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

/** The settings of each side, or a fault for each unknown currency or encoding. */
function readSettings({
  currencies,
  encodings,
}: ReconcileArguments): ConfigResult<{ readonly source: SideSettings; readonly target: SideSettings }> {
  const known = encodingLabels()
  const faults = [
    ...currencies
      .filter((code) => !isCurrencyCode(code))
      .map((code) => `${got(code)} as --currency, wanted an ISO 4217 code in upper case, such as EUR`),
    ...encodings
      .filter((label) => !known.includes(label.toLowerCase()))
      .map((label) => `${got(label)} as --encoding, wanted one of ${known.join(', ')}`),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const [currency, targetCurrency = currency] = currencies
  const [encoding, targetEncoding = encoding] = encodings
  const target = { currency: targetCurrency, encoding: targetEncoding }
  return { ok: true, value: { source: { currency, encoding }, target } }
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
