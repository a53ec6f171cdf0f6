import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FileFormat, OnRow, ReaderOptions } from '../format/format.ts'
import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { createFileSink } from '../sheet/named-sink.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import { type UnpackBudget, zipFault } from '../zip/zip-limits.ts'
import { readHead } from '../zip/zip-part.ts'
import { createArchiveReader, type ReadFiles } from './archive-reader.ts'

type Recognise = (bytes: Uint8Array, isAll: boolean) => FileFormat | { readonly name: string; readonly refusal: string }

const name = 'zip'

/** A zip whose files become one dataset, in the order of their names. Records and statements name their file. */
export const createZipFormat = (recognise: Recognise) =>
  ({
    name,
    title: 'a zip of them',
    mediaTypes: ['application/zip'],
    extensions: ['.zip'],
    sniff: sniffZip,
    open: (options, sink) => {
      const readFiles: ReadFiles = (files, budget) => readZipFiles({ files, budget, recognise }, options, sink)
      return createArchiveReader({ ...options, readFiles }, sink)
    },
  }) as const satisfies FileFormat

/** The third byte says whether an archive begins with a file, is empty, or is the first of several parts. */
function sniffZip([first, second, third]: Uint8Array, isAll: boolean) {
  if (first !== undefined && first !== 0x50) return 'no'
  if (second !== undefined && second !== 0x4b) return 'no'
  if (third === undefined) return isAll ? 'no' : 'undecided'
  return third === 0x03 || third === 0x05 || third === 0x07 ? 'certain' : 'no'
}

const headByteCount = 65_536

interface ZipOfFiles {
  readonly files: readonly ZipFile[]
  readonly budget: UnpackBudget
  readonly recognise: Recognise
}

function* readZipFiles(zip: ZipOfFiles, options: ReaderOptions, sink: StatementSink): Steps<Fault | undefined> {
  const files: UnknownFile[] = []
  for (const file of zip.files
    .filter(({ name }) => !isOfSystem(name))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1)))
    files.push({ file, format: yield* formatOf(file, zip.recognise) })
  const known = files.filter(({ format }) => 'open' in format)
  if (known.length === 0) return unknownFiles(files)
  for (const _ of files.slice(known.length)) sink.warn('skipped_files', 1)
  for (const { file, format } of known) {
    if (sink.faults.isFull()) break
    sink.enterFile?.(file.name)
    const into = createFileSink(known.length === 1 ? sink : withAdvice(sink), file.name)
    const onRow: OnRow = (row, place) => options.onRow?.({ ...row, file: file.name }, place)
    if ('open' in format) yield* readFile(file, { ...options, onRow, format, budget: zip.budget }, into)
  }
  sink.enterFile?.(undefined)
  return undefined
}

/** A file without a header may be a read-me: its fault then says to take the file out of the zip. */
const withAdvice = (sink: StatementSink): StatementSink => ({
  ...sink,
  faults: {
    ...sink.faults,
    add(fault) {
      const [first = '', ...rest] = fault.detail.split('\n')
      const detail = [`${first}; where the file is no export, take it out of the zip`, ...rest].join('\n')
      sink.faults.add(fault.code === 'header_not_found' ? { ...fault, detail } : fault)
    },
  },
})

function* formatOf(file: ZipFile, recognise: Recognise): Steps<ReturnType<Recognise>> {
  const head = yield* readHead(file, headByteCount)
  return recognise(head, head.length === file.byteCount)
}

type FileOptions = ReaderOptions & { readonly format: FileFormat; readonly budget: UnpackBudget }

function* readFile(file: ZipFile, { format, budget, ...options }: FileOptions, sink: StatementSink): Steps<void> {
  const refuse = ({ code, detail }: Fault): void =>
    sink.faults.add({ line: 1, column: null, field: null, code, detail })
  const readFiles: ReadFiles = () => zipInZip
  const reader =
    format.name === name ? createArchiveReader({ ...options, budget, readFiles }, sink) : format.open(options, sink)
  const fault = yield* file.unpack(function* (part) {
    yield* reader.write(part)
    return !sink.faults.isFull()
  })
  if (fault !== undefined) refuse(fault)
  else if (!sink.faults.isFull()) yield* reader.end()
}

const zipInZip = zipFault('Got a zip inside a zip, wanted the files in it: unpack it, and pack them together')

/** Whether an operating system or program added the file by itself. */
const isOfSystem = (path: string): boolean =>
  path.startsWith('__MACOSX/') || /(^|\/)([.~][^/]*|Thumbs\.db|desktop\.ini)$/i.test(path)

const namedCountMax = 10

interface UnknownFile {
  readonly file: ZipFile
  readonly format: ReturnType<Recognise>
}

function unknownFiles(files: readonly UnknownFile[]): Fault {
  if (files.length === 0) return zipFault('Got a zip without files, wanted the files of a dataset in it')
  const named = files.slice(0, namedCountMax).map(({ file, format }) => `${JSON.stringify(file.name)} (${format.name})`)
  const more = files.length > namedCountMax ? ` and ${files.length - namedCountMax} more` : ''
  const [first] = files
  const why = first !== undefined && 'refusal' in first.format ? `. ${first.format.refusal}` : ''
  return zipFault(
    `Got a zip with ${named.join(', ')}${more}, none of which can be read, wanted files of statements or records${why}`,
  )
}
