import { signal } from '@preact/signals'
import { forgetInTab, keepInTab, readTab } from './tab-storage.ts'

const storedKeyName = 'tallystick-key'

/**
 * The API key that this tab is signed in with. It is held only in `sessionStorage` and in the headers of requests; without
 * storage it stays in memory, and is asked for again after a reload.
 */
export const apiKey = signal<string | undefined>(readTab(storedKeyName))

/** Signs this tab in until it is closed. */
export function setApiKey(key: string): void {
  apiKey.value = key
  keepInTab(storedKeyName, key)
}

export function forgetApiKey(): void {
  apiKey.value = undefined
  forgetInTab(storedKeyName)
}
