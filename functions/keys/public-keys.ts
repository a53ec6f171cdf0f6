import { formatVkey, fromBase64, keyIdOf, parseNote, toBase64 } from '@tallystick/engine'
import type { PublicKeyRecord } from '../../schema/signing-key.ts'
import type { Env } from '../env.ts'
import { sha256 } from '../platform/hasher.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { nullableTimestampOf } from '../platform/timestamp.ts'
import { readSigningKeys, type SigningKeyRow } from '../store/signing-key-store.ts'
import { hasPepper, voucherOf } from './key-hash.ts'
import { signingKeysOf } from './signing-key.ts'

/** How long an isolate goes by what it has read: anybody may ask, as often as they like. */
const lifetimeMilliseconds = 10_000

interface Reading {
  readonly rows: readonly SigningKeyRow[]
  readonly readAt: number
}

const lastReading = perIsolate((): { reading?: Reading } => ({}))

/**
 * Every key that checkpoints are or ever were signed with: those configured in the order in which they sign, then the
 * others, newest first. Throws what the database throws: part of the list would make old checkpoints look forged.
 */
export const listPublicKeys = async (isolate: Isolate, env: Env): Promise<PublicKeyRecord[]> =>
  toRecords(await configuredKeys(isolate, env), await readRows(isolate, env, lifetimeMilliseconds))

/** The same for a description of the service, which has to answer in any case: the configured keys at least. */
export const describePublicKeys = (isolate: Isolate, env: Env): Promise<PublicKeyRecord[]> =>
  listPublicKeys(isolate, env).catch(async () => toRecords(await configuredKeys(isolate, env), []))

/**
 * The vkeys (C2SP signed-note) by which `note` is verified: one for each of its signatures that is by a key of this
 * service, in their order. The key's name is the one the note gives, so that a note stays verifiable whatever the
 * service is called later; nothing is verified here, and what is no note has none. Throws what the database throws.
 */
export async function vkeysOf(isolate: Isolate, env: Env, note: string): Promise<readonly string[]> {
  const parsed = parseNote(note)
  if (!parsed.ok) return []
  const { signatures } = parsed.value
  const find = (keys: readonly PublicKeyRecord[]) =>
    signatures.flatMap(({ name, keyId }) =>
      keys
        .map(({ publicKey }) => fromBase64(publicKey) ?? new Uint8Array())
        .filter((publicKey) => keyIdOf(sha256, name, publicKey) === keyId)
        .map((publicKey) => formatVkey({ name, keyId, publicKey })),
    )
  const found = find(await listPublicKeys(isolate, env))
  if (found.length === signatures.length) return found
  // Another isolate may have signed with a key that is newer than what was read last.
  return find(toRecords(await configuredKeys(isolate, env), await readRows(isolate, env, 0)))
}

/** A key that is missing or broken signs nothing, so there is none to show; `/ready` tells of it. */
async function configuredKeys(isolate: Isolate, env: Env): Promise<readonly string[]> {
  const keys = await signingKeysOf(isolate, env).catch(() => [])
  return keys.map(({ publicKey }) => toBase64(publicKey))
}

async function readRows(isolate: Isolate, env: Env, ageMax: number): Promise<readonly SigningKeyRow[]> {
  const last = lastReading(isolate)
  const readAt = isolate.now()
  if (last.reading === undefined || Math.abs(readAt - last.reading.readAt) >= ageMax)
    last.reading = { rows: (await readSigningKeys(env)).filter((row) => isOurs(env, row)), readAt }
  return last.reading.rows
}

/** A checkpoint proves something against whoever can write to the database only if they cannot add a key to it. */
const isOurs = (env: Env, { publicKey, voucher }: SigningKeyRow): boolean =>
  hasPepper(env) && voucher === voucherOf(env, publicKey)

type Period = Pick<SigningKeyRow, 'validTo'> & { readonly validFrom: number | null }

/** A configured key has no end, whatever the table says yet; of a key that several databases know, the widest period. */
function toRecords(configured: readonly string[], rows: readonly SigningKeyRow[]): PublicKeyRecord[] {
  const periods = new Map<string, Period>(
    configured.map((publicKey) => [publicKey, { validFrom: null, validTo: null }]),
  )
  for (const row of rows) periods.set(row.publicKey, widest(periods.get(row.publicKey) ?? row, row))
  return [...periods].map(([publicKey, { validFrom, validTo }]) => ({
    algorithm: 'Ed25519',
    publicKey,
    validFrom: nullableTimestampOf(validFrom),
    validTo: nullableTimestampOf(validTo),
  }))
}

const widest = (known: Period, row: SigningKeyRow): Period => ({
  validFrom: Math.min(known.validFrom ?? row.validFrom, row.validFrom),
  validTo: known.validTo === null || row.validTo === null ? null : Math.max(known.validTo, row.validTo),
})
