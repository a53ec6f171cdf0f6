import { signal } from '@preact/signals'

/** Something that the palette of commands offers. */
export interface Command {
  readonly label: string
  readonly run: () => void
}

/** The commands of the page that is shown, by the part of the page that offers them. */
export const commandsByPart = signal<ReadonlyMap<string, readonly Command[]>>(new Map())

/** Offers commands until the returned function is called. */
export function offerCommands(part: string, commands: readonly Command[]): () => void {
  commandsByPart.value = new Map(commandsByPart.value).set(part, commands)
  return () => {
    const others = [...commandsByPart.value].filter(([name, own]) => name !== part || own !== commands)
    commandsByPart.value = new Map(others)
  }
}

export const isPaletteOpen = signal(false)

/** Opens the palette by Ctrl+K or ⌘K. */
export function listenForPalette(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    isPaletteOpen.value = !isPaletteOpen.value
  })
}
