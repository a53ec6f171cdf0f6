interface Moving {
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onOpen: (index: number) => void
  readonly onClose: () => void
  readonly count: number
  readonly fitCount: number
}

/** Handles the keys of the table: they move the active row, open its line or close it. Other keys go on to the page. */
export function moveBy(event: KeyboardEvent, { active, count, fitCount, onActive, onOpen, onClose }: Moving): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLButtonElement) return
  const targets: { readonly [key: string]: number } = {
    j: active + 1,
    ArrowDown: active + 1,
    k: active - 1,
    ArrowUp: active - 1,
    PageDown: active + fitCount,
    PageUp: active - fitCount,
    Home: 0,
    End: count - 1,
  }
  const next = targets[event.key]
  if (next !== undefined && count > 0) onActive(Math.min(count - 1, Math.max(0, next)))
  else if (event.key === 'Enter' && active >= 0) onOpen(active)
  else if (event.key === 'Escape') onClose()
  else return
  event.preventDefault()
}
