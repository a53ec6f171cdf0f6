import { type ModuleExports, readExports } from '../../base/module-exports.ts'

/**
 * Makes an instance of `rows.wasm`, which makes records of usual rows, with a memory of its own of 1.7 MB. The engine
 * compiles nothing: each platform passes its own.
 */
export type OpenRows = () => ModuleExports

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

export function openRowModule(exports: ModuleExports): RowModule {
  const { buffer, number, called } = readExports(exports, 'rows')
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
