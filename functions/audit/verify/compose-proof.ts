import type { Sha256 } from '@tallystick/engine/base'
import { parseVkey, type Receipt } from '@tallystick/engine/log'
import { type ConsistencyProof, type LineAt, proveLines } from '@tallystick/engine/merkle'
import { type BySide, proveRecords, type Side } from '@tallystick/engine/record'
import { idOfLine, idsOfSide, isNamedKind, type ResultLine } from '@tallystick/engine/result'
import type { Anchor } from '@tallystick/engine/verify'
import type { EvidenceProof, SealedEvidence } from '@tallystick/schema/evidence'

/** Where the lines of a run come from, and how to read one of them. */
export interface ProofSource {
  readonly run: { readonly id: string; readonly roots: BySide<string>; readonly resultRoot: string }
  /** The lines of the result, from the first one. */
  readonly result: LineParts
  /** The lines of a side's dataset, from the first one. */
  readonly records: (side: Side) => LineParts
  readonly readLine: (text: string) => ResultLine
  /** Returns the id of the record in a line of a dataset. */
  readonly idIn: (text: string) => string
  /** Called with each line of a record before the line becomes part of the proof. */
  readonly onRecord?: (text: string) => void
  /** How the run shows the ids of a side, in the order of its lines; as they are where left out. */
  readonly shownIds?: (() => (id: string) => string) | undefined
  readonly sealed: () => SealedEvidence | Promise<SealedEvidence>
}

type LineParts = Parameters<typeof proveLines>[1]
type InclusionProof = Anchor['inclusion']

/**
 * The proof of the first line of a result that `isWanted` accepts, and of the records that it names, without the member
 * `links`: `{"kind":"tallystick/proof@2","runId":…,"leaf":{…},…}`. It contains no other line. Undefined where no line
 * is accepted. Reads the result and each dataset once.
 */
export async function composeProof(
  sha256: Sha256,
  { run, result, records, readLine, idIn, onRecord = () => {}, shownIds, sealed }: ProofSource,
  isWanted: (line: LineAt) => boolean,
): Promise<Omit<EvidenceProof, 'links'> | undefined> {
  const [leaf] = (await proveLines(sha256, result, isWanted)).lines
  if (leaf === undefined) return undefined
  const line = readLine(leaf.line)
  const recordsOf = async (side: Side) => {
    const ids = isItem(line) ? idsOfSide(line, side) : []
    const shown = shownIds && { shownId: shownIds() }
    return (await proveRecords(sha256, records(side), { ids, idIn, onLine: onRecord, ...shown })).map(shownLine)
  }
  return {
    kind: 'tallystick/proof@2',
    runId: run.id,
    inputHash: { source: run.roots.source, target: run.roots.target },
    outputHash: run.resultRoot,
    leaf: { id: idOfItem(line, leaf.leafHash), ...shownLine(leaf) },
    records: { source: await recordsOf('source'), target: await recordsOf('target') },
    ...(await sealed()),
  }
}

/** The id of a line of a result; null for the header and the totals, which have no id. */
export const idOfItem = (line: ResultLine, leafHash: string): string | null =>
  isItem(line) ? idOfLine(line.kind, leafHash) : null

const isItem = (line: ResultLine): line is Parameters<typeof idsOfSide>[0] => isNamedKind(line.kind)

/** The line with its lists copied, since the types of the schemas want lists that are not readonly. */
const shownLine = <Line extends { readonly inclusion: InclusionProof }>(line: Line) => ({
  ...line,
  inclusion: shownProof(line.inclusion),
})

const shownProof = <Proof extends InclusionProof | ConsistencyProof>(proof: Proof) => ({
  ...proof,
  hashes: [...proof.hashes],
})

/** A receipt with its place in the log, its hash and its signed checkpoint. */
interface PlacedReceipt<Line> {
  readonly receipt: Line
  readonly receiptHash: string
  readonly inclusion: InclusionProof
  readonly checkpoint: string | null
}

export interface SealSource extends PlacedReceipt<Receipt> {
  readonly consistency: ConsistencyProof
  /** Undefined for the first receipt of a log. */
  readonly previous: PlacedReceipt<string> | undefined
  /** Undefined for a run that is not anchored. */
  readonly anchor: Anchor | undefined
  /** The texts of the keys that signed the checkpoints of both receipts. */
  readonly vkeys: readonly string[]
}

/** The members by which a manifest and a proof show that the receipt of a run is in its tenant's log. */
export const composeSealed = (
  sha256: Sha256,
  { receipt, receiptHash, inclusion, consistency, previous, checkpoint, anchor, vkeys }: SealSource,
): SealedEvidence => ({
  receipt,
  receiptHash,
  inclusion: shownProof(inclusion),
  consistency: shownProof(consistency),
  previous: previous
    ? {
        receipt: previous.receipt,
        receiptHash: previous.receiptHash,
        inclusion: shownProof(previous.inclusion),
        checkpoint: previous.checkpoint,
      }
    : null,
  checkpoint,
  ...(anchor !== undefined && { anchor: shownAnchor(anchor) }),
  keys: vkeys.flatMap((vkey) => {
    const key = parseVkey(sha256, vkey)
    return key.ok ? [{ name: key.value.name, keyId: key.value.keyId, vkey }] : []
  }),
})

const shownAnchor = (anchor: Anchor): NonNullable<SealedEvidence['anchor']> => ({
  ...anchor,
  heads: [...anchor.heads],
  consistency: shownProof(anchor.consistency),
  inclusion: shownProof(anchor.inclusion),
  keys: [...anchor.keys],
})
