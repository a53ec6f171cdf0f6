import { int32At } from '../base/at.ts'
import { type BufferRange, setView } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { attributeText, createAttributePaths } from './attributes.ts'
import type { TextColumn } from './columns.ts'
import type { Attributes } from './record.ts'
import type { RecordValues } from './record-values.ts'
import { createTextColumnBuilder, type TextColumnBuilder } from './text-column.ts'

/** Collects the columns of the attributes that rules name, and the paths of all attributes. */
interface AttributeColumns {
  /** Adds records from row `first` on. */
  addBatch(records: readonly RecordValues[], first: number): void
  add(attributes: Attributes | undefined, row: number): void
  expect(factor: number): void
  finish(rowCount: number): { readonly columns: ReadonlyMap<string, TextColumn>; readonly paths: readonly string[] }
}

/**
 * Makes a column for each of `paths`. With `takesAll` further attributes get columns when they first occur; earlier
 * rows have no value in them.
 */
export function createAttributeColumns(paths: readonly string[], takesAll: boolean): AttributeColumns {
  const columns = new Map(paths.map((path) => [path, createTextColumnBuilder()]))
  const known = createAttributePaths()
  const columnOf = (path: string) => columns.get(path) ?? (takesAll ? addedColumn(columns, path) : undefined)
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
  const addValues = (row: number, { view, attributes }: RecordValues): void => {
    const { names: own, count, numbers, starts, ends } = attributes
    if (own !== names) columnsByNumber = []
    names = own
    setView(text, view)
    for (let position = 0; position < count; position++) {
      const number = int32At(numbers, position)
      const column = columnsByNumber[number] === undefined ? learn(own, number) : columnsByNumber[number]
      if (column === null) continue
      text.start = int32At(starts, position)
      text.end = int32At(ends, position)
      column.addRange(row, text)
    }
  }
  return {
    addBatch(records, first) {
      let row = first
      for (const values of records) {
        if (values.attributes.count > 0) addValues(row, values)
        row += 1
      }
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

function addedColumn(columns: Map<string, TextColumnBuilder>, path: string): TextColumnBuilder {
  const made = createTextColumnBuilder()
  columns.set(path, made)
  return made
}
