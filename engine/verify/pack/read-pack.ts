import { textOf } from '../../base/bytes.ts'
import type { JsonObject } from '../../base/json-shape.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import { type Anchor, parseAnchor } from '../anchor/anchor.ts'
import type { ChainInput } from '../chain/chain-input.ts'
import {
  instructedFileNames,
  type PackFileName,
  packFileNamesAnchored,
  parseInstructions,
  parseKeyPeriods,
  parseKeys,
  parseProofs,
  parseReceipts,
} from './pack-files.ts'
import { parseManifest } from './pack-manifest.ts'
import { packReadme } from './pack-readme.ts'

/** The files of an unpacked evidence pack, with the three artifacts as streams. */
export interface PackFiles {
  readonly small: ReadonlyMap<string, Uint8Array>
  /** Read at most once; undefined where the pack lacks the file. */
  readonly artifact: (
    name: 'source.ndjson' | 'target.ndjson' | 'result.ndjson',
  ) => AsyncIterable<Uint8Array> | undefined
}

type AnyFileName = PackFileName | 'anchor.json' | (typeof instructedFileNames)[number]

type ReadPack =
  | {
      readonly ok: true
      readonly value: ChainInput
      readonly anchor: Anchor | null
      /** Not checked: whoever made the pack may have written anything here. */
      readonly unproven: JsonObject
    }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Reads a pack as the input of `verifyProofChain`, or returns all faults that make it unreadable. */
export function readPack({ small, artifact }: PackFiles): ReadPack {
  const faults = [...small.keys()].filter(isForeign).map((name) => `${name} is no file of an evidence pack`)
  const needed = <Value>(name: AnyFileName, found: Value | undefined): Value | undefined => {
    if (found === undefined) faults.push(`${name} is missing`)
    return found
  }
  const read = <Value>(name: AnyFileName, parse: (text: string) => Parsed<Value>): Value | undefined => {
    const bytes = needed(name, small.get(name))
    const text = bytes && textOf(bytes)
    const result = bytes && (text === undefined ? refused('Got bytes that are not UTF-8') : parse(text))
    if (result?.ok === false) faults.push(`${name}: ${result.detail}`)
    return result?.ok ? result.value : undefined
  }
  const manifest = read('manifest.json', parseManifest)
  const rules = needed('rules.json', small.get('rules.json'))
  const source = needed('source.ndjson', artifact('source.ndjson'))
  const target = needed('target.ndjson', artifact('target.ndjson'))
  const result = needed('result.ndjson', artifact('result.ndjson'))
  const receipts = read('receipts.ndjson', parseReceipts)
  const proofs = read('proofs.json', parseProofs)
  const before = read('previous-checkpoint.txt', parsed)
  const checkpoint = read('checkpoint.txt', parsed)
  const periods = read('key-periods.txt', parseKeyPeriods)
  const keys = read('keys.txt', parseKeys)
  const anchor = small.has('anchor.json') ? read('anchor.json', parseAnchor) : null
  const instructions = small.has('instructions.ndjson') ? read('instructions.ndjson', parseInstructions) : undefined
  read('README.txt', parseReadme)
  if (!manifest || !rules || !source || !target || !result || !receipts || !proofs || !periods || !keys)
    return { ok: false, faults }
  if (before === undefined || checkpoint === undefined || faults.length > 0) return { ok: false, faults }
  const { kind: _, run, unproven, ...claims } = manifest
  const { previous: previousInclusion, ...ownProofs } = proofs
  return {
    ok: true,
    unproven,
    anchor: anchor ?? null,
    value: {
      ...ownProofs,
      run,
      manifest: claims,
      rules,
      ...(instructions && { instructions }),
      source,
      target,
      result,
      receipt: { line: receipts.own },
      previous: receipts.previous === null ? null : { line: receipts.previous },
      ...(previousInclusion !== null && { previousInclusion }),
      // For the first receipt the file is empty.
      previousCheckpoint: before === '' ? null : before,
      checkpoint,
      periods,
      keys,
    },
  }
}

/** Only the README of the service is accepted: another one might claim what no check proves. */
const parseReadme = (text: string): Parsed<string> =>
  text === packReadme ? parsed(text) : refused('Got another text than the service writes into a pack')

const isForeign = (name: string): boolean =>
  ![...packFileNamesAnchored, ...instructedFileNames].some((each) => each === name)
