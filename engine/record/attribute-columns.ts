import { uint32At } from '../base/at.ts'
import { type BufferRange, setView } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { attributeText, createAttributePaths } from './attributes.ts'
import type { TextColumn } from './columns.ts'
import type { Attributes } from './record.ts'
import { firstAttribute, type RecordBatch } from './record-batch.ts'
import type { TextColumnBuilder } from './text-column.ts'

/** Collects the columns of the attributes that rules name, and the paths of all attributes. */
interface AttributeColumns {
  /** Adds records from row `first` on. */
  addBatch(batch: RecordBatch, first: number): void
  add(attributes: Attributes | undefined, row: number): void
  expect(factor: number): void
  finish(rowCount: number): { readonly columns: ReadonlyMap<string, TextColumn>; readonly paths: readonly string[] }
}

/**
 * Makes a column for each of `paths`. With `takesAll` further attributes get columns when they first occur; earlier
 * rows have no value in them.
 */
export function createAttributeColumns(
  paths: readonly string[],
  takesAll: boolean,
  newColumn: () => TextColumnBuilder,
): AttributeColumns {
  const columns = new Map(paths.map((path) => [path, newColumn()]))
  const known = createAttributePaths()
  const columnOf = (path: string) => columns.get(path) ?? (takesAll ? added(columns, path, newColumn()) : undefined)
  const text: BufferRange = { view: new DataView(new ArrayBuffer(0)), start: 0, end: 0 }
  let names: AttributeNames | undefined
  let columnsByNumber: (TextColumnBuilder | null)[] = []

  const learn = (from: AttributeNames, number: number): TextColumnBuilder | null => {
    const name = from.nameAt(number)
    known.addName(name)
    const column = columnOf(name) ?? null
    columnsByNumber[number] = column
    return column
  }
  const addRow = (row: number, at: number, { view, attributes }: RecordBatch): void => {
    const { names: own, stops, numbers, starts, ends } = attributes
    const last = uint32At(stops, at)
    for (let place = firstAttribute(attributes, at); place < last; place++) {
      const number = uint32At(numbers, place)
      const column = columnsByNumber[number] === undefined ? learn(own, number) : columnsByNumber[number]
      if (column === null) continue
      setView(text, view)
      text.start = uint32At(starts, place)
      text.end = uint32At(ends, place)
      column.addRange(row, text)
    }
  }
  return {
    addBatch(batch, first) {
      if (batch.attributes.names !== names) columnsByNumber = []
      names = batch.attributes.names
      if (firstAttribute(batch.attributes, batch.count) === 0) return
      for (let row = 0; row < batch.count; row++) addRow(first + row, row, batch)
    },
    add(attributes, row) {
      if (attributes === undefined) return
      known.add(attributes)
      for (const path of takesAll ? known.list() : columns.keys()) {
        const text = attributeText(attributes, path)
        if (text !== undefined) columnOf(path)?.add(text, row)
      }
    },
    expect(factor) {
      for (const column of columns.values()) column.expect(factor)
    },
    finish(rowCount) {
      const listed = new Set([...paths, ...known.list()])
      const finished = [...columns].filter(([path]) => listed.has(path))
      return {
        columns: new Map(finished.map(([path, column]) => [path, column.finish(rowCount)])),
        paths: known.list(),
      }
    },
  }
}

function added(columns: Map<string, TextColumnBuilder>, path: string, column: TextColumnBuilder): TextColumnBuilder {
  columns.set(path, column)
  return column
}
