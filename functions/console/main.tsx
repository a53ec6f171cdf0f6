import { render } from 'preact'
import { Pages } from './pages.tsx'
import { keepOffline } from './shell/offline.ts'
import { followTheme } from './shell/theme.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

followTheme()
const page = document.getElementById('page')
if (page === null) throw new Error('The document has no #page')
render(<Pages />, page)
keepOffline()
