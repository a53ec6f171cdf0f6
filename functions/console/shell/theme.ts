import { effect, signal } from '@preact/signals'
import { readTheme, storedThemeName, type Theme } from './stored-theme.ts'

export const theme = signal<Theme>(readTheme())

export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value
    try {
      if (theme.value === 'system') localStorage.removeItem(storedThemeName)
      else localStorage.setItem(storedThemeName, theme.value)
    } catch {
      // Storage is not allowed here: the choice lasts until the page is left.
    }
  })
}
