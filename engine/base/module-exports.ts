/** The exports of an instance of a WebAssembly module with a memory of its own. */
export type ModuleExports = { readonly [name: string]: unknown }

/** Reads exports by name. Throws where one is missing; `module` names the module in the error. */
export function readExports(exports: ModuleExports, module: string) {
  const buffer = memberOf(exports['memory'], 'buffer')
  if (!(buffer instanceof ArrayBuffer)) throw new Error(`The module of ${module} has no memory`)
  return {
    buffer,
    /** An address, a size or a count. */
    number(name: string): number {
      const value = memberOf(exports[name], 'value')
      if (typeof value !== 'number') throw new Error(`The module of ${module} has no number ${name}`)
      return value
    },
    called(name: string): (first?: number, second?: number, third?: number) => number {
      const value = exports[name]
      if (typeof value !== 'function') throw new Error(`The module of ${module} has no function ${name}`)
      return (first, second, third) => value(first, second, third)
    },
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
