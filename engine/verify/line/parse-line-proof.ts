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
import { versionFault } from '../../base/kind-version.ts'
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
 * Reads the proof of one line: JSON, or a C2SP tlog-proof. Refuses a text of another shape. Any value of the right type
 * is accepted, so that a changed value fails the check of its link. Verifies nothing.
 */
export const parseLineProof = (text: string): Parsed<LineProof> =>
  text.startsWith('c2sp.org/') ? readTlogProof(text) : readAnswer(text)

function readAnswer(text: string): Parsed<LineProof> {
  const answer = readObject(text.replace(/^\ufeff/, ''))
  if (!answer.ok) return answer
  if (answer.value['kind'] !== proofKind)
    return refused(versionFault(answer.value, proofKind) ?? `${kindText(answer.value)}, wanted ${wantedKind}`)
  const fault = shapeFault(answer.value, answerTestsOf(answer.value))
  if (fault !== undefined) return refused(`${fault}, wanted the proof of a line`)
  const { runId, inputHash, outputHash, leaf, records, receipt, receiptHash, ...others }: Answer = plain(answer.value)
  const { inclusion, consistency, checkpoint, keys, previous, anchor = null } = others
  return parsed({
    form: 'answer',
    runId,
    roots: { ...inputHash, result: outputHash },
    leaf,
    records,
    receipt: { line: jsonText(receipt), leafHash: receiptHash },
    inclusion,
    consistency,
    ...previousIn(previous),
    anchor,
    checkpoint,
    keys: keys.map(({ vkey }) => vkey),
    keyNames: keys,
  })
}

function previousIn(
  previous: Previous | null,
): Pick<LineProof, 'previous' | 'previousInclusion' | 'previousCheckpoint'> {
  if (previous === null) return { previous }
  const { receipt, receiptHash, inclusion, checkpoint } = previous
  return {
    previous: { line: receipt, leafHash: receiptHash },
    previousInclusion: inclusion,
    previousCheckpoint: checkpoint,
  }
}

/**
 * Reads a tlog-proof. Its `extra` is canonical JSON of the receipt and, for a proof of a line, of the line and its
 * records. Other members are refused: otherwise a proof of a line with a misspelt member would pass for a proof of the
 * receipt alone.
 */
function readTlogProof(text: string): Parsed<LineProof> {
  const proof = parseTlogProof(text)
  if (!proof.ok) return proof
  const { index, hashes, checkpoint, extra } = proof.value
  if (extra === undefined) return refused('Got a tlog-proof without extra data, wanted one that holds a receipt')
  const read = parseLine(textOf(extra))
  if (!isObject(read)) return refused('extra: Got bytes that are not canonical JSON of an object')
  const isOfLine = read['kind'] === proofKind
  if (!isOfLine && read['kind'] !== manifestKind) {
    const otherVersion = versionFault(read, proofKind) ?? versionFault(read, manifestKind)
    return refused(`extra: ${otherVersion ?? `${kindText(read)}, wanted ${proofKind} or ${manifestKind}`}`)
  }
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

const proofKind = 'tallystick/proof@2'
const manifestKind = 'tallystick/evidence@2'
const wantedKind = `the proof of a line (${proofKind}), which ?matchId= or ?leaf= asks for, or the pack, ?format=zip`

/** Names what the JSON is: another kind of evidence, a problem of the service, or neither. */
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
  readonly previous: Previous | null
  readonly anchor?: Anchor
}

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
const answerTests = {
  ...receiptTests,
  ...lineTests,
  inputHash: hasOnlyMembers({ source: isText, target: isText }),
  outputHash: isText,
  receiptHash: isText,
  inclusion: isInclusion,
  consistency: hasOnlyMembers(consistencyProofTests),
  checkpoint: orNull(isText),
  keys: isListOf(hasOnlyMembers({ name: isText, keyId: isText, vkey: isText })),
  previous: orNull(isPrevious),
  links: isObject,
} satisfies { readonly [name in Exclude<keyof Answer, 'anchor'> | 'kind' | 'links']: ValueTest }

/** The shape of an answer. The answer for a run that was not anchored may lack the member `anchor`. */
const answerTestsOf = ({ anchor }: JsonObject) => ({
  ...answerTests,
  ...(anchor !== undefined && { anchor: hasOnlyMembers(anchorTests) }),
})
