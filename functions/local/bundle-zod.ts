import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { root } from './tool-environment.ts'

/**
 * Where the build leaves the zod that the Worker is bundled with (`[alias]` in wrangler.toml), which has the
 * members that the Worker uses and no JSON Schema. Each schema holds on to the code that describes it as JSON Schema, so
 * that no bundler can leave it out; only the OpenAPI document needs it, and that is made in Node.
 */
export const bundledZodPath = join(root, 'dist/zod.js')

const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href))
      return { contents: names.map((name) => `export const ${name} = () => undefined`).join('\n') }
    })
  },
}

/** Writes the module. */
export async function bundleZod(): Promise<void> {
  await build({
    entryPoints: [join(root, 'schema/zod-bundled.ts')],
    outfile: bundledZodPath,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    // The Worker minifies what it is bundled with; a source map through two bundles would lead nowhere.
    plugins: [withoutJsonSchema],
    absWorkingDir: root,
    logLevel: 'warning',
  })
}
