import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileWasm, wasmModules, wasmPath } from '../../../functions/local/compile-wasm.ts'
import { isLong } from '../../support/forms.ts'

it.runIf(isLong).each(wasmModules)(
  'compiles %s to the module that is committed: npm run wasm writes it',
  async (module) => {
    expect(Buffer.from(await compileWasm(module)).equals(readFileSync(wasmPath(module)))).toBe(true)
  },
)
