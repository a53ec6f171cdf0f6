import { isKeyName } from '@tallystick/engine'
import type { Env } from '../env.ts'

const originLengthMax = 200
const pepperLengthMin = 16

/** Whether a binding is there and has the method: a variable of the same name has not. */
const hasMethod =
  (method: string) =>
  (binding: unknown): boolean =>
    typeof binding === 'object' && binding !== null && typeof Reflect.get(binding, method) === 'function'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Each binding, variable and secret that the service cannot do all of its work without, and whether it is one. */
const required = {
  DB: hasMethod('prepare'),
  KV: hasMethod('get'),
  BUCKET: hasMethod('head'),
  ENVIRONMENT: (value: unknown) => value === 'live' || value === 'test',
  // The key's name in a signed note (C2SP signed-note) begins with it.
  LOG_ORIGIN: (value: unknown) => isText(value) && value.length <= originLengthMax && isKeyName(value),
  SIGNING_KEY: isText,
  KEY_PEPPER: (value: unknown) => isText(value) && value.length >= pepperLengthMin,
} as const

export type RequiredName = keyof typeof required

const requiredNames: readonly RequiredName[] = [
  'DB',
  'KV',
  'BUCKET',
  'ENVIRONMENT',
  'LOG_ORIGIN',
  'SIGNING_KEY',
  'KEY_PEPPER',
]

/** Whether what `env` has under the name can be used. */
export const isConfigured = (env: Partial<Env>, name: RequiredName): boolean => required[name](env[name])

/** The names of what is not set, or is of another type than it should be. */
export const missingIn = (env: Env): readonly RequiredName[] => requiredNames.filter((name) => !isConfigured(env, name))

/** A variable that may be left out; empty when it is, and when it is no text. */
export const optionalText = (value: unknown): string => (isText(value) ? value : '')
