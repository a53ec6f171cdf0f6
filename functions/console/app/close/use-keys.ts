import type { ItemRecord } from '@tallystick/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { keyOf } from './chosen-items.ts'

interface Keys {
  readonly items: readonly ItemRecord[]
  /** Chooses the item that the keyboard is at, or lets go of it. */
  readonly onToggle: (item: ItemRecord) => void
  /** Whether letters decide nothing: while a form is open, or a decision is being made. */
  readonly isBusy: boolean
  /** What a letter does with what is chosen. */
  readonly acts: { readonly [letter: string]: () => void }
}

/**
 * `j` and `k` go through the items, `x` chooses one, and the letters of `acts` decide. Returns the key of the item where
 * the keyboard is. Letters that are typed into a field, or with a modifier, do nothing here.
 */
export function useKeys(keys: Keys): string | undefined {
  const [at, setAt] = useState<string | undefined>()
  const latest = useRef({ ...keys, at })
  latest.current = { ...keys, at }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const { items, onToggle, acts, isBusy } = latest.current
      const place = items.findIndex((item) => keyOf(item) === latest.current.at)
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      const next = step === 0 ? undefined : items[Math.min(Math.max(place + step, 0), items.length - 1)]
      const item = items[place]
      if (next !== undefined) setAt(keyOf(next))
      else if (event.key === 'x' && item !== undefined) onToggle(item)
      else if (Object.hasOwn(acts, event.key) && !event.repeat && !isBusy) acts[event.key]?.()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useEffect(() => document.querySelector('tr.is-at')?.scrollIntoView({ block: 'nearest' }), [at])
  return at
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')
