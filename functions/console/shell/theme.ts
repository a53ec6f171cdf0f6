import { signal } from '@preact/signals'
import { themeNamed } from './stored-theme.ts'

/** The build, which writes documents, has no document. */
const shownTheme = () => themeNamed(globalThis.document?.documentElement.dataset['theme'])

/** The theme that is shown: `first-theme.ts` changes it. */
export const theme = signal(shownTheme())

export const followTheme = (): void =>
  addEventListener('change', () => {
    theme.value = shownTheme()
  })
