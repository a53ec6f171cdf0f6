import { writeFileSync } from 'node:fs'
import { bundleCli } from './bundle-cli.ts'
import { bundleInputsPath, bundlePath } from './cli-bundle.js'

/**
 * Runs at the end of `npm ci`: bundles the command line, which halves its start. Where the bundle is missing or older
 * than a module, the modules are run, so that `npm ci` succeeds without esbuild or a Node for this platform.
 */

writeFileSync(bundleInputsPath, JSON.stringify(await bundleCli(bundlePath)))
