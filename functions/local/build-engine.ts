import { writeFileSync } from 'node:fs'
import { engineBuildPath, formatEngineBuild } from './bundle-engine.ts'

/** What `npm run build:engine` runs, after a change of the engine: it writes the hash that receipts name as `build`. */

const text = await formatEngineBuild()
writeFileSync(engineBuildPath, text)
console.log(text.trimEnd())
