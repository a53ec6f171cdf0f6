import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileWasm, wasmPath } from '../../../functions/local/compile-wasm.ts'
import { isLong } from '../../support/forms.ts'

it.runIf(isLong)('compiles the AssemblyScript to the module that is committed: npm run wasm writes it', async () => {
  expect(Buffer.from(await compileWasm()).equals(readFileSync(wasmPath))).toBe(true)
})
