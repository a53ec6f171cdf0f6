import { utf8 } from '../../../engine/base/bytes.ts'
import {
  formatInstructions,
  formatKeyPeriods,
  formatKeys,
  formatProofs,
  formatReceipts,
  type PackFileName,
  packFileNames,
} from '../../../engine/verify/pack/pack-files.ts'
import { formatManifest, type PackManifest, splitRun } from '../../../engine/verify/pack/pack-manifest.ts'
import { packReadme } from '../../../engine/verify/pack/pack-readme.ts'
import { readPack } from '../../../engine/verify/pack/read-pack.ts'
import { type ChainReport, verifyProofChain } from '../../../engine/verify/verify-proof-chain.ts'
import { verifySignature } from './ed25519.ts'
import { type StoredRun, streamOf } from './sealed.ts'
import { sha256 } from './sha256.ts'

export type Pack = ReadonlyMap<PackFileName | 'instructions.ndjson', Uint8Array>

/** The manifest of a stored run. */
export function manifestOf({ run, result }: StoredRun): PackManifest {
  return {
    kind: 'tallystick/pack@2',
    ...splitRun(run),
    source: run.source.root,
    target: run.target.root,
    result: run.resultRoot ?? '',
    policy: run.policy.hash,
    engine: run.engineVersion,
    leaves: result.reduce((sum, { count }) => sum + count, 0),
  }
}

/** The files of a stored run's evidence pack. */
export function packOf(stored: StoredRun): Pack {
  const { sequence, inclusion, consistency, previousInclusion } = stored
  const textOf: { readonly [name in PackFileName]: string } = {
    'manifest.json': formatManifest(manifestOf(stored)),
    'rules.json': stored.rules,
    'source.ndjson': stored.source.map(({ text }) => text).join(''),
    'target.ndjson': stored.target.map(({ text }) => text).join(''),
    'result.ndjson': stored.result.map(({ text }) => text).join(''),
    'receipts.ndjson': formatReceipts(stored.previous?.line ?? null, stored.receipt?.line ?? ''),
    'proofs.json': formatProofs({
      inclusion: { index: sequence, size: sequence + 1, hashes: inclusion },
      consistency: { from: sequence, to: sequence + 1, hashes: consistency },
      previous: previousInclusion && { index: sequence - 1, size: sequence, hashes: previousInclusion },
    }),
    'previous-checkpoint.txt': stored.previousCheckpoint ?? '',
    'checkpoint.txt': stored.checkpoint ?? '',
    'key-periods.txt': formatKeyPeriods(stored.periods),
    'keys.txt': formatKeys(stored.keys),
    'README.txt': packReadme,
  }
  const { instructions } = stored
  const instructed = instructions ? [['instructions.ndjson', utf8(formatInstructions(instructions))] as const] : []
  return new Map(
    packFileNames.flatMap((name) => {
      const file = [name, utf8(textOf[name])] as const
      return name === 'result.ndjson' ? [file, ...instructed] : [file]
    }),
  )
}

/** What comes of verifying a pack: a report, or why it cannot be read. Artifacts arrive in parts of `partSize` bytes. */
export async function verifyPack(
  pack: ReadonlyMap<string, Uint8Array>,
  { partSize = 1000, trusted }: { readonly partSize?: number; readonly trusted?: readonly string[] } = {},
): Promise<ChainReport | readonly string[]> {
  const isArtifact = (name: string): boolean => /^(source|target|result)\.ndjson$/.test(name)
  const read = readPack({
    small: new Map([...pack].filter(([name]) => !isArtifact(name))),
    artifact: (name) => {
      const bytes = pack.get(name)
      return bytes && streamOf(partsOf(bytes, partSize))
    },
  })
  if (!read.ok) return read.faults
  return verifyProofChain({ sha256, verify: verifySignature }, { ...read.value, ...(trusted && { trusted }) })
}

function* partsOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
