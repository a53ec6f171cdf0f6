import { openCsv } from '../csv/csv.ts'
import { delimiters, firstRows, headerRowCountMax } from '../csv/csv-layout.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions, RecordReader } from '../format/format.ts'
import type { Steps } from '../rows/steps.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import { createTranscoder, encodingOfLabel } from '../text/encoding.ts'
import { type CsvExport, createCsvRewriter } from './csv-rewriter.ts'
import { findTableExport, readingOf } from './table-export.ts'

const headByteCount = 65_536

/** Reads a CSV as the known export that its header shows, or else by header names alone. Holds the first 64 KB. */
export function openCsvExport(options: ReaderOptions, sink: StatementSink): RecordReader {
  const queue = createByteQueue()
  let reader: RecordReader | undefined
  const open = function* (): Steps<RecordReader> {
    const held = queue.waiting()
    const opened = openByHead(held.subarray(0, headByteCount), options, sink)
    yield* opened.write(held)
    queue.drop(held.length)
    return opened
  }
  return {
    *write(bytes) {
      if (reader !== undefined) return yield* reader.write(bytes)
      queue.append(bytes)
      if (queue.waiting().length >= headByteCount) reader = yield* open()
    },
    *end() {
      reader ??= yield* open()
      yield* reader.end()
    },
    encoding: () => reader?.encoding?.() ?? null,
  }
}

function openByHead(head: Uint8Array, options: ReaderOptions, sink: StatementSink): RecordReader {
  const found = options.mapping['header'] === false ? undefined : findExport(head, options)
  if (found === undefined) return openCsv(options, sink)
  const read = readingOf(found, options)
  return read.isWhole ? openCsv(read.options, sink) : createCsvRewriter({ ...found, ...read }, sink)
}

function findExport(head: Uint8Array, { kind, encodingLabel }: ReaderOptions): CsvExport | undefined {
  const text = utf8Of(head, encodingLabel)
  let best: CsvExport | undefined
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter.charCodeAt(0))) continue
    const found = findTableExport(firstRows(text, delimiter, headerRowCountMax), kind, best?.columns.length)
    if (found !== undefined) best = { ...found, delimiter }
  }
  return best
}

function utf8Of(head: Uint8Array, label: string | undefined): Uint8Array {
  const transcoder = createTranscoder(label === undefined ? undefined : encodingOfLabel(label))
  const [first, last] = [transcoder.write(head).slice(), transcoder.end()]
  const all = new Uint8Array(first.length + last.length)
  all.set(first)
  all.set(last, first.length)
  return all
}
