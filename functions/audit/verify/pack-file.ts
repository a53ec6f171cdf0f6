import { type JsonObject, joinBytes } from '@tallystick/engine/base'
import {
  type Anchor,
  type ChainCheck,
  type ChainInput,
  type ChainReport,
  packFileNamesAnchored,
  readPack,
  verifyProofChain,
} from '@tallystick/engine/verify'
import type { EvidenceBlob } from '../base/evidence-blob.ts'
import type { ZipEntry } from '../zip/zip-directory.ts'
import { readZipFile, type ZipFile } from '../zip/zip-file.ts'
import type { EvidenceUse } from './evidence-file.ts'
import { linesIn } from './pack-lines.ts'
import { type Expectation, expectationIn } from './trusted-keys.ts'
import type { VerifyPlatform } from './verify-platform.ts'

export type ArtifactName = 'source.ndjson' | 'target.ndjson' | 'result.ndjson'

/**
 * An opened evidence pack. Its small files are in memory; its artifacts (records and result) are read part by part when
 * they are needed.
 */
export interface PackFile {
  /**
   * The members to be verified: id, engine, roots, counts, totals and summary of the run, receipt and proofs of the
   * log.
   */
  readonly input: ChainInput
  /** The text of `rules.json`: the policy as canonical JSON. */
  readonly rules: string
  /** Members that no check proves, such as names and dataset ids. */
  readonly unproven: JsonObject
  readonly anchor: Anchor | null
  /** Reads an artifact from its beginning; may be called again. Throws UnreadableError where unpacking fails. */
  readonly artifact: (name: ArtifactName) => AsyncIterable<Uint8Array>
  /**
   * Reads the lines of an artifact without their newlines; may be called again. Requires a pack whose chain has been
   * verified.
   */
  readonly lines: (name: ArtifactName) => AsyncGenerator<string>
  /** The files read so far whose bytes do not have the checksum that the archive states. */
  readonly damaged: ReadonlySet<string>
}

/**
 * The largest small file that is accepted. With all defaults written out, `rules.json` may be longer than the 8 MB of a
 * request body.
 */
const smallByteCountMax = 16 * 2 ** 20

/**
 * The ten checks of a pack's chain. Reads each artifact once. Throws UnreadableError where an artifact cannot be
 * unpacked.
 */
export const verifyChainOf = (
  { sha256, verifySignature }: VerifyPlatform,
  { input, artifact }: PackFile,
  { onCheck, ...expected }: ChainRequest,
): Promise<ChainReport> =>
  verifyProofChain(
    { sha256, verify: verifySignature },
    {
      ...input,
      // Streams of their own, since those of the input can be read only once.
      source: artifact('source.ndjson'),
      target: artifact('target.ndjson'),
      result: artifact('result.ndjson'),
      ...expectationIn(expected),
    },
    onCheck,
  )

interface ChainRequest extends Expectation {
  readonly onCheck?: ((check: ChainCheck) => void) | undefined
}

/**
 * Opens the pack in a zip archive, or returns every reason why it is unreadable. Throws UnreadableError where a small
 * file cannot be unpacked; an artifact throws later, when it is read.
 */
export async function openPack(blob: EvidenceBlob): Promise<EvidenceUse<PackFile>> {
  const zip = await readZipFile(blob)
  if (!zip.ok) return { ok: false, faults: [zip.detail] }
  const { entries, read, damaged } = zip.value
  const faults = entries
    .map((entry, index) => entryFault(entry, entries.slice(0, index)))
    .filter((fault) => fault !== undefined)
  if (faults.length > 0) return { ok: false, faults }
  const find = (name: ArtifactName) => entries.find((each) => each.name === name)
  const pack = readPack({
    small: await readSmall(zip.value),
    artifact: (name) => {
      const entry = find(name)
      return entry && read(entry)
    },
  })
  if (!pack.ok) return pack
  const artifact = (name: ArtifactName) => {
    const entry = find(name)
    if (entry === undefined) throw new Error(`A pack that was read has no ${name}`)
    return read(entry)
  }
  const { value: input, unproven, anchor } = pack
  const lines = (name: ArtifactName) => linesIn(artifact(name))
  return { ok: true, value: { input, rules: textOfRules(input), unproven, anchor, artifact, lines, damaged } }
}

/** Bytes that are not UTF-8 become U+FFFD: then the check of the policy's hash fails. */
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

const textOfRules = ({ rules }: ChainInput): string => (typeof rules === 'string' ? rules : lenient.decode(rules))

function entryFault({ name, byteCount }: ZipEntry, earlier: readonly ZipEntry[]): string | undefined {
  if (name.includes('/')) return `${name} is a folder or in one, wanted the files of an evidence pack alone`
  if (!isPackFileName(name)) return `${name} is no file of an evidence pack`
  if (earlier.some((each) => each.name === name)) return `${name} is there twice`
  if (earlier.some((each) => placeOf(each.name) > placeOf(name)))
    return `${name}: Got a file in another place than the service writes it`
  // An artifact is never in memory as a whole; the archive itself bounds it to 4 GB.
  if (isArtifact(name) || byteCount <= smallByteCountMax) return undefined
  return `${name} has ${byteCount} bytes, wanted at most ${smallByteCountMax}`
}

const writtenNames: readonly string[] = packFileNamesAnchored.flatMap((name) =>
  name === 'result.ndjson' ? [name, 'instructions.ndjson'] : [name],
)
const placeOf = (name: string): number => writtenNames.indexOf(name)
const isPackFileName = (name: string): boolean => placeOf(name) >= 0
const isArtifact = (name: string): boolean => /^(source|target|result)\.ndjson$/.test(name)

async function readSmall({ entries, read }: ZipFile): Promise<ReadonlyMap<string, Uint8Array>> {
  const small = new Map<string, Uint8Array>()
  for (const entry of entries.filter(({ name }) => !isArtifact(name))) {
    const parts: Uint8Array[] = []
    for await (const part of read(entry)) parts.push(part)
    small.set(entry.name, joinBytes(parts))
  }
  return small
}
