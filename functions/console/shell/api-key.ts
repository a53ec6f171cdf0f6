import { signal } from '@preact/signals'

/** The one name under which the key is kept. */
export const storedKeyName = 'tallystick-key'

/** A tab that may not store anything keeps the key until the page is left. */
function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(storedKeyName) ?? undefined
  } catch {
    return undefined
  }
}

/** The API key that this tab is signed in with. It is in `sessionStorage` and in the headers of requests, and nowhere else. */
export const apiKey = signal<string | undefined>(readKey())

/** Signs this tab in, until it is closed. */
export function setApiKey(key: string): void {
  apiKey.value = key
  try {
    sessionStorage.setItem(storedKeyName, key)
  } catch {
    // The page has it in memory, and asks for it again when it is loaded anew.
  }
}

/** Signs this tab out. */
export function forgetApiKey(): void {
  apiKey.value = undefined
  try {
    sessionStorage.removeItem(storedKeyName)
  } catch {
    // Nothing was kept where storage is not allowed.
  }
}
