import { writeFileSync } from 'node:fs'
import { engineBuildPath, formatEngineBuild } from './bundle-engine.ts'

/** `npm run build:engine`, to be run after a change of the engine: writes the hash that receipts name as `build`. */

const text = await formatEngineBuild()
writeFileSync(engineBuildPath, text)
console.log(text.trimEnd())
