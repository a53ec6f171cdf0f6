import { type FileHandle, open } from 'node:fs/promises'
import { fileFault } from '../file-fault.ts'

/** What a file of evidence is, by its first bytes. */
export type EvidenceKind = 'pack' | 'proof' | 'tlog-proof' | 'unknown'

/** An open file of evidence. */
export interface EvidenceFile {
  readonly file: FileHandle
  readonly byteCount: number
  readonly kind: EvidenceKind
  /** What the file is, in words for a fault. */
  readonly got: string
}

export type EvidenceUse<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Opens the file at `path`, hands the file to `use`, closes it, and returns what `use` returned. Otherwise every reason
 * why the file is unreadable, each beginning with the path; `use` may find such a reason too, or throw it.
 */
export async function withEvidence<Value>(
  path: string,
  use: (evidence: EvidenceFile) => Promise<EvidenceUse<Value>>,
): Promise<EvidenceUse<Value>> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const opened = await openEvidence(file)
    const used = opened.ok ? await use(opened.value) : opened
    return used.ok ? used : { ok: false, faults: used.faults.map((fault) => `${path}: ${fault}`) }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  } finally {
    await file?.close()
  }
}

async function openEvidence(file: FileHandle): Promise<EvidenceUse<EvidenceFile>> {
  const stat = await file.stat()
  if (stat.isDirectory()) return { ok: false, faults: ['is a directory, wanted a file'] }
  if (!stat.isFile()) return { ok: false, faults: ['is a pipe or a device, wanted a file on disk: save it first'] }
  const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningByteCount), 0, beginningByteCount, 0)
  const beginning = buffer.subarray(0, bytesRead)
  const kind = kindOf(beginning)
  const got = kind === 'unknown' ? beginningText(beginning) : kindTexts[kind]
  return { ok: true, value: { file, byteCount: stat.size, kind, got } }
}

const beginningByteCount = 64

/** A zip begins with a file or, when it has none, with its end (PKWARE APPNOTE 4.3.7, 4.3.16). */
function kindOf(beginning: Buffer): EvidenceKind {
  const text = beginning.toString('latin1')
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'pack'
  if (text.startsWith('c2sp.org/')) return 'tlog-proof'
  return /^(\u00ef\u00bb\u00bf)?\s*\{/.test(text) ? 'proof' : 'unknown'
}

const kindTexts = { pack: 'a zip archive', proof: 'JSON', 'tlog-proof': 'a C2SP tlog-proof' }

function beginningText(beginning: Buffer): string {
  if (beginning.length === 0) return 'an empty file'
  if (/^(\u00ff\u00fe|\u00fe\u00ff)/.test(beginning.toString('latin1'))) return 'text in UTF-16'
  // The last character may have been cut in two.
  const text = beginning.toString().replace(/\ufffd$/, '')
  return text.includes('\ufffd')
    ? 'bytes of no known kind'
    : `a file that begins with ${JSON.stringify(text.slice(0, 30))}`
}
