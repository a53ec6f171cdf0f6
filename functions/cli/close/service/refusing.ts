import { TallystickError } from '@tallystick/client'
import type { ConfigResult } from '../../read-config.ts'

/** What the service refuses, or does not answer, as a fault of the command. */
export async function refusing<Value>(act: () => Promise<ConfigResult<Value>>): Promise<ConfigResult<Value>> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof TallystickError) return { ok: false, faults: [error.message] }
    throw error
  }
}
