import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './tool-environment.ts'

/** The used part of the AssemblyScript compiler. Its own types would replace Node's `console`. */
interface Compiler {
  readonly main: (words: readonly string[], host: CompilerHost) => Promise<CompilerOutcome>
}
interface CompilerHost {
  readonly readFile: (path: string) => string | null
  readonly writeFile: (path: string, contents: Uint8Array | string) => void
  readonly listFiles: () => readonly string[]
}
interface CompilerOutcome {
  readonly error: Error | null
  readonly stderr: { toString(): string }
}
const compilerModule = 'assemblyscript/asc'

/** The modules by their first source. Each is committed as it is compiled: workerd compiles none at run time. */
export const wasmModules = ['functions/audit/rows/rows', 'functions/audit/sha256/sha256-lanes'] as const

export const wasmPath = (module: string): string => join(root, `${module}.wasm`)

/**
 * Compiles a module, to the same bytes every time. Rejects with the compiler's message. The sources are named `.as`,
 * since TypeScript would compile `.ts`; but the compiler asks for `.ts`, so names are translated.
 */
export async function compileWasm(module: string): Promise<Uint8Array> {
  const { default: asc }: { readonly default: Compiler } = await import(compilerModule)
  const [directory, name] = [join(root, dirname(module)), basename(module)]
  let wasm: Uint8Array | undefined
  const options = ['--enable', 'simd', '--runtime', 'stub', '-O3', '--noAssert', '--outFile', `${name}.wasm`]
  const { error, stderr } = await asc.main([`${name}.ts`, ...options], {
    readFile: (file) => readSource(directory, basename(file, '.ts')),
    writeFile: (_, contents) => {
      wasm = typeof contents === 'string' ? undefined : contents
    },
    listFiles: () => [],
  })
  if (error !== null || wasm === undefined) throw new Error(stderr.toString(), { cause: error })
  return wasm
}

/** Null for a missing file, since the compiler looks in several places. */
function readSource(directory: string, module: string): string | null {
  try {
    return readFileSync(join(directory, `${module}.as`), 'utf8')
  } catch {
    return null
  }
}
