import type { Env } from '../env.ts'
import { isConfigured, type RequiredName } from '../platform/configuration.ts'
import { UnavailableError } from './storage-fault.ts'

/** A binding, variable or secret of the Worker is missing or unusable: only the operator can help. */
export class NotConfiguredError extends UnavailableError {
  override readonly name: string = 'NotConfiguredError'
  override readonly code = 'not_configured'
}

export function requiredOf<Name extends RequiredName>(env: Pick<Env, Name>, name: Name): NonNullable<Env[Name]> {
  const value = env[name]
  if (!isConfigured(env, name) || value === undefined || value === null)
    throw new NotConfiguredError(`${name} is not set, or cannot be used`)
  return value
}
