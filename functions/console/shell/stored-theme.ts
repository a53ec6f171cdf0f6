export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storedThemeName = 'tallystick-theme'

/** The name of the control that chooses a theme. */
export const themeControlName = 'theme'

/** Another value stands for the theme of the system. */
export const themeNamed = (value: string | null | undefined): Theme =>
  themes.find((theme) => theme === value) ?? 'system'

/** A page that may not store anything follows the theme of the system. */
export function readTheme(): Theme {
  try {
    return themeNamed(localStorage.getItem(storedThemeName))
  } catch {
    return 'system'
  }
}

/** Shows a theme, and stores it where the page may store something. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(storedThemeName)
    else localStorage.setItem(storedThemeName, theme)
  } catch {
    // The choice lasts until the page is left.
  }
}
