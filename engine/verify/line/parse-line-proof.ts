import { textOf } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { parseJson } from '../../base/json.ts'
import {
  hasMembers,
  isCount,
  isListOf,
  isObject,
  isText,
  type JsonObject,
  jsonText,
  memberFault,
  orNull,
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
  if (answer.value['kind'] !== proofKind) return refused(`${kindText(answer.value)}, wanted ${wantedKind}`)
  const fault = memberFault(answer.value, answerTests)
  if (fault !== undefined) return refused(`${fault}, wanted the proof of a line`)
  const { runId, inputHash, outputHash, leaf, records, receipt, receiptHash, ...rest }: Answer = plain(answer.value)
  const { inclusion, consistency, checkpoint, keys } = rest
  return parsed({
    form: 'answer',
    runId,
    roots: { ...inputHash, result: outputHash },
    leaf,
    records,
    receipt: { line: jsonText(receipt), leafHash: receiptHash },
    inclusion,
    consistency,
    checkpoint,
    keys: keys.map(({ vkey }) => vkey),
    keyNames: keys,
  })
}

/** Reads a tlog-proof. Its `extra` is the JSON of the receipt and, for a proof of a line, of the line and its records. */
function readTlogProof(text: string): Parsed<LineProof> {
  const proof = parseTlogProof(text)
  if (!proof.ok) return proof
  const { index, hashes, checkpoint, extra } = proof.value
  if (extra === undefined) return refused('Got a tlog-proof without extra data, wanted one that holds a receipt')
  const extraText = textOf(extra)
  if (extraText === undefined) return refused('extra: Got bytes that are not UTF-8')
  const read = readObject(extraText)
  if (!read.ok) return refused(`extra: ${read.detail}`)
  const tests = read.value['leaf'] === undefined ? receiptTests : { ...receiptTests, ...lineTests }
  const fault = memberFault(read.value, tests)
  if (fault !== undefined) return refused(`extra: ${fault}, wanted a receipt, and a line that it proves`)
  const { runId, receipt, leaf, records = { source: [], target: [] } }: Extra = plain(read.value)
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
    unknownSignatures: 'ignored',
  })
}

const proofKind = 'tallystick/proof@1'
const wantedKind = `the proof of a line (${proofKind}), which ?matchId= or ?leaf= asks for, or the pack, ?format=zip`

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
}

/** A value whose members have been tested, as ordinary objects. */
const plain = <Shape>(value: JsonValue): Shape => JSON.parse(JSON.stringify(value))

const isInclusion = hasMembers(inclusionProofTests)
const provenTests = { index: isCount, line: isText, leafHash: isText, inclusion: isInclusion }
const isRecord = hasMembers({ ...provenTests, id: isText, lineNumber: isCount })

const receiptTests = { runId: isText, receipt: isObject }
const lineTests = {
  leaf: hasMembers({ ...provenTests, id: orNull(isText) }),
  records: hasMembers({ source: isListOf(isRecord), target: isListOf(isRecord) }),
}
const answerTests = {
  ...receiptTests,
  ...lineTests,
  inputHash: hasMembers({ source: isText, target: isText }),
  outputHash: isText,
  receiptHash: isText,
  inclusion: isInclusion,
  consistency: hasMembers(consistencyProofTests),
  checkpoint: orNull(isText),
  keys: isListOf(hasMembers({ name: isText, keyId: isText, vkey: isText })),
} satisfies { readonly [name in keyof Answer]: ValueTest }
