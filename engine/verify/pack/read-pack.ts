import { textOf } from '../../base/bytes.ts'
import { type Parsed, refused } from '../../base/parsed.ts'
import type { ChainInput } from '../chain/chain.ts'
import { type PackFileName, packFileNames, parseKeys, parseManifest, parseProofs, parseReceipts } from './pack.ts'

/** An evidence pack, its large files as streams. */
export interface PackFiles {
  /** Every file but the three artifacts, whole, by name. */
  readonly small: ReadonlyMap<string, Uint8Array>
  /** The bytes of an artifact, read at most once; undefined when the pack has no file of the name. */
  readonly artifact: (
    name: 'source.ndjson' | 'target.ndjson' | 'result.ndjson',
  ) => AsyncIterable<Uint8Array> | undefined
}

export type ReadPack =
  | { readonly ok: true; readonly value: ChainInput }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * What `verifyProofChain` is to verify of a pack, or all that makes the pack unreadable, in words. The README is
 * nobody's evidence and may be missing.
 */
export function readPack({ small, artifact }: PackFiles): ReadPack {
  const faults = [...small.keys()].filter(isStranger).map((name) => `${name} is no file of an evidence pack`)
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
      // Witnesses may cosign a checkpoint (C2SP signed-note); that nothing else of it changed, the manifest's copy tells.
      strangers: 'ignored',
    },
  }
}

const isStranger = (name: string): boolean => !packFileNames.some((each) => each === name)

/** A replacement character for what is no UTF-8: it is in no receipt, checkpoint or key, so their check fails on it. */
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const anyTextOf = (bytes: Uint8Array): string => lenient.decode(bytes)
