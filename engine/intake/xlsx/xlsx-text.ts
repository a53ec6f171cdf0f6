import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { cellBudgetFault, cellLengthMax } from '../sheet/cell-budget.ts'
import { readPart } from '../sheet/read-part.ts'
import type { ZipFile } from '../zip/zip-archive.ts'

/** Collects the text of a shared or inline string: its runs one after the other, without phonetic runs. */
interface RunText {
  open(name: string): void
  text(text: string): void
  close(name: string): void
  take(): string
}

export function createRunText(): RunText {
  let text = ''
  let isText = false
  let isPhonetic = false
  return {
    open(name) {
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(more) {
      if (isText && text.length <= escapedLengthMax) text += more
    },
    close(name) {
      if (name === 'rPh') isPhonetic = false
      isText = false
    },
    take() {
      const taken = unescapeText(text)
      text = ''
      return taken
    },
  }
}

/** An escaped character takes seven characters of the file. */
const escapedLengthMax = 7 * cellLengthMax

/** Characters that XML cannot hold are written `_x000D_` (ECMA-376 part 1 §22.9.2.19). */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .toWellFormed()
    : text

/** The most shared texts of a workbook, for the sake of memory. */
const stringCountMax = 2_000_000

/** The texts that cells share, in the order in which cells name them. */
export function* readStrings(file: ZipFile | undefined): Steps<readonly string[] | Fault> {
  const strings: string[] = []
  if (file === undefined) return strings
  const run = createRunText()
  const fault = yield* readPart(file, {
    open: run.open,
    text: run.text,
    close(name) {
      run.close(name)
      if (name === 'si') strings.push(run.take())
    },
    isDone: () => strings.length > stringCountMax,
  })
  return fault ?? (strings.length > stringCountMax ? cellBudgetFault : strings)
}
