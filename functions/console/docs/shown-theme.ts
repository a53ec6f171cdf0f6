import { computed, signal } from '@preact/signals'
import { theme } from '../shell/theme.ts'

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const isSystemDark = signal(darkSystem.matches)
darkSystem.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches
})

/** The theme as it is seen, for parts that the style sheets do not reach. */
export const shownTheme = computed<'light' | 'dark'>(() =>
  theme.value === 'system' ? (isSystemDark.value ? 'dark' : 'light') : theme.value,
)
