import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { root } from './tool-environment.ts'

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

/** Puts the command line into one file. Returns the modules that it is made of, from the project's root. */
export async function bundleCli(outfile: string): Promise<readonly string[]> {
const { metafile } = await build({
  entryPoints: [join(root, 'functions/cli/main.ts')],
  outfile,
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
return Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
}
