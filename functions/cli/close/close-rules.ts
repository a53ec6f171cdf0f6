import { signFaults } from '@tallystick/engine/close'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { type ConfigResult, readRules } from '../read-config.ts'

/** The policy in a file, unless its rules compare other signs than those of balances that prove each other. */
export async function readCloseRules(path: string | undefined): Promise<ConfigResult<CompiledPolicy>> {
  const read = await readRules(path)
  if (!read.ok) return read
  const faults = signFaults(read.value).map(({ pointer, detail }) => `${path ?? 'rules'} ${pointer}: ${detail}`)
  return faults.length > 0 ? { ok: false, faults } : read
}
