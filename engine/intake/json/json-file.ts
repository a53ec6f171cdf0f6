import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FileFormat, ReaderOptions, RecordReader } from '../format/format.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import type { ElementTaker } from '../rows/cells.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import { createJsonExport, listPlaces } from './json-export.ts'
import type { JsonPlace } from './json-rows.ts'
import { sniffJson } from './json-sniff.ts'
import { createListSplitter } from './list-splitter.ts'

/**
 * JSON: a list of records, or an object that contains one. A request body that names its dataset goes to
 * `openJsonIntake`.
 */
export const jsonFormat = {
  name: 'json',
  title: 'JSON',
  mediaTypes: ['application/json'],
  extensions: ['.json'],
  sniff: sniffJson,
  open: (options, sink) =>
    readAsUtf8(createJsonFileReader(options, sink), { encodingLabel: options.encodingLabel, faults: sink.faults }),
} as const satisfies FileFormat

const passedCountMax = 5

/**
 * Reads the elements of lists of records one by one. An element that arrives whole is read in place; others are held
 * until they are whole.
 */
function createJsonFileReader(options: ReaderOptions, sink: StatementSink): RecordReader {
  const { faults } = sink
  const places = listPlaces(options.kind)
  const content = createJsonExport(options, sink)
  const found = new Set<string>()
  const passed = new Set<string>()
  let place: JsonPlace & { readonly line: number } = { line: 1 }
  const queue = createByteQueue()
  let elements: ElementTaker | undefined
  const taker = (): ElementTaker | undefined => {
    if (elements !== undefined) return elements
    elements = content.elements()
    elements?.open(queue.waiting(), queue.view())
    return elements
  }
  const splitter = createListSplitter({
    isList: (path) => places.has(path.join('.')),
    open(path, index, line) {
      if (index === 0) found.add(path.join('.'))
      place = { line, pointer: `/${[...path, index].join('/')}` }
    },
    takeWhole: (start, line) => taker()?.take(start, line) ?? -1,
    isFolded: () => taker()?.isFolded() ?? false,
    element(piece, isLast) {
      content.addToElement(piece)
      if (isLast) content.takeElement(place)
    },
    outside: content.addOutside,
    passed(path) {
      if (passed.size < passedCountMax) passed.add(path.join('.'))
    },
    backlog: sink.backlog,
  })
  return {
    *write(bytes) {
      if (faults.isFull()) return
      queue.append(bytes)
      yield* splitter.write(queue.waiting())
      elements?.flush()
      elements = undefined
      queue.drop(queue.waiting().length)
    },
    *end() {
      if (faults.isFull()) return
      splitter.end()
      yield* content.end([...found], [...passed])
    },
  }
}
