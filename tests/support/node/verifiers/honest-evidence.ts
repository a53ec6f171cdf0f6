import { openPack } from '../../../../functions/audit/verify/pack-file.ts'
import { provePackLine } from '../../../../functions/audit/verify/prove-pack-line.ts'
import { platform } from '../../../../functions/cli/evidence/verify-here.ts'
import type { EvidenceProof } from '../../../../schema/evidence.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { type SealedCase, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { anchorBy, anchored } from '../anchored-pack.ts'
import { tlogProofOf } from '../line-proof.ts'
import { type PackFiles, zipped } from '../pack.ts'
import { packOfOtherEngine } from '../pack-of-other-engine.ts'
import { honestCases } from './honest-cases.ts'
import { linesIn } from './reseal.ts'

/** Evidence of a run as the service hands it out. */
export interface Honest {
  readonly name: string
  readonly pack: PackFiles
  /** Proofs of some of the result’s lines, one of each kind at least; as JSON and as tlog-proofs. */
  readonly proofs: readonly string[]
  readonly tlogProofs: readonly string[]
}

/** The pack, and the proofs of the last line of each kind and of the first. */
export async function evidenceOf(name: string, pack: PackFiles): Promise<Honest> {
  const kinds = linesIn(pack, 'result.ndjson').map((line) => JSON.parse(line).kind)
  const indexes = new Set([0, ...kinds.map((kind) => kinds.lastIndexOf(kind))])
  const opened = await openPack(new Blob([zipped(pack).slice()]))
  if (!opened.ok) throw new Error(opened.faults.join())
  const proofs: string[] = []
  for (const index of indexes) proofs.push((await provePackLine(platform, opened.value, index)) ?? '')
  const parsed = proofs.map((text): EvidenceProof => JSON.parse(text))
  const tlogProofs = [
    ...parsed.map((proof) => tlogProofOf(proof)),
    ...parsed.slice(0, 1).map((proof) => tlogProofOf(proof, false)),
  ]
  return { name, pack, proofs, tlogProofs }
}

const sealed = async (given: SealedCase): Promise<PackFiles> => packOf(await seal(given))

/** Honest evidence of many kinds. All of it is signed by the keys of `signerOf(1)` and `signerOf(2)`. */
export async function honestEvidence(): Promise<readonly Honest[]> {
  const places = [0, 1, 2, 4, 6]
  const packs: [string, PackFiles][] = [
    ...(await Promise.all(
      places.map(
        async (sequence): Promise<[string, PackFiles]> => [
          `at place ${sequence}`,
          await sealed({ ...sealedCase, sequence }),
        ],
      ),
    )),
    ['behind a deletion', await sealed({ ...sealedCase, deletionsAt: [1] })],
    ['that replays none', await sealed({ ...sealedCase, replayOf: null })],
    ['anchored, cosigned by two', anchored(await anchorBy(2))],
    ['anchored, cosigned by none', anchored(await anchorBy(0))],
    ['of another engine', packOfOtherEngine],
    ...(await Promise.all(
      honestCases.map(async ([what, given]): Promise<[string, PackFiles]> => [`of ${what}`, await sealed(given)]),
    )),
  ]
  return Promise.all(packs.map(([name, pack]) => evidenceOf(name, pack)))
}
