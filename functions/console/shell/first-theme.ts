import { chooseTheme, readTheme, themeControlName, themeNamed } from './stored-theme.ts'

/**
 * A script of its own, which every document runs before it shows anything: a written page would else flash in the theme
 * of the system. It has the theme chosen as well, so that the choice needs none of the code that comes later.
 */
document.documentElement.dataset['theme'] = readTheme()
addEventListener('DOMContentLoaded', () => {
  for (const control of document.getElementsByName(themeControlName))
    if (control instanceof HTMLSelectElement) control.value = readTheme()
})
addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.name === themeControlName) chooseTheme(themeNamed(target.value))
})
