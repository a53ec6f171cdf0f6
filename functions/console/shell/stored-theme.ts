export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const storedThemeName = 'tallystick-theme'

/** A page that may not store anything follows the theme of the system. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storedThemeName)
    return themes.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}
