import type { FileHandle } from 'node:fs/promises'
import type { EvidenceBlob } from '@tallystick/audit/base/evidence-blob'
import { type EvidenceFile, type EvidenceUse, recogniseEvidence } from '@tallystick/audit/verify/evidence-file'
import { openPack, type PackFile } from '@tallystick/audit/verify/pack-file'
import { packOfPeriod } from '@tallystick/audit/verify/period-pack'
import { fileFault, unlessSystem } from '../file-fault.ts'
import { type OpenFile, openFile } from '../file-parts.ts'
import { bytesInFolder, isBegun } from './folder-of-period.ts'

/**
 * Opens the file at `path` and returns what `use` makes of it. Faults begin with the path, also a fault that `use`
 * returns or throws.
 */
export async function withEvidence<Value>(
  path: string,
  use: (evidence: EvidenceFile) => Promise<EvidenceUse<Value>>,
): Promise<EvidenceUse<Value>> {
  let source: OpenFile | undefined
  try {
    source = await openFile(path)
    const opened = await openEvidence(path, source.file)
    const used = opened.ok ? await use(opened.value) : opened
    return used.ok ? used : { ok: false, faults: used.faults.map((fault) => `${path}: ${fault}`) }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  } finally {
    await source?.close()
  }
}

export function withPack<Value>(path: string, use: (pack: PackFile) => Promise<Value>): Promise<EvidenceUse<Value>> {
  return withEvidence(path, async ({ blob, kind, got }) => {
    if (kind !== 'pack') return { ok: false, faults: [`Got ${got}, wanted an evidence pack, the zip of ?format=zip`] }
    const pack = await openPack(blob)
    return pack.ok ? { ok: true, value: await use(pack.value) } : pack
  })
}

async function openEvidence(path: string, file: FileHandle): Promise<EvidenceUse<EvidenceFile>> {
  const stat = await file.stat()
  if (stat.isDirectory()) return openFolder(path)
  if (!stat.isFile()) return { ok: false, faults: ['is a pipe or a device, wanted a file on disk: save it first'] }
  return { ok: true, value: await recogniseEvidence(blobOf(file, stat.size)) }
}

/** The folder of a period is verified as the pack of its files. */
async function openFolder(path: string): Promise<EvidenceUse<EvidenceFile>> {
  if (!isBegun(path)) return { ok: false, faults: ['is a directory without a period, wanted a file'] }
  return { ok: true, value: await recogniseEvidence(new Blob([(await packOfPeriod(bytesInFolder(path))).slice()])) }
}

/**
 * Reads a file in parts. Errors of the system are thrown as UnreadableError with their own message. Node's `openAsBlob`
 * does not say why it cannot read, and takes four times as long.
 */
export const blobOf = (file: FileHandle, size: number): EvidenceBlob => ({
  size,
  slice: (start, end) => ({
    async arrayBuffer() {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
      let count = 0
      while (count < bytes.length) {
        const { bytesRead } = await file.read(bytes, count, bytes.length - count, start + count).catch(unlessSystem)
        if (bytesRead === 0) break
        count += bytesRead
      }
      // There are fewer bytes where the file was cut off after it was opened.
      return count === bytes.length ? bytes.buffer : bytes.buffer.slice(0, count)
    },
  }),
})
