import { createByteQueue } from './byte-queue.ts'
import { csvFormat } from './csv/csv.ts'
import type { FileFormat, Sniffed } from './format.ts'
import { formats, type RefusedFormat, refusedFormats } from './formats.ts'
import { type FileIntake, type FileIntakeOptions, openIntake } from './intake.ts'
import type { RowFault } from './row-fault.ts'

/**
 * An intake of a file whose format is recognised by its first bytes, which are held until then: at most 64 KB and one
 * part.
 * A file of a format that cannot be read has one fault, which says what the file is.
 */
export function openSniffedIntake(options: Omit<FileIntakeOptions, 'format'>): FileIntake {
  const queue = createByteQueue()
  let intake: FileIntake | undefined
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
    end() {
      if (intake !== undefined) return intake.end()
      const held = queue.waiting()
      intake = openFormat(sniffFormat(held, true) ?? csvFormat, options)
      const chunks = intake.write(held)
      const end = intake.end()
      return end.ok ? { ...end, chunks: [...chunks, ...end.chunks] } : end
    },
    encoding: () => intake?.encoding() ?? null,
    format: () => intake?.format() ?? csvFormat.name,
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
  const visible = visibleBytes(bytes)
  const sniffed = [...refusedFormats, ...formats].map((format) => ({
    format,
    result: format.sniff(visible, isAll, bytes),
  }))
  const firstOf = (result: Sniffed) => sniffed.find((each) => each.result === result)?.format
  const certain = firstOf('certain')
  if (certain !== undefined) return certain
  if (!isAll && firstOf('undecided') !== undefined) return undefined
  return firstOf('likely') ?? firstOf('possible') ?? csvFormat
}

/**
 * The first bytes without white space, zeros and the bytes of a byte order mark, so that a sniffer need not know of
 * UTF-16 or of any encoding that ASCII is a part of.
 */
function visibleBytes(bytes: Uint8Array): Uint8Array {
  const visible = new Uint8Array(visibleByteCountMax)
  let count = 0
  for (const byte of bytes) {
    if (count === visibleByteCountMax) break
    if (!skippedBytes.has(byte)) visible[count++] = byte
  }
  return visible.subarray(0, count)
}

const visibleByteCountMax = 1024
const skippedBytes = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0xef, 0xbb, 0xbf, 0xff, 0xfe])

function openFormat(format: FileFormat | RefusedFormat, options: Omit<FileIntakeOptions, 'format'>): FileIntake {
  if ('open' in format) return openIntake({ ...options, format })
  const fault: RowFault = { line: 1, column: null, field: null, code: 'invalid_record', detail: format.refusal }
  return {
    write: () => [],
    end: () => ({ ok: false, faults: [fault] }),
    encoding: () => null,
    format: () => format.name,
  }
}
