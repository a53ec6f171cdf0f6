import { fromBase64 } from '@tallystick/engine/base'
import { isKeyName, parseVkey } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { sha256 } from './hasher.ts'
import { accessApplicationIn, openIdIssuersIn } from './issuers.ts'

const originLengthMax = 200
const pepperLengthMin = 16
const adminKeyLengthMin = 32
const publicKeyByteCount = 32

/** Whether a binding has the method, which a variable of the same name lacks. */
const hasMethod =
  (method: string) =>
  (binding: unknown): boolean =>
    typeof binding === 'object' && binding !== null && typeof Reflect.get(binding, method) === 'function'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The variables and bindings that the service needs, each with a test of its value. */
const required = {
  DB: hasMethod('prepare'),
  KV: hasMethod('get'),
  BUCKET: hasMethod('head'),
  UPLOADS: hasMethod('create'),
  RUNS: hasMethod('create'),
  WEBHOOKS: hasMethod('sendBatch'),
  ASSETS: hasMethod('fetch'),
  ENVIRONMENT: (value: unknown) => value === 'live' || value === 'test',
  // The key's name in a signed note (C2SP signed-note) begins with LOG_ORIGIN.
  LOG_ORIGIN: (value: unknown) => isText(value) && value.length <= originLengthMax && isKeyName(value),
  SIGNING_KEY: isText,
  KEY_PEPPER: (value: unknown) => isText(value) && value.length >= pepperLengthMin,
} as const

/**
 * Optional variables and bindings, each with a test of its value. WITNESSES and TIMESTAMP_URL have their own reader.
 */
const optional = {
  ADMIN_KEY: (value: unknown) => isText(value) && value.length >= adminKeyLengthMin,
  CORS_ORIGINS: isText,
  SIGNING_KEYS_RETIRED: (value: unknown) => isText(value) && publicKeysIn(value) !== undefined,
  INBOX: hasMethod('list'),
  METRICS: hasMethod('writeDataPoint'),
  OIDC_ISSUERS: (value: unknown) => isText(value) && openIdIssuersIn(value) !== undefined,
  ACCESS_APPLICATION: (value: unknown) => isText(value) && accessApplicationIn(value) !== undefined,
  DOH_RESOLVER: (value: unknown) => isText(value) && URL.parse(value)?.protocol === 'https:',
} as const

type OptionalName = keyof typeof optional

const optionalNames: readonly OptionalName[] = [
  'ADMIN_KEY',
  'CORS_ORIGINS',
  'SIGNING_KEYS_RETIRED',
  'INBOX',
  'METRICS',
  'OIDC_ISSUERS',
  'ACCESS_APPLICATION',
  'DOH_RESOLVER',
]

const isUsable = (env: Partial<Env>, name: OptionalName): boolean => optional[name](env[name])

/** Without an ADMIN_KEY of at least 32 characters there are no admin routes. */
export const isAdminEnabled = (env: Env): boolean => isUsable(env, 'ADMIN_KEY')

/** Without the bucket files arrive by links alone. */
export const isInboxEnabled = (env: Partial<Env>): boolean => isUsable(env, 'INBOX')

export const unusableIn = (env: Env): readonly OptionalName[] =>
  optionalNames.filter((name) => env[name] !== undefined && String(env[name]) !== '' && !isUsable(env, name))

export type RequiredName = keyof typeof required

const requiredNames: readonly RequiredName[] = [
  'DB',
  'KV',
  'BUCKET',
  'UPLOADS',
  'RUNS',
  'WEBHOOKS',
  'ASSETS',
  'ENVIRONMENT',
  'LOG_ORIGIN',
  'SIGNING_KEY',
  'KEY_PEPPER',
]

export const isConfigured = (env: Partial<Env>, name: RequiredName): boolean => required[name](env[name])

export const missingIn = (env: Env): readonly RequiredName[] => requiredNames.filter((name) => !isConfigured(env, name))

/** The public keys in a list between commas or blanks, raw in base64 or as vkeys; undefined if a word is neither. */
export function publicKeysIn(text: string): readonly Uint8Array[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const keys = words.flatMap((word) => {
    const vkey = parseVkey(sha256, word)
    const key = vkey.ok ? vkey.value.publicKey : fromBase64(word)
    return key?.length === publicKeyByteCount ? [key] : []
  })
  return keys.length === words.length ? keys : undefined
}

export const optionalText = (value: unknown): string => (isText(value) ? value : '')
