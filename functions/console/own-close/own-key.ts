import { computed, signal } from '@preact/signals'
import type { NamedKey } from '../engine-worker/own-close-types.ts'
import { openOwnClose } from '../local-run/kept-closes.ts'

/** The keys of the people at this browser; undefined until they were asked for. */
export const ownKeys = signal<readonly NamedKey[] | undefined>(undefined)

const chosenKey = signal<string | undefined>(undefined)

/** The key that signs what is done now: the one that was chosen, else the first. */
export const signingKey = computed(
  () => ownKeys.value?.find(({ publicKey }) => publicKey === chosenKey.value) ?? ownKeys.value?.[0],
)

export async function loadKeys(): Promise<void> {
  ownKeys.value = await (await openOwnClose()).keys()
}

export function signWith(publicKey: string): void {
  chosenKey.value = publicKey
}

/** Makes a key for somebody, who signs from now on. */
export async function makeKey(name: string): Promise<void> {
  const made = await (await openOwnClose()).makeKey(name)
  await loadKeys()
  chosenKey.value = made.publicKey
}
