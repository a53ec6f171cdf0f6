import { fromBase64 } from '@tallystick/engine/base'
import { isKeyName, parseVkey } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { sha256 } from './hasher.ts'

const originLengthMax = 200
const pepperLengthMin = 16
const adminKeyLengthMin = 32
const publicKeyByteCount = 32

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
  UPLOADS: hasMethod('create'),
  RUNS: hasMethod('create'),
  ASSETS: hasMethod('fetch'),
  ENVIRONMENT: (value: unknown) => value === 'live' || value === 'test',
  // The key's name in a signed note (C2SP signed-note) begins with it.
  LOG_ORIGIN: (value: unknown) => isText(value) && value.length <= originLengthMax && isKeyName(value),
  SIGNING_KEY: isText,
  KEY_PEPPER: (value: unknown) => isText(value) && value.length >= pepperLengthMin,
} as const

/** What may be left out, and whether what is set can be used. WITNESSES and TIMESTAMP_URL have their own reader. */
const optional = {
  ADMIN_KEY: (value: unknown) => isText(value) && value.length >= adminKeyLengthMin,
  CORS_ORIGINS: isText,
  SIGNING_KEYS_RETIRED: (value: unknown) => isText(value) && publicKeysIn(value) !== undefined,
  METRICS: hasMethod('writeDataPoint'),
} as const

export type OptionalName = keyof typeof optional

const optionalNames: readonly OptionalName[] = ['ADMIN_KEY', 'CORS_ORIGINS', 'SIGNING_KEYS_RETIRED', 'METRICS']

/** Whether what may be left out is there and can be used. */
export const isUsable = (env: Partial<Env>, name: OptionalName): boolean => optional[name](env[name])

/** Whether this Worker has an admin key, of at least 32 characters. Without one there are no admin routes. */
export const isAdminEnabled = (env: Env): boolean => isUsable(env, 'ADMIN_KEY')

/** The names of what may be left out, but is set to something that cannot be used. */
export const unusableIn = (env: Env): readonly OptionalName[] =>
  optionalNames.filter((name) => env[name] !== undefined && String(env[name]) !== '' && !isUsable(env, name))

export type RequiredName = keyof typeof required

const requiredNames: readonly RequiredName[] = [
  'DB',
  'KV',
  'BUCKET',
  'UPLOADS',
  'RUNS',
  'ASSETS',
  'ENVIRONMENT',
  'LOG_ORIGIN',
  'SIGNING_KEY',
  'KEY_PEPPER',
]

/** Whether what `env` has under the name can be used. */
export const isConfigured = (env: Partial<Env>, name: RequiredName): boolean => required[name](env[name])

/** The names of what is not set, or is of another type than it should be. */
export const missingIn = (env: Env): readonly RequiredName[] => requiredNames.filter((name) => !isConfigured(env, name))

/** The public keys in a list between commas or blanks, raw in base64 or as vkeys; undefined where a word is neither. */
export function publicKeysIn(text: string): readonly Uint8Array[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const keys = words.flatMap((word) => {
    const vkey = parseVkey(sha256, word)
    const key = vkey.ok ? vkey.value.publicKey : fromBase64(word)
    return key?.length === publicKeyByteCount ? [key] : []
  })
  return keys.length === words.length ? keys : undefined
}

/** A variable that may be left out; empty when it is, and when it is no text. */
export const optionalText = (value: unknown): string => (isText(value) ? value : '')
