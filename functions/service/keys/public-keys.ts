import { nullableTimestampOf } from '@tallystick/audit/base/timestamp'
import { fromBase64, toBase64 } from '@tallystick/engine/base'
import { formatVkey, keyIdOf, parseNote } from '@tallystick/engine/log'
import type { PublicKeyRecord } from '@tallystick/schema/signing-key'
import type { Env } from '../env.ts'
import { sha256 } from '../platform/hasher.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { readSigningKeys, type SigningKeyRow } from '../store/signing-key-store.ts'
import { keptKeysOf } from './kept-keys.ts'
import { isVouched } from './key-hash.ts'
import { retiredKeysOf, signingKeysOf } from './signing-key.ts'

/** How long an isolate reuses what it has read, because anybody may ask at any rate. */
const lifetimeMilliseconds = 10_000

interface Reading<Read> {
  readonly read: Read
  readonly readAt: number
}

const lastReadings = perIsolate(
  (): { rows?: Reading<readonly SigningKeyRow[]>; kept?: Reading<readonly string[]> } => ({}),
)

/**
 * Every key that signs or ever signed checkpoints. Throws rather than give a part: old checkpoints would look forged.
 */
export const listPublicKeys = async (isolate: Isolate, env: Env): Promise<PublicKeyRecord[]> =>
  recordsOf(isolate, env, { rows: await readRows(isolate, env, lifetimeMilliseconds) })

/** For `/meta`, which always has to answer: only the configured keys when the database fails. */
export const describePublicKeys = (isolate: Isolate, env: Env): Promise<PublicKeyRecord[]> =>
  listPublicKeys(isolate, env).catch(() => recordsOf(isolate, env, { rows: [] }))

/**
 * The vkeys (C2SP signed-note) for verifying `note`: one for each signature that names a key of this service, in their
 * order; none when the text is no note. A key takes its name from the note, so that notes from before the service was
 * renamed are verified, too. Asks R2 when the database knows none of the keys, as it may be older than the note. Throws
 * what the database and R2 throw.
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
  const look = async (rowAgeMax: number, kept: readonly string[]) =>
    find(await recordsOf(isolate, env, { rows: await readRows(isolate, env, rowAgeMax), kept }))
  const { kept } = lastReadings(isolate)
  const known = kept !== undefined && isFresh(kept, isolate.now(), lifetimeMilliseconds) ? kept.read : []
  const found = await look(lifetimeMilliseconds, known)
  if (found.length === signatures.length) return found
  // Another isolate may have signed with a key that is newer than the last reading.
  const now = await look(0, known)
  return now.length > 0 ? now : look(lifetimeMilliseconds, await readKept(isolate, env))
}

/** None if a key is missing or malformed: nothing is signed then, and `/ready` says so. */
async function configuredKeys(isolate: Isolate, env: Env): Promise<readonly string[]> {
  const keys = await signingKeysOf(isolate, env).catch(() => [])
  return keys.map(({ publicKey }) => toBase64(publicKey))
}

interface KnownKeys {
  readonly rows: readonly SigningKeyRow[]
  readonly kept?: readonly string[]
}

/** The configured keys, those of the rows, and retired or kept keys without a row. */
async function recordsOf(isolate: Isolate, env: Env, { rows, kept = [] }: KnownKeys): Promise<PublicKeyRecord[]> {
  const listed = toRecords(await configuredKeys(isolate, env), rows)
  const known = new Set(listed.map(({ publicKey }) => publicKey))
  const others = [...retiredKeysOf(env), ...kept].filter((publicKey) => !known.has(publicKey))
  return [...listed, ...toRecords(others, [])]
}

async function readRows(isolate: Isolate, env: Env, ageMax: number): Promise<readonly SigningKeyRow[]> {
  const last = lastReadings(isolate)
  const readAt = isolate.now()
  if (last.rows !== undefined && isFresh(last.rows, readAt, ageMax)) return last.rows.read
  last.rows = { read: await readOwnKeys(env), readAt }
  return last.rows.read
}

async function readKept(isolate: Isolate, env: Env): Promise<readonly string[]> {
  const kept = { readAt: isolate.now(), read: await keptKeysOf(env) }
  lastReadings(isolate).kept = kept
  return kept.read
}

const isFresh = ({ readAt }: Reading<unknown>, now: number, ageMax: number): boolean => Math.abs(now - readAt) < ageMax

/** Leaves out rows without a voucher: somebody who can write to the database could add a key and forge checkpoints. */
async function readOwnKeys(env: Env): Promise<readonly SigningKeyRow[]> {
  const retired = new Set(retiredKeysOf(env))
  return (await readSigningKeys(env)).filter((row) => retired.has(row.publicKey) || isVouched(env, row))
}

type Period = Pick<SigningKeyRow, 'validTo'> & { readonly validFrom: number | null }

/** A configured key has no end, even if its row has one. A key with rows in several databases has the widest period. */
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

/** Moves an impossible stored time to the nearest one that a timestamp can have. */
const nearestTime = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.min(Math.max(milliseconds, 0), latestTime)

const widest = (known: Period, row: SigningKeyRow): Period => ({
  validFrom: Math.min(known.validFrom ?? row.validFrom, row.validFrom),
  validTo: known.validTo === null || row.validTo === null ? null : Math.max(known.validTo, row.validTo),
})
