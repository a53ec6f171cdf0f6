import { useLocation } from 'preact-iso'
import tallyUrl from '../parts/tally.svg'
import { type Theme, themeControlName, themes } from './stored-theme.ts'
import { theme } from './theme.ts'

const links = [
  { path: '/', label: 'Reconcile', also: /^\/(result|close|$)/ },
  { path: '/verify', label: 'Verify', also: /^\/verify/ },
  { path: '/app', label: 'Workspace', also: /^\/app/ },
  { path: '/docs', label: 'Docs', also: /^\/docs/ },
]

const themeLabels: { readonly [name in Theme]: string } = {
  system: 'Auto',
  light: 'Light',
  dark: 'Dark',
}

export function PageHeader() {
  const { path } = useLocation()
  return (
    <header class="page-header">
      <a class="skip-link" href="#content">
        Skip to the content
      </a>
      <a class="brand" href="/">
        <img src={tallyUrl} alt="" width="28" height="28" />
        Tallystick
      </a>
      <nav aria-label="Pages">
        <ul>
          {links.map(({ path: href, label, also }) => (
            <li key={href}>
              <a href={href} aria-current={also.test(path) ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <label class="theme-choice">
        <span class="small soft">Theme</span>
        <select name={themeControlName} value={theme.value}>
          {themes.map((each) => (
            <option key={each} value={each}>
              {themeLabels[each]}
            </option>
          ))}
        </select>
      </label>
    </header>
  )
}
