import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { bundleInputsPath, bundlePath } from './cli-bundle.js'
import { root } from './tool-environment.ts'

/**
 * What `npm ci` runs at its end: puts the command line into one file, which starts in half the time that its three
 * hundred modules take. As soon as one of them is newer, or where the file is missing, the modules themselves are run: so
 * that `npm ci` goes on where esbuild or a Node for this platform is missing.
 */

/** Takes zod without its messages in fifty languages and without the generator of the OpenAPI document, as the Worker does. */
const smallZod: Plugin = {
  name: 'small-zod',
  setup({ onResolve }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: join(root, 'schema/zod-bundled.ts') }))
    onResolve({ filter: /^@asteasolutions\/zod-to-openapi$/ }, () => ({
      path: join(root, 'schema/openapi-bundled.ts'),
    }))
  },
}

const { metafile } = await build({
  entryPoints: [join(root, 'functions/cli/main.ts')],
  outfile: bundlePath,
  bundle: true,
  metafile: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // Names stay as they are, so that a stack trace can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [smallZod],
  absWorkingDir: root,
  logLevel: 'warning',
})
const inputs = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
writeFileSync(bundleInputsPath, JSON.stringify(inputs))
