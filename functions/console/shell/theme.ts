import { effect, signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storedName = 'tallystick-theme'

/** A page that may not store anything follows the theme of the system. */
function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storedName)
    return themes.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

export const theme = signal<Theme>(readTheme())

export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value
    try {
      if (theme.value === 'system') localStorage.removeItem(storedName)
      else localStorage.setItem(storedName, theme.value)
    } catch {
      // Storage is not allowed here: the choice lasts until the page is left.
    }
  })
}
