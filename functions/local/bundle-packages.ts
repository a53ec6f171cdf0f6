import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { type LeftOut, leftOut, withoutParts } from './left-out.ts'
import { root } from './tool-environment.ts'

/**
 * The packages that the Worker is bundled with in a smaller form: an entry that exports the members that the Worker uses,
 * and where the build leaves the package with them (`[alias]` in wrangler.toml).
 */
export const smallPackages = {
  zod: { entry: join(root, 'schema/zod-bundled.ts'), path: join(root, 'dist/zod.js') },
  hono: { entry: join(root, 'schema/hono-bundled.ts'), path: join(root, 'dist/hono.js') },
  saxes: { entry: 'saxes', path: join(root, 'dist/saxes.js') },
  drizzle: { entry: join(root, 'schema/drizzle-bundled.ts'), path: join(root, 'dist/drizzle.js') },
} as const

/** Leaves out what `leftOut` names, and adds each part to `found`. The build ends where a file has no such member or piece. */
const smaller = (found: Set<LeftOut>): Plugin => ({
  name: 'smaller',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.(?:zod|drizzle-orm|@?hono|saxes|xmlchars)\b.*\.m?js$/ }, async ({ path }) => {
      const part = leftOut.find(({ file }) => path.replaceAll('\\', '/').endsWith(`/node_modules/${file}`))
      if (part === undefined) return undefined
      found.add(part)
      return { contents: await withoutPart(path, part) }
    })
  },
})

async function withoutPart(path: string, part: LeftOut): Promise<string> {
  if ('members' in part) return withoutParts(await readFile(path, 'utf8'), part)
  const names = Object.keys(await import(pathToFileURL(path).href))
  return [`const value = ${part.value}`, ...names.map((name) => `export { value as ${name} }`)].join('\n')
}

/** Writes the modules. Rejects where a package has changed, so that a part of what is left out is not there. */
export async function bundlePackages(): Promise<void> {
  const found = new Set<LeftOut>()
  for (const { entry, path } of Object.values(smallPackages))
    await build({
      entryPoints: [entry],
      outfile: path,
      bundle: true,
      format: 'esm',
      target: 'es2024',
      // What is bundled by itself, and the other packages that `[alias]` names.
      external: entry === smallPackages.zod.entry ? [] : ['zod', '@asteasolutions/zod-to-openapi'],
      // The Worker minifies what it is bundled with; a source map through two bundles would lead nowhere.
      plugins: [smaller(found)],
      absWorkingDir: root,
      logLevel: 'warning',
    })
  const missing = leftOut.filter((part) => !found.has(part)).map(({ file }) => file)
  if (missing.length > 0) throw new Error(`The packages have no ${missing.join(', ')}`)
}
