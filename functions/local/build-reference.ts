import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePath } from '@tallystick/console/page-headers'
import { build } from 'esbuild'
import { root } from './tool-environment.ts'

/**
 * The used part of the Fastify plugin that the package exports. The plugin's own types need a package that is not
 * installed.
 */
interface ScalarPlugin {
  readonly default: (server: RouteTaker, options: object, done: () => void) => void
}

interface RouteTaker {
  readonly route: (route: Route) => void
}

interface Route {
  readonly url: string
  readonly handler: (request: unknown, reply: Reply) => string
}

interface Reply {
  readonly header: () => Reply
  readonly send: (text: string) => string
}

/**
 * Writes the document of the frame that shows the API reference, and its two scripts. Returns the script sources for
 * the document's policy. They are hashes, since a document without an origin has no `'self'`.
 */
export async function writeReference(assetsPath: string): Promise<readonly string[]> {
  const folder = join(assetsPath, referencePath)
  mkdirSync(folder, { recursive: true })
  const scripts = [await bundleFrame(), await readScalar()].map((text) => {
    const hash = createHash('sha256').update(text).digest()
    const path = `${referencePath}/${hash.toString('hex').slice(0, 16)}.js`
    writeFileSync(join(assetsPath, path), text)
    return { path, source: `sha256-${hash.toString('base64')}` }
  })
  writeFileSync(join(folder, 'index.html'), documentOf(scripts))
  return scripts.map(({ source }) => `'${source}'`)
}

/** Browsers check a script of another origin against its hash only with `crossorigin`. */
const documentOf = (scripts: readonly { readonly path: string; readonly source: string }[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference</title>
  </head>
  <body>
    <div id="reference"></div>
${scripts.map(({ path, source }) => `    <script src="/${path}" integrity="${source}" crossorigin></script>`).join('\n')}
  </body>
</html>
`

async function bundleFrame(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['functions/console/docs/reference-frame.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    platform: 'browser',
    minify: true,
    tsconfigRaw: {},
    absWorkingDir: root,
    logLevel: 'silent',
  })
  const [bundle] = outputFiles
  if (bundle === undefined) throw new Error('esbuild wrote no script of the frame')
  return bundle.text
}

/** Scalar's bundle for browsers, taken from its Fastify plugin: the bundle's own package would install 270 others. */
async function readScalar(): Promise<string> {
  const { default: plugin }: ScalarPlugin = await import('@scalar/fastify-api-reference')
  const routes: Route[] = []
  plugin({ route: (route) => routes.push(route) }, { configuration: { url: '/' } }, () => undefined)
  const script = routes.find(({ url }) => url.endsWith('.js'))
  if (script === undefined) throw new Error('@scalar/fastify-api-reference serves no script')
  const reply: Reply = { header: () => reply, send: (text) => text }
  return script.handler(undefined, reply)
}
