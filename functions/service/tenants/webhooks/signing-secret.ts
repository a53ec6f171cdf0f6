import { createHmac } from 'node:crypto'
import { at, fromHex, toBase64 } from '@tallystick/engine/base'
import { storedSecrets } from '@tallystick/schema/webhook'
import type { Env } from '../../env.ts'
import { recordsAltered } from '../../http/altered.ts'
import { randomText } from '../../keys/token.ts'
import { pepperedHash } from '../../store/peppered-hash.ts'
import type { WebhookRow } from '../../store/webhook-store.ts'

/**
 * The secrets of webhooks: `whsec_` and 32 bytes in base64, derived from KEY_PEPPER and a stored random text. So a secret
 * signs without being stored, and who reads the database alone cannot sign.
 */

interface Secret {
  readonly salt: string
  /** Until when it signs, in milliseconds since the epoch; null for the newest, which has no end. */
  readonly until: number | null
}

type Owner = Pick<WebhookRow, 'tenantId' | 'id'>

const saltLength = 32

/** A webhook signs with so many secrets at most: each is a signature in the header. */
const secretCountMax = 5

/** The stored column of a new webhook. */
export const firstSecrets = (): string => JSON.stringify([newSecret()])

/** The stored column after a rotation: the secrets before sign until `until`, or until their own earlier end. */
export function rotatedSecrets(
  row: WebhookRow,
  { now, until }: { readonly now: number; readonly until: number },
): string {
  const former = secretsIn(row)
    .map((secret) => ({ ...secret, until: Math.min(secret.until ?? until, until) }))
    .filter((secret) => secret.until > now)
  return JSON.stringify([newSecret(), ...former].slice(0, secretCountMax))
}

/** The newest secret, as its owner sees it once. */
export const newestSecretOf = (env: Env, row: WebhookRow): string =>
  `whsec_${toBase64(keyOf(env, row, at(secretsIn(row), 0)))}`

/** The value of `webhook-signature`: a signature by each secret that has not ended at `now`. */
export const signaturesOf = (
  env: Env,
  row: WebhookRow,
  { id, timestamp, body, now }: SignedMessage & { readonly now: number },
): string =>
  secretsIn(row)
    .filter(({ until }) => until === null || until > now)
    .map((secret) => signatureBy(keyOf(env, row, secret), { id, timestamp, body }))
    .join(' ')

export interface SignedMessage {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  readonly body: string
}

/** `v1,` and the base64 of HMAC-SHA-256 over `<id>.<timestamp>.<body>` (Standard Webhooks 1.0.0, symmetric). */
export const signatureBy = (key: Uint8Array, { id, timestamp, body }: SignedMessage): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`

const newSecret = (): Secret => ({ salt: randomText(saltLength), until: null })

function secretsIn({ secrets }: Pick<WebhookRow, 'secrets'>): readonly Secret[] {
  const read = storedSecrets.min(1).safeParse(parsed(secrets))
  if (!read.success) throw recordsAltered('The secrets of the webhook are not as they were stored.')
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const keyOf = (env: Env, { tenantId, id }: Owner, { salt }: Secret): Uint8Array =>
  fromHex(pepperedHash(env, `webhook/1\0${tenantId}\0${id}\0${salt}`))
