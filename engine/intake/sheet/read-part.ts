import { type Backlog, createBacklog } from '../rows/backlog.ts'
import type { Fault } from '../rows/intake-limits.ts'
import { createFaultLog } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { readXml } from '../xml/read-xml.ts'
import type { XmlElement } from '../xml/xml-reader.ts'
import type { ZipFile } from '../zip/zip-archive.ts'

interface PartTaker {
  open(name: string, element: XmlElement): void
  text?(text: string): void
  close?(name: string): void
  isDone?(): boolean
}

export function* readPart(
  file: ZipFile,
  taker: PartTaker,
  backlog: Backlog = createBacklog(() => false),
): Steps<Fault | undefined> {
  const faults = createFaultLog()
  /** Ends the reading once the taker needs no more; a closed fault log stops it. */
  const check = (): void => {
    if (taker.isDone?.() === true) faults.close()
  }
  const xml = {
    open(name: string, element: XmlElement): void {
      taker.open(name, element)
      check()
    },
    text: (text: string) => taker.text?.(text),
    close(name: string): void {
      taker.close?.(name)
      check()
    },
    end: () => undefined,
  }
  const reader = readXml(xml, { encodingLabel: undefined, faults, backlog })
  const fault = yield* file.unpack(function* (part) {
    yield* reader.write(part)
    return !faults.isFull()
  })
  if (fault !== undefined) return fault
  yield* reader.end()
  const [found] = faults.faults()
  return found === undefined
    ? undefined
    : { code: found.code, detail: `${found.detail}, in ${file.name} of the workbook` }
}
