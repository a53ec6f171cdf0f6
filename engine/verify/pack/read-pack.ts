import { textOf } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { JsonObject } from '../../base/json-shape.ts'
import { type Parsed, refused } from '../../base/parsed.ts'
import { parseLogEntry } from '../../log/log-entry.ts'
import { type Anchor, parseAnchor } from '../anchor/anchor.ts'
import type { ChainInput } from '../chain/chain-input.ts'
import { type PackFileName, packFileNamesAnchored, parseKeys, parseProofs, parseReceipts } from './pack-files.ts'
import { parseManifest } from './pack-manifest.ts'
import { isPackReadme } from './pack-readme.ts'

/** The files of an unpacked evidence pack, the three large ones as streams. */
export interface PackFiles {
  /** The bytes of every file but the three artifacts, by name. */
  readonly small: ReadonlyMap<string, Uint8Array>
  /** The bytes of an artifact, read at most once; undefined when the pack lacks the file. */
  readonly artifact: (
    name: 'source.ndjson' | 'target.ndjson' | 'result.ndjson',
  ) => AsyncIterable<Uint8Array> | undefined
}

export type ReadPack =
  | {
      readonly ok: true
      readonly value: ChainInput
      /** Null in the pack of a run that was not anchored. */
      readonly anchor: Anchor | null
      /** What the pack says of the run beside its evidence: whoever made the pack may have written anything there. */
      readonly unproven: JsonObject
    }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Reads a pack as the input of `verifyProofChain`, or comes back with all faults that make it unreadable, in words. */
export function readPack(sha256: Sha256, { small, artifact }: PackFiles): ReadPack {
  const faults = [...small.keys()].filter(isForeign).map((name) => `${name} is no file of an evidence pack`)
  const needed = <Value>(name: PackFileName | 'anchor.json', found: Value | undefined): Value | undefined => {
    if (found === undefined) faults.push(`${name} is missing`)
    return found
  }
  const read = <Value>(
    name: PackFileName | 'anchor.json',
    parse: (text: string) => Parsed<Value>,
    decode: (bytes: Uint8Array) => string | undefined = textOf,
  ): Value | undefined => {
    const bytes = needed(name, small.get(name))
    const text = bytes && decode(bytes)
    const result = bytes && (text === undefined ? refused('Got bytes that are not UTF-8') : parse(text))
    if (result?.ok === false) faults.push(`${name}: ${result.detail}`)
    return result?.ok ? result.value : undefined
  }
  const manifest = read('manifest.json', parseManifest)
  const version = manifest?.version ?? 2
  const rules = needed('rules.json', small.get('rules.json'))
  const source = needed('source.ndjson', artifact('source.ndjson'))
  const target = needed('target.ndjson', artifact('target.ndjson'))
  const result = needed('result.ndjson', artifact('result.ndjson'))
  const receipts = read('receipts.ndjson', parseReceipts, anyTextOf)
  const proofs = read('proofs.json', (text) => parseProofs(text, version))
  const before = small.get('previous-checkpoint.txt')
  if (version === 2) needed('previous-checkpoint.txt', before)
  else if (before !== undefined) faults.push('previous-checkpoint.txt is no file of a pack of version 1')
  const checkpoint = needed('checkpoint.txt', small.get('checkpoint.txt'))
  const keys = needed('keys.txt', small.get('keys.txt'))
  const anchor = small.has('anchor.json') ? read('anchor.json', parseAnchor) : null
  const readme = needed('README.txt', small.get('README.txt'))
  faults.push(...faultsOfVersion(sha256, version, { readme, own: receipts?.own, isAnchored: anchor !== null }))
  if (!manifest || !rules || !source || !target || !result || !receipts || !proofs || !checkpoint || !keys)
    return { ok: false, faults }
  if (faults.length > 0) return { ok: false, faults }
  const { version: _, unproven, ...claims } = manifest
  const { previous: previousInclusion, ...ownProofs } = proofs
  return {
    ok: true,
    unproven,
    anchor: anchor ?? null,
    value: {
      ...ownProofs,
      run: manifest.run,
      manifest: claims,
      rules,
      source,
      target,
      result,
      receipt: { line: receipts.own },
      previous: receipts.previous === null ? null : { line: receipts.previous },
      ...(previousInclusion != null && { previousInclusion }),
      ...(before !== undefined && previousCheckpointIn(before, receipts.previous)),
      checkpoint: anyTextOf(checkpoint),
      keys: parseKeys(anyTextOf(keys)),
    },
  }
}

interface OfVersion {
  readonly readme: Uint8Array | undefined
  /** The line of the run's receipt. */
  readonly own: string | undefined
  readonly isAnchored: boolean
}

/** What a pack of the version does not have. */
function faultsOfVersion(sha256: Sha256, version: 1 | 2, { readme, own, isAnchored }: OfVersion): readonly string[] {
  const faults: string[] = []
  if (version === 1 && isAnchored) faults.push('anchor.json is no file of a pack of version 1')
  if (readme !== undefined && !isPackReadme(sha256, readme, version))
    faults.push(`README.txt: Got a text that no version of the service writes into a pack of version ${version}`)
  if (version === 1 && own !== undefined && isOfSecond(own))
    faults.push('receipts.ndjson: Got a receipt of version 2 in a pack of version 1')
  return faults
}

/**
 * The note in `previous-checkpoint.txt`, which is empty before the first receipt, and where the receipt before was sealed
 * before checkpoints were signed. No receipt of version 2 was, and no deletion.
 */
function previousCheckpointIn(bytes: Uint8Array, previous: string | null): Pick<ChainInput, 'previousCheckpoint'> {
  if (bytes.length > 0) return { previousCheckpoint: anyTextOf(bytes) }
  return previous !== null && isOfSecond(previous) ? { previousCheckpoint: null } : {}
}

/** Whether a receipt is of version 2, or a deletion stands in its place. */
function isOfSecond(line: string): boolean {
  const entry = parseLogEntry(line)
  return entry.ok && entry.value.kind !== 'tallystick/receipt@1'
}

const isForeign = (name: string): boolean => !packFileNamesAnchored.some((each) => each === name)

/** Bytes that are no UTF-8 become U+FFFD, which no receipt, checkpoint or key holds: their checks fail on it. */
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const anyTextOf = (bytes: Uint8Array): string => lenient.decode(bytes)
