import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { readPart } from '../sheet/read-part.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import { zipFault } from '../zip/zip-limits.ts'

/** Finds a file of a package by its path, in upper or lower case (ECMA-376 part 2 §6.2.2). */
export type FindPart = (path: string) => ZipFile | undefined

/** The parts of a workbook (ECMA-376 part 1 §12.3). */
interface XlsxPackage {
  readonly sheets: readonly NamedPart[]
  readonly strings: ZipFile | undefined
  readonly styles: ZipFile | undefined
  /** Whether dates count from 1904, as on old Macs, and not from 1900. */
  readonly is1904: boolean
  /** Whether the values of formulas are not final: a program has to calculate them first. */
  readonly isUncalculated: boolean
}

export interface NamedPart {
  readonly name: string
  readonly isHidden: boolean
  readonly file: ZipFile
}

const sheetCountMax = 1_000
const relationCountMax = 5_000

const unsound = zipFault('Got a workbook with missing parts, wanted one as spreadsheet programs save it')

export function createFindPart(files: readonly ZipFile[]): FindPart {
  const byPath = new Map(files.map((file) => [file.name.toLowerCase(), file]))
  return (path) => byPath.get(path.toLowerCase())
}

export function* mainPartOf(find: FindPart): Steps<string | undefined | Fault> {
  if (find('[Content_Types].xml') === undefined) return undefined
  const relations = yield* readRelations('', find)
  if ('detail' in relations) return relations
  return relations.find(({ type }) => type === 'officeDocument')?.target
}

export function* readPackage(path: string, find: FindPart): Steps<XlsxPackage | Fault> {
  const main = find(path)
  const relations = main === undefined ? unsound : yield* readRelations(path, find)
  if (main === undefined || 'detail' in relations) return 'detail' in relations ? relations : unsound
  const listed: { readonly name: string; readonly isHidden: boolean; readonly id: string | undefined }[] = []
  let [is1904, isUncalculated] = [false, false]
  const fault = yield* readPart(main, {
    open(name, { attribute }) {
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'))
      if (name === 'calcPr') isUncalculated = isTrue(attribute('fullCalcOnLoad'))
      if (name !== 'sheet') return
      const isHidden = (attribute('state') ?? 'visible') !== 'visible'
      listed.push({ name: attribute('name') ?? '', isHidden, id: attribute('r:id') ?? attribute('id') })
    },
    isDone: () => listed.length > sheetCountMax,
  })
  if (fault !== undefined) return fault
  if (listed.length > sheetCountMax) return zipFault(`Got more than ${sheetCountMax} sheets, wanted at most that`)
  const partOf = (wanted: string): ZipFile | undefined => {
    const target = relations.find(({ type }) => type === wanted)?.target
    return target === undefined ? undefined : find(target)
  }
  const sheets: NamedPart[] = []
  for (const { name, isHidden, id } of listed) {
    const relation = relations.find((each) => each.id === id)
    // Sheets of charts and dialogs have no cells.
    if (relation !== undefined && relation.type !== 'worksheet') continue
    const file = relation && find(relation.target)
    if (file === undefined || sheets.some((other) => other.file === file)) return unsound
    sheets.push({ name, isHidden, file })
  }
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), is1904, isUncalculated }
}

interface Relation {
  readonly id: string
  /** The last segment of its type: the others differ between editions of the standard. */
  readonly type: string
  readonly target: string
}

function* readRelations(path: string, find: FindPart): Steps<readonly Relation[] | Fault> {
  const slash = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, slash), path.slice(slash)]
  const file = find(`${folder}_rels/${name}.rels`)
  if (file === undefined) return unsound
  const relations: Relation[] = []
  const fault = yield* readPart(file, {
    open(element, { attribute }) {
      if (element !== 'Relationship' || attribute('TargetMode') === 'External') return
      const type = (attribute('Type') ?? '').split('/').at(-1) ?? ''
      relations.push({ id: attribute('Id') ?? '', type, target: resolve(folder, attribute('Target') ?? '') })
    },
    isDone: () => relations.length > relationCountMax,
  })
  return fault ?? (relations.length > relationCountMax ? unsound : relations)
}

function resolve(folder: string, target: string): string {
  const path: string[] = []
  for (const part of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (part === '..') path.pop()
    else if (part !== '' && part !== '.') path.push(part)
  }
  return path.join('/')
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'
