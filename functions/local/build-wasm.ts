import { writeFileSync } from 'node:fs'
import { compileWasm, wasmPath } from './compile-wasm.ts'

/** `npm run wasm`, to be run after a change of the AssemblyScript. */

writeFileSync(wasmPath, await compileWasm())
