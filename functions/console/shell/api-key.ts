import { signal } from '@preact/signals'

const storedKeyName = 'tallystick-key'

/** Undefined without a stored key, or where the browser allows no storage. */
function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(storedKeyName) ?? undefined
  } catch {
    return undefined
  }
}

/** The API key that this tab is signed in with. It is held only in `sessionStorage` and in the headers of requests. */
export const apiKey = signal<string | undefined>(readKey())

/** Signs this tab in until it is closed. */
export function setApiKey(key: string): void {
  apiKey.value = key
  try {
    sessionStorage.setItem(storedKeyName, key)
  } catch {
    // Without storage the key stays in memory, and is asked for again after a reload.
  }
}

export function forgetApiKey(): void {
  apiKey.value = undefined
  try {
    sessionStorage.removeItem(storedKeyName)
  } catch {
    // Without storage nothing has to be removed.
  }
}
