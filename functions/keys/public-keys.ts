import { formatVkey, fromBase64, keyIdOf, parseNote, toBase64 } from '@tallystick/engine'
import type { PublicKeyRecord } from '../../schema/signing-key.ts'
import type { Env } from '../env.ts'
import { sha256 } from '../platform/hasher.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { nullableTimestampOf } from '../platform/timestamp.ts'
import { readSigningKeys, type SigningKeyRow } from '../store/signing-key-store.ts'
import { hasPepper, voucherOf } from './key-hash.ts'
import { signingKeysOf } from './signing-key.ts'

/** How long an isolate reuses what it has read: anybody may ask, and as often as they like. */
const lifetimeMilliseconds = 10_000

interface Reading {
  readonly rows: readonly SigningKeyRow[]
  readonly readAt: number
}

const lastReading = perIsolate((): { reading?: Reading } => ({}))

/**
 * Every key that signs checkpoints or ever did: the configured keys in the order in which they sign, then the others,
 * newest first. Throws what the database throws: with a part of the list, old checkpoints would look forged.
 */
export const listPublicKeys = async (isolate: Isolate, env: Env): Promise<PublicKeyRecord[]> =>
  toRecords(await configuredKeys(isolate, env), await readRows(isolate, env, lifetimeMilliseconds))

/** The same list for `/meta`, which has to answer in any case: only the configured keys when the database fails. */
export const describePublicKeys = (isolate: Isolate, env: Env): Promise<PublicKeyRecord[]> =>
  listPublicKeys(isolate, env).catch(async () => toRecords(await configuredKeys(isolate, env), []))

/**
 * The vkeys (C2SP signed-note) that verify `note`: one for each of its signatures that names a key of this service, in
 * the order of the signatures; none when the text is no note. The key's name is taken from the note, so that a note can
 * be verified also after the service was renamed. Verifies nothing itself. Throws what the database throws.
 */
export async function vkeysOf(isolate: Isolate, env: Env, note: string): Promise<readonly string[]> {
  const parsed = parseNote(note)
  if (!parsed.ok) return []
  const { signatures } = parsed.value
  const find = (keys: readonly PublicKeyRecord[]) =>
    signatures.flatMap(({ name, keyId }) =>
      keys
        .flatMap(({ publicKey }) => fromBase64(publicKey) ?? [])
        .filter((publicKey) => keyIdOf(sha256, name, publicKey) === keyId)
        .map((publicKey) => formatVkey({ name, keyId, publicKey })),
    )
  const found = find(await listPublicKeys(isolate, env))
  if (found.length === signatures.length) return found
  // Another isolate may have signed with a key that is newer than the last reading.
  return find(toRecords(await configuredKeys(isolate, env), await readRows(isolate, env, 0)))
}

/** The configured public keys. None when a key is missing or broken: nothing is signed then, and `/ready` says so. */
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

/** Without vouchers, someone who can write to the database could add a key of their own and forge checkpoints. */
const isOurs = (env: Env, { publicKey, voucher }: SigningKeyRow): boolean =>
  hasPepper(env) && voucher === voucherOf(env, publicKey)

type Period = Pick<SigningKeyRow, 'validTo'> & { readonly validFrom: number | null }

/** A configured key has no end, even if the table still has one. A key of several databases has the widest period. */
function toRecords(configured: readonly string[], rows: readonly SigningKeyRow[]): PublicKeyRecord[] {
  const periods = new Map<string, Period>(
    configured.map((publicKey) => [publicKey, { validFrom: null, validTo: null }]),
  )
  for (const row of rows) periods.set(row.publicKey, widest(periods.get(row.publicKey) ?? row, row))
  return [...periods].map(([publicKey, { validFrom, validTo }]) => ({
    algorithm: 'Ed25519',
    publicKey,
    validFrom: nullableTimestampOf(nearestTime(validFrom)),
    validTo: nullableTimestampOf(nearestTime(validTo)),
  }))
}

const latestTime = Date.UTC(9999, 0)

/** The time itself. For a stored one that no clock shows, and no timestamp can say, the nearest that one can. */
const nearestTime = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.min(Math.max(milliseconds, 0), latestTime)

const widest = (known: Period, row: SigningKeyRow): Period => ({
  validFrom: Math.min(known.validFrom ?? row.validFrom, row.validFrom),
  validTo: known.validTo === null || row.validTo === null ? null : Math.max(known.validTo, row.validTo),
})
