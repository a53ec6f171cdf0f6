/** The exports of an instance of `rows.wasm`, which makes records of usual rows. */
export type RowExports = { readonly [name: string]: unknown }

/** Makes an instance with a memory of its own, 1.7 MB. The engine compiles nothing: each platform passes its own. */
export type OpenRows = () => RowExports

export interface RowModule {
  /** The memory of the instance, which never moves. */
  readonly bytes: Uint8Array
  readonly view: DataView
  /** The words of the plan. */
  readonly plan: Int32Array
  /** An address, a size, a place in the plan or a count, by the name of the export. */
  number(name: string): number
  /** The words at an exported address. */
  words(name: string, length: number): Uint32Array
  takeRows(from: number, end: number, line: number): number
  takeCells(line: number, nestedCount: number): number
  answer(value: number): void
  setPlain(isPlain: number): void
  clear(): void
  forgetScan(): void
}

export function openRowModule(exports: RowExports): RowModule {
  const buffer = memberOf(exports['memory'], 'buffer')
  if (!(buffer instanceof ArrayBuffer)) throw new Error('The module of rows has no memory')
  const number = (name: string): number => {
    const value = memberOf(exports[name], 'value')
    if (typeof value !== 'number') throw new Error(`The module of rows has no number ${name}`)
    return value
  }
  const called = (name: string): ((first?: number, second?: number, third?: number) => number) => {
    const value = exports[name]
    if (typeof value !== 'function') throw new Error(`The module of rows has no function ${name}`)
    return (first, second, third) => value(first, second, third)
  }
  return {
    bytes: new Uint8Array(buffer),
    view: new DataView(buffer),
    plan: new Int32Array(buffer, number('plan'), number('planWordCount')),
    number,
    words: (name, length) => new Uint32Array(buffer, number(name), length),
    takeRows: called('takeRows'),
    takeCells: called('takeCells'),
    answer: called('answer'),
    setPlain: called('setPlain'),
    clear: called('clear'),
    forgetScan: called('forgetScan'),
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
