import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where `npm ci` puts the command line in one file. Plain JavaScript, because any Node has to read this file. */

const rootUrl = new URL('../../', import.meta.url)

/** Beside the folders of `functions`, so that the bundle finds the same files by their relative paths as its modules. */
export const bundlePath = fileURLToPath(new URL('functions/dist/tallystick.js', rootUrl))
/** The modules that the bundle is made of, as a list of paths from the project's root. */
export const bundleInputsPath = fileURLToPath(new URL('functions/dist/tallystick.inputs.json', rootUrl))

/** The URL of the bundle; undefined where there is none, or where a module was changed since. */
export function freshBundle() {
  try {
    const builtAt = statSync(bundlePath).mtimeMs
    const inputs = JSON.parse(readFileSync(bundleInputsPath, 'utf8'))
    const isFresh = inputs.every((path) => statSync(new URL(path, rootUrl)).mtimeMs <= builtAt)
    return isFresh ? pathToFileURL(bundlePath) : undefined
  } catch {
    return undefined
  }
}
