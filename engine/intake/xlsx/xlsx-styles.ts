import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { readPart } from '../sheet/read-part.ts'
import { kindOfBuiltIn, kindOfFormat, type NumberKind, zerosOfFormat } from '../sheet/sheet-date.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import { zipFault } from '../zip/zip-limits.ts'

export interface CellStyle {
  readonly kind: NumberKind
  readonly zeros: number
}

export const generalStyle: CellStyle = { kind: 'number', zeros: 0 }

/** The most styles of a workbook; programs allow fewer. */
const styleCountMax = 70_000

/** Characters of a number format: four times what programs allow. Searching longer formats would take long. */
const codeLengthMax = 1_000

const tooManyStyles = zipFault(`Got a workbook of more than ${styleCountMax} styles, wanted at most that`)

/** The styles of cells, in the order in which cells name them (ECMA-376 part 1 §18.8.10, §18.8.30). */
export function* readStyles(file: ZipFile | undefined): Steps<readonly CellStyle[] | Fault> {
  const formats = new Map<number, CellStyle>()
  const styles: CellStyle[] = []
  let isOfCells = false
  if (file === undefined) return styles
  const isTooMany = (): boolean => styles.length > styleCountMax || formats.size > styleCountMax
  const fault = yield* readPart(file, {
    open(name, { attribute }) {
      if (name === 'cellXfs') isOfCells = true
      const id = Number(attribute('numFmtId') ?? '0')
      if (name === 'numFmt') {
        const code = (attribute('formatCode') ?? '').slice(0, codeLengthMax)
        formats.set(id, { kind: kindOfFormat(code), zeros: zerosOfFormat(code) })
      }
      if (name === 'xf' && isOfCells) styles.push(formats.get(id) ?? { kind: kindOfBuiltIn(id), zeros: 0 })
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
    isDone: isTooMany,
  })
  return fault ?? (isTooMany() ? tooManyStyles : styles)
}
