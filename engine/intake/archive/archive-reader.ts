import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions, RecordReader } from '../format/format.ts'
import { openOds } from '../ods/ods-workbook.ts'
import type { Fault } from '../rows/intake-limits.ts'
import { noSteps, type Steps } from '../rows/steps.ts'
import { readWorkbook } from '../sheet/read-workbook.ts'
import type { Workbook } from '../sheet/sheet.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import { createFindPart, type FindPart, mainPartOf } from '../xlsx/xlsx-package.ts'
import { openXlsx } from '../xlsx/xlsx-workbook.ts'
import { openZip, type ZipFile } from '../zip/zip-archive.ts'
import { createUnpackBudget, tooLargeFault, type UnpackBudget, zipFault, zipLimits } from '../zip/zip-limits.ts'
import { readWhole } from '../zip/zip-part.ts'

/** Reads the files of an archive that is not a workbook, or returns a fault that refuses the archive. */
export type ReadFiles = (files: readonly ZipFile[], budget: UnpackBudget) => Steps<Fault | undefined> | Fault

interface ArchiveOptions extends ReaderOptions {
  readonly readFiles: ReadFiles
  /** The unpacking budget that an archive shares with the archive around it. */
  readonly budget?: UnpackBudget
}

/**
 * Reads a zip or a workbook; its content decides which it is. The whole archive is held, since its directory comes
 * last.
 */
export function createArchiveReader(options: ArchiveOptions, sink: StatementSink): RecordReader {
  const queue = createByteQueue()
  const budget = options.budget ?? createUnpackBudget()
  let format: string | undefined
  const refuse = ({ code, detail }: Fault): void => {
    if (!sink.faults.isFull()) sink.faults.add({ line: 1, column: null, field: null, code, detail })
    sink.faults.close()
  }
  const read = function* (): Steps<Fault | undefined> {
    const bytes = queue.waiting()
    if (bytes.length === 0) return zipFault('Got an empty file, wanted a workbook or a zip: export or send it again')
    if (bytes[0] !== letterP || bytes[1] !== letterK) return noArchive
    const files = openZip(bytes, budget)
    if ('detail' in files) return files
    yield
    const find = createFindPart(files)
    const main = yield* mainPartOf(find)
    if (typeof main === 'object') return main
    const document = main === undefined ? yield* openDocumentType(find) : undefined
    if (main === undefined && document === undefined) {
      if (find('Index/Document.iwa') !== undefined) return numbersWorkbook
      const reading = options.readFiles(files, budget)
      return 'detail' in reading ? reading : yield* reading
    }
    if (new Set(files.map(({ name }) => name.toLowerCase())).size < files.length) return twice
    if (main !== undefined) {
      format = 'xlsx'
      const workbook = yield* openOffice(main, find)
      return 'detail' in workbook ? workbook : yield* readWorkbook(workbook, options, sink)
    }
    format = 'ods'
    const workbook = yield* openDocument(document ?? '', find)
    return 'detail' in workbook ? workbook : yield* readWorkbook(workbook, options, sink)
  }
  return {
    isHeld: true,
    write(bytes) {
      if (queue.waiting().length + bytes.length > zipLimits.packedByteCount) refuse(tooLargeFault)
      if (!sink.faults.isFull()) queue.append(bytes)
      return noSteps()
    },
    *end() {
      const fault = sink.faults.isFull() ? undefined : yield* read()
      if (fault !== undefined) refuse(fault)
    },
    format: () => format,
    unpackedByteCount: () => zipLimits.unpackedByteCount - budget.byteCount,
  }
}

function* openOffice(main: string, find: FindPart): Steps<Workbook | Fault> {
  if (!/\.xml$/i.test(main) || /^\/?(word|ppt|visio)\//i.test(main))
    return main.toLowerCase().endsWith('.bin') ? binaryWorkbook : noWorkbook
  return yield* openXlsx(main, find)
}

function* openDocument(type: string, find: FindPart): Steps<Workbook | Fault> {
  if (!type.startsWith(spreadsheetType)) return noWorkbook
  const content = find('content.xml')
  return content === undefined || (yield* isEncrypted(find)) ? encryptedWorkbook : yield* openOds(content)
}

/** `PK`, the first two bytes of every archive. */
const [letterP, letterK] = [0x50, 0x4b]
const noArchive = zipFault(
  'Got a file that is neither a workbook (.xlsx, .ods) nor a zip, wanted one: send it by the media type of what it is',
)

const spreadsheetType = 'application/vnd.oasis.opendocument.spreadsheet'

function* openDocumentType(find: FindPart): Steps<string | undefined> {
  const file = find('mimetype')
  if (file === undefined) return find('content.xml') && find('META-INF/manifest.xml') && spreadsheetType
  const type = file.byteCount < 200 ? yield* readWhole(file) : ''
  return type.startsWith('application/vnd.oasis.opendocument.') ? type.trim() : undefined
}

function* isEncrypted(find: FindPart): Steps<boolean> {
  if (find('encrypted-package') !== undefined) return true
  return (yield* readWhole(find('META-INF/manifest.xml'))).includes('encryption-data')
}

const twice = zipFault('Got a workbook with two parts of one name, wanted one as spreadsheet programs save it')
const saveAs = 'save it in a spreadsheet program as .xlsx, or as CSV'
const encryptedWorkbook = zipFault(
  `Got a workbook with a password, or without its content, wanted one without: open it, and ${saveAs}`,
)
const binaryWorkbook = zipFault(`Got a binary workbook (.xlsb), wanted .xlsx, .ods or CSV: ${saveAs}`)
const numbersWorkbook = zipFault(
  'Got a workbook of Numbers, wanted .xlsx, .ods or CSV: export it from Numbers as one of these',
)
const noWorkbook = zipFault(
  'Got a text document, a presentation or a drawing, wanted the table by itself: copy it into a sheet, and save that as .xlsx or CSV',
)
