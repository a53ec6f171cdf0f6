import { readTheme } from './stored-theme.ts'

/**
 * A script of its own, which every document runs before it shows anything: a written page would else flash in the theme
 * of the system.
 */
document.documentElement.dataset['theme'] = readTheme()
