import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isWritten, type ListedPage, pageList, pageRewrites } from '@tallystick/console/page-list'
import { build as bundle } from 'esbuild'
import { build, type Plugin } from 'vite'
import { root } from './tool-environment.ts'

const consolePath = join(root, 'functions/console')

/** What Vite's manifest says of a module: its files below the assets, and the modules that it imports. */
interface BuiltModule {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

type Manifest = { readonly [module: string]: BuiltModule }

/**
 * Writes the document of each page, which names the page's scripts and styles, so that a browser fetches all of them at
 * once, and holds what is the same for everybody. Addresses without a document of their own are in `_redirects`.
 */
export async function writeDocuments(assetsPath: string): Promise<void> {
  const manifestPath = join(assetsPath, '.vite')
  const manifest: Manifest = JSON.parse(readFileSync(join(manifestPath, 'manifest.json'), 'utf8'))
  rmSync(manifestPath, { recursive: true })
  const script = `<script src="${await writeFirstTheme(assetsPath)}"></script>`
  const page = readFileSync(join(assetsPath, 'index.html'), 'utf8')
  const template = replaced(page, '</title>', (end) => `${end}\n    ${script}`)
  const contents = await writtenPages()
  for (const page of pageList) {
    const file = join(assetsPath, page.path === '/' ? 'index.html' : `${page.path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, documentOf(page, { template, manifest, content: contents.get(page.path) ?? '' }))
  }
  writeFileSync(join(assetsPath, '_redirects'), pageRewrites)
}

/** Writes the script that sets the theme, which must not wait for others; returns its address. */
async function writeFirstTheme(assetsPath: string): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [join(consolePath, 'shell/first-theme.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    tsconfigRaw: {},
    absWorkingDir: root,
    logLevel: 'warning',
  })
  const [script] = outputFiles
  if (script === undefined) throw new Error('esbuild has written no script of the theme')
  const hash = createHash('sha256').update(script.contents).digest('hex').slice(0, 8)
  const address = `/console/first-theme-${hash}.js`
  writeFileSync(join(assetsPath, address), script.contents)
  return address
}

/** Builds `write-pages.tsx` for Node and runs it. */
async function writtenPages(): Promise<ReadonlyMap<string, string>> {
  // Below the project, whose package.json makes modules of the files.
  const folder = join(root, 'dist/written-pages')
  await build({
    configFile: join(consolePath, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [withoutWorker],
    ssr: { noExternal: true },
    build: { ssr: join(consolePath, 'write-pages.tsx'), outDir: folder, emptyOutDir: true, manifest: false },
  })
  const { writePages }: { writePages: () => Promise<ReadonlyMap<string, string>> } = await import(
    pathToFileURL(join(folder, 'write-pages.js')).href
  )
  return writePages().finally(() => rmSync(folder, { recursive: true }))
}

/** The worker is a third of all code, and no page needs it to be written. */
const withoutWorker: Plugin = {
  name: 'without-worker',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('?worker&url') ? '\0no-worker' : undefined),
  load: (id) => (id === '\0no-worker' ? "export default ''" : undefined),
}

interface Parts {
  readonly template: string
  readonly manifest: Manifest
  readonly content: string
}

function documentOf(page: ListedPage, { template, manifest, content }: Parts): string {
  const { modules } = page
  const built = withImports(modules, manifest)
  const scripts = built.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const styles = built.flatMap(({ css = [] }) =>
    css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  )
  const links = [...new Set([...styles, ...scripts])].filter((link) => !namesFileOf(template, link))
  const { title, description } = { ...(isWritten(page) && saidBy(content)), ...page.described }
  const steps: readonly [RegExp | string, (found: string) => string][] = [
    [/<title>.*?<\/title>/, (own) => (title === undefined ? own : `<title>${title} · Tallystick</title>`)],
    [/(?<=name="description"\s+content=")[^"]*/, (own) => description ?? own],
    // What needs no script says nothing about one.
    [/\s*<noscript>.*?<\/noscript>/s, (note) => (isWritten(page) ? '' : note)],
    ['  </head>', (end) => `${links.map((link) => `    ${link}\n`).join('')}${end}`],
    ['<div id="page"></div>', () => `<div id="page">${content}</div>`],
  ]
  return steps.reduce((document, [place, by]) => replaced(document, place, by), template)
}

/** The heading of a written page, and its first sentences. */
function saidBy(content: string) {
  const [, title] = /<h1[^>]*>(.*?)<\/h1>/.exec(content) ?? []
  const [, first] = /<\/h1>.*?<p\b[^>]*>(.*?)<\/p>/s.exec(content) ?? []
  if (title === undefined || first === undefined) throw new Error('A written page has no heading, or no text behind it')
  return {
    title,
    description: first
      .replace(/<[^>]*>/g, '')
      .replaceAll('"', '&quot;')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** The text with another one in a place. Throws where it has no such place. */
function replaced(text: string, place: RegExp | string, by: (found: string) => string): string {
  const other = text.replace(place, '\0')
  if (other === text) throw new Error(`The document of the page has no ${place}`)
  return text.replace(place, by)
}

const namesFileOf = (template: string, link: string): boolean =>
  template.includes(/"(\/console\/[^"]+)"/.exec(link)?.[1] ?? link)

/** The modules and all that they import, directly or by others. */
function withImports(modules: readonly string[], manifest: Manifest): readonly BuiltModule[] {
  const found = new Map<string, BuiltModule>()
  const waiting = [...modules]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const built = manifest[name]
    if (built === undefined) throw new Error(`The build of the page has no module ${name}`)
    if (found.has(name)) continue
    found.set(name, built)
    waiting.push(...(built.imports ?? []))
  }
  return [...found.values()]
}
