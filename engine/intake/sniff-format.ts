import type { DatasetChunk } from './dataset/dataset-chunks.ts'
import { refusalFault } from './format/file-head.ts'
import type { FileFormat } from './format/format.ts'
import { recogniseFormat } from './format/recognise-format.ts'
import { type RefusedFormat, refusedFormats } from './format/refused-formats.ts'
import { formats } from './formats.ts'
import { type FileIntake, type FileIntakeOptions, openIntake } from './intake.ts'
import { csvFormat } from './kinds/csv-format.ts'
import { createByteQueue } from './text/byte-queue.ts'

/**
 * Opens an intake that recognises the format itself. Holds up to 64 KB and one part until then. A file of a refused
 * format gets one fault.
 */
export function openSniffedIntake(options: Omit<FileIntakeOptions, 'format'>): FileIntake {
  const queue = createByteQueue()
  let intake: FileIntake | undefined
  const open = (): FileIntake => {
    intake = openFormat(sniffFormat(queue.waiting(), true) ?? csvFormat, options)
    return intake
  }
  const reading = function* (bytes: Uint8Array): Generator<readonly DatasetChunk[]> {
    if (intake !== undefined) return yield* intake.reading(bytes)
    queue.append(bytes)
    const held = queue.waiting()
    const format = sniffFormat(held, held.length > heldByteCountMax)
    if (format === undefined) return
    intake = openFormat(format, options)
    yield* intake.reading(held)
  }
  const ending = function* (): Generator<readonly DatasetChunk[]> {
    if (intake === undefined) yield* open().reading(queue.waiting())
    yield* intake?.ending() ?? []
  }
  return {
    reading,
    write: (bytes) => [...reading(bytes)].flat(),
    ending,
    end() {
      const chunks = [...ending()].flat()
      const end = (intake ?? open()).end()
      return end.ok ? { ...end, chunks: [...chunks, ...end.chunks] } : end
    },
    encoding: () => intake?.encoding() ?? null,
    format: () => intake?.format() ?? csvFormat.name,
    isHeld: () => intake?.isHeld() ?? false,
    objectCount: () => intake?.objectCount() ?? 0,
    unpackedByteCount: () => intake?.unpackedByteCount() ?? 0,
  }
}

/** Enough for the header of a CSV: a file that is blank for longer has none. */
const heldByteCountMax = 64 * 1024

/** Undefined while `bytes` are too few. With `isAll`, an unrecognised file is blank: the CSV reader refuses it. */
export function sniffFormat(bytes: Uint8Array, isAll: boolean): FileFormat | RefusedFormat | undefined {
  const found = recogniseFormat(bytes, isAll, [...refusedFormats, ...formats])
  return found ?? (isAll ? csvFormat : undefined)
}

function openFormat(format: FileFormat | RefusedFormat, options: Omit<FileIntakeOptions, 'format'>): FileIntake {
  if ('open' in format) return openIntake({ ...options, format })
  const faults = [refusalFault(format.refusal)]
  return {
    reading: () => [],
    write: () => [],
    ending: () => [],
    end: () => ({ ok: false, faults }),
    encoding: () => null,
    format: () => format.name,
    isHeld: () => false,
    objectCount: () => 0,
    unpackedByteCount: () => 0,
  }
}
