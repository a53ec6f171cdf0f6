import { createByteQueue } from './byte-queue.ts'
import { csvFormat } from './csv/csv-format.ts'
import { refusalFault } from './file-head.ts'
import type { FileFormat } from './format.ts'
import { formats } from './formats.ts'
import { type FileIntake, type FileIntakeOptions, openIntake } from './intake.ts'
import { recogniseFormat } from './recognise-format.ts'
import { type RefusedFormat, refusedFormats } from './refused-formats.ts'

/**
 * An intake of a file whose format is recognised by its first bytes, which are held until then: at most 64 KB and one
 * part.
 * A file of a format that cannot be read has one fault, which says what the file is.
 */
export function openSniffedIntake(options: Omit<FileIntakeOptions, 'format'>): FileIntake {
  const queue = createByteQueue()
  let intake: FileIntake | undefined
  /** Opens a file that ended before it was recognised. */
  const open = () => {
    const held = queue.waiting()
    const opened = openFormat(sniffFormat(held, true) ?? csvFormat, options)
    intake = opened
    return opened.write(held)
  }
  return {
    write(bytes) {
      if (intake !== undefined) return intake.write(bytes)
      queue.append(bytes)
      const held = queue.waiting()
      const format = sniffFormat(held, held.length > heldByteCountMax)
      if (format === undefined) return []
      intake = openFormat(format, options)
      return intake.write(held)
    },
    *ending() {
      if (intake === undefined) yield open()
      yield* intake?.ending() ?? []
    },
    end() {
      if (intake !== undefined) return intake.end()
      const chunks = open()
      const end = (intake ?? openFormat(csvFormat, options)).end()
      return end.ok ? { ...end, chunks: [...chunks, ...end.chunks] } : end
    },
    encoding: () => intake?.encoding() ?? null,
    format: () => intake?.format() ?? csvFormat.name,
    isHeld: () => intake?.isHeld() ?? false,
  }
}

/** The header of a CSV is looked for in as many bytes: a file that is blank for longer has none. */
const heldByteCountMax = 64 * 1024

/**
 * The format of a file that begins with `bytes`: certain before likely before possible.
 * Undefined while `bytes` are too few to decide. With `isAll`, a file that no format recognises is blank, and read as
 * CSV, whose reader says what it wanted.
 */
export function sniffFormat(bytes: Uint8Array, isAll: boolean): FileFormat | RefusedFormat | undefined {
  const found = recogniseFormat(bytes, isAll, [...refusedFormats, ...formats])
  return found ?? (isAll ? csvFormat : undefined)
}

function openFormat(format: FileFormat | RefusedFormat, options: Omit<FileIntakeOptions, 'format'>): FileIntake {
  if ('open' in format) return openIntake({ ...options, format })
  const faults = [refusalFault(format.refusal)]
  return {
    write: () => [],
    ending: () => [],
    end: () => ({ ok: false, faults }),
    encoding: () => null,
    format: () => format.name,
    isHeld: () => false,
  }
}
