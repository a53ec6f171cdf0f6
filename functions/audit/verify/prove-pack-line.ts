import type { Sha256 } from '@tallystick/engine/base'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { Side } from '@tallystick/engine/record'
import type { SealedEvidence } from '@tallystick/schema/evidence'
import { composeProof, composeSealed } from './compose-proof.ts'
import type { PackFile } from './pack-file.ts'
import type { VerifyPlatform } from './verify-platform.ts'

/**
 * The proof of one line of a pack's result and of its records, as the JSON that the service answers with:
 * `{"kind":"tallystick/proof@2","leaf":{…},…}`. Undefined where the result has no line of this index, or the pack no
 * receipt. Requires a pack whose chain has been verified.
 */
export async function provePackLine(
  { sha256 }: Pick<VerifyPlatform, 'sha256'>,
  pack: PackFile,
  index: number,
): Promise<string | undefined> {
  const { id, source, target, resultRoot } = pack.input.run
  const { receipt } = pack.input
  if (receipt === null || resultRoot === null) return undefined
  const from = {
    run: { id, roots: { source: source.root, target: target.root }, resultRoot },
    result: pack.artifact('result.ndjson'),
    records: (side: Side) => pack.artifact(`${side}.ndjson`),
    readLine: JSON.parse,
    idIn: (text: string): string => JSON.parse(text).id,
    sealed: () => sealedEvidenceOf(sha256, pack, receipt.line),
  }
  const proof = await composeProof(sha256, from, (line) => line.index === index)
  return proof && JSON.stringify({ ...proof, links: {} })
}

/** The receipt, its place in the log and the previous receipt, in the form of the service. */
function sealedEvidenceOf(sha256: Sha256, { input, anchor }: PackFile, line: string): SealedEvidence {
  const { inclusion, consistency, previous, previousInclusion, previousCheckpoint = null, checkpoint, keys } = input
  const placed = (receipt: string) => ({ receipt, receiptHash: hashOfLine(sha256, receipt) })
  return composeSealed(sha256, {
    ...placed(line),
    receipt: JSON.parse(line),
    inclusion,
    consistency,
    previous:
      previous && previousInclusion
        ? { ...placed(previous.line), inclusion: previousInclusion, checkpoint: previousCheckpoint }
        : undefined,
    checkpoint,
    anchor: anchor ?? undefined,
    vkeys: keys,
  })
}
