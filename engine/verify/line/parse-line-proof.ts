import { textOf } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { parseJson } from '../../base/json.ts'
import {
  hasOnlyMembers,
  isCount,
  isListOf,
  isObject,
  isText,
  type JsonObject,
  jsonText,
  orNull,
  parseLine,
  shapeFault,
  type ValueTest,
} from '../../base/json-shape.ts'
import { type Parsed, parsed, quoted, refused } from '../../base/parsed.ts'
import { parseTlogProof } from '../../log/tlog-proof.ts'
import {
  type ConsistencyProof,
  consistencyProofTests,
  type InclusionProof,
  inclusionProofTests,
} from '../../merkle/proofs.ts'
import { type Anchor, anchorTests } from '../anchor/anchor.ts'
import type { LineProof, ProvenLeaf } from './line-proof.ts'

/**
 * Reads the proof of one line as the service serves it: JSON, or a C2SP tlog-proof. Refuses a text that has another shape;
 * any value of the right type is read, so that a changed value fails the check of its link. Verifies nothing.
 */
export const parseLineProof = (text: string): Parsed<LineProof> =>
  text.startsWith('c2sp.org/') ? readTlogProof(text) : readAnswer(text)

/** Reads a JSON answer of the API, with any white space. */
function readAnswer(text: string): Parsed<LineProof> {
  const answer = readObject(text.replace(/^\ufeff/, ''))
  if (!answer.ok) return answer
  const { kind } = answer.value
  const version = isText(kind) ? proofKinds.indexOf(kind) + 1 : 0
  if (version === 0) return refused(`${kindText(answer.value)}, wanted ${wantedKind}`)
  const fault = shapeFault(answer.value, version === 1 ? answerTests : testsOfSecond(answer.value))
  if (fault !== undefined) return refused(`${fault}, wanted the proof of a line`)
  const { runId, inputHash, outputHash, leaf, records, receipt, receiptHash, ...rest }: Answer = plain(answer.value)
  const { inclusion, consistency, checkpoint, keys, previous, anchor } = rest
  if (version === 1 && isOfSecond(receipt)) return refused('Got a receipt of version 2 in a proof of version 1')
  return parsed({
    form: 'answer',
    runId,
    roots: { ...inputHash, result: outputHash },
    leaf,
    records,
    receipt: { line: jsonText(receipt), leafHash: receiptHash },
    inclusion,
    consistency,
    ...(previous !== undefined && previousIn(previous)),
    ...(version > 1 && { anchor: anchor ?? null }),
    checkpoint,
    keys: keys.map(({ vkey }) => vkey),
    keyNames: keys,
  })
}

const isOfSecond = (entry: JsonValue): boolean => isObject(entry) && laterKinds.some((kind) => kind === entry['kind'])

/** What is in a log since its checkpoints are signed. */
const laterKinds = ['tallystick/receipt@2', 'tallystick/deletion@1']

/** A receipt of version 2 was sealed with a checkpoint, so that one before it lacks a checkpoint only if it is older. */
function previousIn(
  previous: Previous | null,
): Pick<LineProof, 'previous' | 'previousInclusion' | 'previousCheckpoint'> {
  if (previous === null) return { previous }
  const { receipt, receiptHash, inclusion, checkpoint } = previous
  const isUnsigned = checkpoint === null && !isOfSecond(parseLine(receipt) ?? null)
  return {
    previous: { line: receipt, leafHash: receiptHash },
    previousInclusion: inclusion,
    ...(!isUnsigned && { previousCheckpoint: checkpoint }),
  }
}

/**
 * Reads a tlog-proof. Its `extra` is canonical JSON of the receipt and, for a proof of a line, of the line and its
 * records. No other member may stand there: one with another name would be taken for the proof of the receipt alone.
 */
function readTlogProof(text: string): Parsed<LineProof> {
  const proof = parseTlogProof(text)
  if (!proof.ok) return proof
  const { index, hashes, checkpoint, extra } = proof.value
  if (extra === undefined) return refused('Got a tlog-proof without extra data, wanted one that holds a receipt')
  const read = parseLine(textOf(extra))
  if (!isObject(read)) return refused('extra: Got bytes that are not canonical JSON of an object')
  const isOfLine = proofKinds.some((kind) => kind === read['kind'])
  if (!isOfLine && !manifestKinds.some((kind) => kind === read['kind']))
    return refused(`extra: ${kindText(read)}, wanted ${[...proofKinds, ...manifestKinds].join(' or ')}`)
  const fault = shapeFault(read, isOfLine ? { ...receiptTests, ...lineTests } : receiptTests)
  if (fault !== undefined)
    return refused(`extra: ${fault}, wanted a receipt${isOfLine ? ', and a line that it proves' : ''}`)
  const { runId, receipt, leaf, records = { source: [], target: [] } }: Extra = plain(read)
  return parsed({
    form: 'tlog-proof',
    runId,
    ...(leaf !== undefined && { leaf }),
    records,
    receipt: { line: jsonText(receipt) },
    inclusion: { index, size: index + 1, hashes },
    consistency: { from: index, to: index + 1, hashes: [] },
    checkpoint,
    keys: [],
    keyNames: [],
  })
}

const proofKinds = ['tallystick/proof@1', 'tallystick/proof@2']
const manifestKinds = ['tallystick/evidence@1', 'tallystick/evidence@2']
const wantedKind = `the proof of a line (${proofKinds.join(' or ')}), which ?matchId= or ?leaf= asks for, or the pack, ?format=zip`

/** Names what the JSON is instead of a proof: another kind of evidence, or a problem that the service answered with. */
function kindText({ kind, code, title }: JsonObject): string {
  if (isText(kind)) return `Got JSON of the kind ${quoted(kind)}`
  if (isText(code) && isText(title)) return `Got a problem that the service answered with, ${quoted(title)} (${code})`
  return 'Got JSON that is not evidence'
}

function readObject(text: string): Parsed<JsonObject> {
  const read = parseJson(text)
  if (!read.ok) {
    const { line, column, detail } = read.fault
    return refused(`JSON, line ${line}, column ${column}: ${detail}`)
  }
  return isObject(read.value) ? parsed(read.value) : refused('Got JSON that is no object')
}

interface Extra extends Pick<LineProof, 'runId'>, Partial<Pick<LineProof, 'leaf' | 'records'>> {
  readonly receipt: JsonValue
}

/** The receipt before, in a proof of version 2. */
interface Previous {
  readonly receipt: string
  readonly receiptHash: string
  readonly inclusion: InclusionProof
  readonly checkpoint: string | null
}

interface Answer extends Extra {
  readonly inputHash: { readonly source: string; readonly target: string }
  readonly outputHash: string
  readonly leaf: ProvenLeaf
  readonly records: LineProof['records']
  readonly receiptHash: string
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
  readonly checkpoint: string | null
  readonly keys: readonly { readonly name: string; readonly keyId: string; readonly vkey: string }[]
  readonly previous?: Previous | null
  readonly anchor?: Anchor | null
}

/** A value whose members have been tested, as ordinary objects. */
const plain = <Shape>(value: JsonValue): Shape => JSON.parse(JSON.stringify(value))

const isInclusion = hasOnlyMembers(inclusionProofTests)
const provenTests = { index: isCount, line: isText, leafHash: isText, inclusion: isInclusion }
const isRecord = hasOnlyMembers({ ...provenTests, id: isText, lineNumber: isCount })
const isPrevious = hasOnlyMembers({
  receipt: isText,
  receiptHash: isText,
  inclusion: isInclusion,
  checkpoint: orNull(isText),
} satisfies { readonly [name in keyof Previous]: ValueTest })

const receiptTests = { kind: isText, runId: isText, receipt: isObject }
const lineTests = {
  leaf: hasOnlyMembers({ ...provenTests, id: orNull(isText) }),
  records: hasOnlyMembers({ source: isListOf(isRecord), target: isListOf(isRecord) }),
}
/** The links of an answer are for its reader's convenience, and prove nothing. */
const answerTests = {
  ...receiptTests,
  ...lineTests,
  links: isObject,
  inputHash: hasOnlyMembers({ source: isText, target: isText }),
  outputHash: isText,
  receiptHash: isText,
  inclusion: isInclusion,
  consistency: hasOnlyMembers(consistencyProofTests),
  checkpoint: orNull(isText),
  keys: isListOf(hasOnlyMembers({ name: isText, keyId: isText, vkey: isText })),
} satisfies { readonly [name in Exclude<keyof Answer, 'previous' | 'anchor'> | 'kind' | 'links']: ValueTest }

/** A service that anchors nothing leaves the anchor out. */
const testsOfSecond = ({ anchor }: JsonObject) => ({
  ...answerTests,
  previous: orNull(isPrevious),
  ...(anchor !== undefined && { anchor: orNull(hasOnlyMembers(anchorTests)) }),
})
