import { computed, signal } from '@preact/signals'
import {
  type Client,
  createClient,
  type Scope,
  type SessionRecord,
  TallystickError,
  type UsageRecord,
} from '@tallystick/client'
import { apiKey, forgetApiKey, setApiKey } from '../shell/api-key.ts'
import { closeRuns, openRuns } from '../shell/open-runs.ts'

/** The error that signed this tab out; undefined where the visitor signed out. */
export const signOutReason = signal<TallystickError | undefined>(undefined)

/** Undefined until the service has told the scopes. */
export const keyScopes = signal<readonly Scope[] | undefined>(undefined)

export const keyId = signal<string | undefined>(undefined)

/** The session of a person, whose cookie no script can read; null without one, undefined until the service was asked. */
export const session = signal<SessionRecord | null | undefined>(undefined)

/** When the service takes requests again, in milliseconds since 1970; undefined where it refused no request. */
export const retryAt = signal<number | undefined>(undefined)

/** A client that gives up after a few seconds, so that the page can show the failure. */
const clientFor = (key: string | undefined): Client =>
  createClient({ baseUrl: location.origin, tries: 2, waitSecondsMax: 5, ...(key !== undefined && { apiKey: key }) })

const signedIn = computed(() => (apiKey.value === undefined && !session.value ? undefined : clientFor(apiKey.value)))

export const isSignedIn = computed(() => signedIn.value !== undefined)

/** The id by which decisions name whoever is signed in. */
export const actorId = computed(() => (apiKey.value === undefined ? session.value?.member.id : keyId.value))

/** Requires that this tab is signed in. */
export function client(): Client {
  if (signedIn.value === undefined) throw new Error('This tab is not signed in')
  return signedIn.value
}

/** Whether the key has a scope; false until the service has told the scopes. */
export const mayDo = (scope: Scope): boolean => keyScopes.value?.includes(scope) === true

/** Tries a key with a call that changes nothing, and keeps the key if it is valid. Throws as the client does. */
export async function signIn(key: string): Promise<void> {
  const usage = await clientFor(key).usage.get()
  noteUsage(usage)
  signOutReason.value = undefined
  setApiKey(key)
}

/** Says that a person may be signed in, so that others are not asked for a session that they never had. */
const hintName = 'tallystick-person'

const hasHint = (): boolean => {
  try {
    return localStorage.getItem(hintName) !== null
  } catch {
    return true
  }
}

function setHint(isPerson: boolean): void {
  try {
    if (isPerson) localStorage.setItem(hintName, '1')
    else localStorage.removeItem(hintName)
  } catch {
    // Without storage the service is asked each time.
  }
}

/** Asks whether a person is signed in in this browser, where one may be. */
export async function findSession(): Promise<void> {
  if (!hasHint()) {
    session.value = null
    return
  }
  try {
    const found = await clientFor(undefined).session.get()
    keyScopes.value = found.scopes
    session.value = found
  } catch (error) {
    if (!isSignedOut(error)) throw error
    setHint(false)
    session.value = null
  }
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof TallystickError && error.failure.kind === 'problem' && error.failure.problem.status === 401

/** Leads to where a person signs in, and back to this page. */
export function goToSignIn(): void {
  setHint(true)
  location.assign(`/auth/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`)
}

export function noteUsage({ key }: UsageRecord): void {
  keyId.value = key?.id
  keyScopes.value = key?.scopes
}

/** Forgets the key, or else ends the session of a person, and closes every run that was opened with it. */
export async function signOut(reason?: TallystickError): Promise<void> {
  if (apiKey.value === undefined) {
    // A session that could not be ended goes on: the page says so, and stays signed in.
    if (reason === undefined) await clientFor(undefined).session.signOut()
    setHint(false)
    session.value = null
  } else {
    // A person may be signed in beside the key: whoever is left is asked for again.
    session.value = undefined
    forgetApiKey()
  }
  keyId.value = undefined
  keyScopes.value = undefined
  retryAt.value = undefined
  signOutReason.value = reason
  const stored = [...openRuns.value.values()].filter(({ origin }) => origin === 'stored')
  await closeRuns(stored.map(({ id }) => id))
}

/** Notes when the service takes requests again. Signs this tab out where the key is invalid. */
export function noteFailure(error: unknown): void {
  if (!(error instanceof TallystickError) || error.failure.kind !== 'problem') return
  if (error.retryAfterSeconds !== undefined) retryAt.value = Date.now() + error.retryAfterSeconds * 1000
  const { status, code } = error.failure.problem
  if (status === 401 || code === 'tenant_suspended') void signOut(error)
}
