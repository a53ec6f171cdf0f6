import { textOf } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { type Parsed, refused } from '../../base/parsed.ts'
import type { ChainInput } from '../chain/chain-input.ts'
import { type PackFileName, packFileNames, parseKeys, parseManifest, parseProofs, parseReceipts } from './pack-files.ts'
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
  | { readonly ok: true; readonly value: ChainInput }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Reads a pack as the input of `verifyProofChain`, or comes back with all faults that make it unreadable, in words. */
export function readPack(sha256: Sha256, { small, artifact }: PackFiles): ReadPack {
  const faults = [...small.keys()].filter(isForeign).map((name) => `${name} is no file of an evidence pack`)
  const needed = <Value>(name: PackFileName, found: Value | undefined): Value | undefined => {
    if (found === undefined) faults.push(`${name} is missing`)
    return found
  }
  const read = <Value>(
    name: PackFileName,
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
  const rules = needed('rules.json', small.get('rules.json'))
  const source = needed('source.ndjson', artifact('source.ndjson'))
  const target = needed('target.ndjson', artifact('target.ndjson'))
  const result = needed('result.ndjson', artifact('result.ndjson'))
  const receipts = read('receipts.ndjson', parseReceipts, anyTextOf)
  const proofs = read('proofs.json', parseProofs)
  const checkpoint = needed('checkpoint.txt', small.get('checkpoint.txt'))
  const keys = needed('keys.txt', small.get('keys.txt'))
  const readme = needed('README.txt', small.get('README.txt'))
  if (readme !== undefined && !isPackReadme(sha256, readme))
    faults.push('README.txt: Got a text that no version of the service writes')
  if (!manifest || !rules || !source || !target || !result || !receipts || !proofs || !checkpoint || !keys)
    return { ok: false, faults }
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    value: {
      ...proofs,
      run: manifest.run,
      manifest,
      rules,
      source,
      target,
      result,
      receipt: { line: receipts.own },
      previous: receipts.previous === null ? null : { line: receipts.previous },
      checkpoint: anyTextOf(checkpoint),
      keys: parseKeys(anyTextOf(keys)),
      // Witnesses may cosign a checkpoint (C2SP signed-note). The copy in the manifest shows any other change of the note.
      unknownSignatures: 'ignored',
    },
  }
}

const isForeign = (name: string): boolean => !packFileNames.some((each) => each === name)

/** Bytes that are no UTF-8 become U+FFFD, which no receipt, checkpoint or key holds: their checks fail on it. */
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const anyTextOf = (bytes: Uint8Array): string => lenient.decode(bytes)
