import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Paths of the command line's bundle, which `npm ci` makes. This file is plain JavaScript, because any version of Node
 * has to read it.
 */

const rootUrl = new URL('../../', import.meta.url)
const rootPath = fileURLToPath(rootUrl)

/** The bundle is in a folder beside the other folders of `functions`, so that relative paths in it stay right. */
export const bundlePath = fileURLToPath(new URL('functions/dist/tallystick.js', rootUrl))
/** The modules of the bundle, as a list of paths from the project's root. */
export const bundleInputsPath = fileURLToPath(new URL('functions/dist/tallystick.inputs.json', rootUrl))

/** The URL of the bundle; undefined where it is missing, or older than one of its modules. */
export function freshBundle() {
  try {
    const builtAt = statSync(bundlePath).mtimeMs
    const inputs = JSON.parse(readFileSync(bundleInputsPath, 'utf8'))
    // By path: a URL for each of the thousand modules takes as long as the look at it.
    const isFresh = inputs.every((path) => statSync(`${rootPath}${path}`).mtimeMs <= builtAt)
    return isFresh ? pathToFileURL(bundlePath) : undefined
  } catch {
    return undefined
  }
}
