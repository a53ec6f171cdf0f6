import { useEffect } from 'preact/hooks'
import { client, keyScopes, noteFailure, noteUsage } from './session.ts'

/** Asks what the key may do, where a tab that was loaded anew does not know it yet. */
export function useScopes(): void {
  useEffect(() => {
    if (keyScopes.value !== undefined) return
    client().usage.get().then(noteUsage, noteFailure)
  }, [])
}
