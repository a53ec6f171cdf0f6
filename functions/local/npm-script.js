import { pathToFileURL } from 'node:url'
import { launch } from './launch.js'

/** The npm scripts run `node functions/local/npm-script.js PROGRAM WORDS...`. */
const [, , program, ...words] = process.argv
await launch(pathToFileURL(program), words)
