import type { Sha256 } from '@tallystick/engine/base'
import { parseVkey } from '@tallystick/engine/log'
import { hashOfLine, proveLines } from '@tallystick/engine/merkle'
import { proveRecords, type Side } from '@tallystick/engine/record'
import { idOfLine, idsOfSide, isNamedKind } from '@tallystick/engine/result'
import type { PackFile } from './pack-file.ts'
import type { VerifyPlatform } from './verify-platform.ts'

/**
 * The proof of one line of a pack's result and of its records, as the JSON that the service answers with:
 * `{"kind":"tallystick/proof@2","leaf":{…},…}`. Undefined where the result has no line of this index. Requires a pack
 * whose chain has been verified. Reads each artifact once.
 */
export async function provePackLine(
  { sha256 }: Pick<VerifyPlatform, 'sha256'>,
  pack: PackFile,
  index: number,
): Promise<string | undefined> {
  const { input } = pack
  const proven = await proveLines(sha256, pack.artifact('result.ndjson'), (line) => line.index === index)
  const [leaf] = proven.lines
  if (leaf === undefined || input.receipt === null) return undefined
  const line: NamedLine = JSON.parse(leaf.line)
  const isNamed = isNamedKind(line.kind)
  const recordsOf = (side: Side) =>
    proveRecords(sha256, pack.artifact(`${side}.ndjson`), {
      ids: isNamed ? idsOfSide(line, side) : [],
      idIn: recordIdIn,
    })
  const proof = {
    kind: 'tallystick/proof@2',
    runId: input.run.id,
    inputHash: { source: input.run.source.root, target: input.run.target.root },
    outputHash: input.run.resultRoot,
    leaf: { id: isNamed ? idOfLine(line.kind, leaf.leafHash) : null, ...leaf },
    records: { source: await recordsOf('source'), target: await recordsOf('target') },
    ...sealedEvidenceOf(sha256, pack, input.receipt.line),
    links: {},
  }
  return JSON.stringify(proof)
}

/** A line that has an id and names records. */
type NamedLine = Parameters<typeof idsOfSide>[0] & { readonly kind: Parameters<typeof idOfLine>[0] }

function sealedEvidenceOf(sha256: Sha256, pack: PackFile, receipt: string) {
  const { input, anchor } = pack
  const { previous, previousInclusion, previousCheckpoint } = input
  return {
    receipt: JSON.parse(receipt),
    receiptHash: hashOfLine(sha256, receipt),
    inclusion: input.inclusion,
    consistency: input.consistency,
    previous: previous && {
      receipt: previous.line,
      receiptHash: hashOfLine(sha256, previous.line),
      inclusion: previousInclusion,
      checkpoint: previousCheckpoint,
    },
    checkpoint: input.checkpoint,
    ...(anchor !== null && { anchor }),
    keys: input.keys.flatMap((vkey) => {
      const key = parseVkey(sha256, vkey)
      return key.ok ? [{ name: key.value.name, keyId: key.value.keyId, vkey }] : []
    }),
  }
}

const recordIdIn = (text: string): string => JSON.parse(text).id
