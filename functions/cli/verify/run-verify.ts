import { keysOfPolicy } from '@tallystick/audit/verify/check-anchoring'
import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import { type EvidenceFile, type EvidenceUse, refused } from '@tallystick/audit/verify/evidence-file'
import type { ProvenPart, Verification } from '@tallystick/audit/verify/verification'
import { type EvidenceVerdict, verdictOf, verifyEvidence } from '@tallystick/audit/verify/verify-evidence'
import type { PackTrust } from '@tallystick/audit/verify/verify-pack'
import { keyFaults, keyTexts } from '../evidence/key-texts.ts'
import { withEvidence } from '../evidence/open-evidence.ts'
import { platform } from '../evidence/verify-here.ts'
import { jsonText, printable, type Terminal } from '../terminal.ts'
import { formatWitnesses, readAnchoring } from './anchoring.ts'
import { checkHistory } from './check-history.ts'
import { formatUnproven } from './unproven-lines.ts'
import type { VerifyArguments } from './verify-arguments.ts'

type VerifyEnd =
  /** `unvouched`: every check holds, but only by keys that came with the evidence. */
  | { readonly ok: true; readonly end: 'sound' | 'unvouched' | 'broken' }
  /** Why the evidence, or a requested part of it, cannot be checked. */
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Verifies the pack of a run, the pack or the folder of a period, or the proof of a single line. Prints a line for each check, the members that are not
 * proven, the keys that were used, and the first broken link. Nothing is printed for unreadable evidence.
 */
export async function runVerify(input: VerifyArguments, terminal: Terminal): Promise<VerifyEnd> {
  const faults = keyFaults(input.keys)
  if (faults.length > 0) return { ok: false, faults }
  const anchoring = await readAnchoring(input.anchoring)
  if (!anchoring.ok) return anchoring
  const trust = { ...input, anchoring: anchoring.value, keys: [...input.keys, ...keysOfPolicy(anchoring.value)] }
  const opened = await withEvidence(input.file, (evidence) => verifyFile(evidence, trust))
  if (!opened.ok) return opened
  const history = await historyOf(opened.value, trust)
  if (!history.ok) return history
  const verification = { ...opened.value, lines: [...opened.value.lines, ...history.value] }
  const end = verdictOf(verification)
  if (input.isJson) terminal.print(jsonOf(verification, end))
  else terminal.printReport(textOf(verification, end))
  if (end !== 'unreadable') return { ok: true, end }
  const open = verification.lines.filter(({ verdict }) => verdict === 'not judged' || verdict === 'not proven')
  return { ok: false, faults: open.map(({ name, verdict, detail }) => `${name} is ${verdict}: ${detail}`) }
}

type VerifyTrust = PackTrust & Omit<VerifyArguments, 'anchoring'>

async function verifyFile(evidence: EvidenceFile, trust: VerifyTrust): Promise<EvidenceUse<Verification>> {
  const verified = await verifyEvidence(platform, evidence, trust)
  if (!verified.ok) return verified
  if (verified.value.of === 'proof' && trust.replay === 'wanted')
    return refused(`Got the proof of a single line, which holds no run to replay: --replay ${wantsPack}`)
  return verified.value.damaged.length > 0 ? { ok: false, faults: verified.value.damaged } : verified
}

const wantsPack = 'wants the pack, GET /runs/{id}/evidence?format=zip'

async function historyOf(
  { log, of }: Verification,
  { since, ...input }: VerifyTrust,
): Promise<EvidenceUse<readonly CheckLine[]>> {
  if (since === undefined) return { ok: true, value: [] }
  if (of === 'period' && log.checkpoint === null)
    return refused('Got the pack of a period, which is in no log: --since wants evidence of a run')
  const history = await checkHistory(log, { ...input, since })
  return history.ok ? { ok: true, value: [history.value] } : history
}

/**
 * The printed text: blocks with a blank line between them. The closing sentence is left out where a check is not
 * judged.
 */
function textOf(verification: Verification, verdict: EvidenceVerdict): string {
  const { keys, basis } = keyTexts(verification)
  const { lines, proven, unproven, witnesses } = verification
  const broken = lines.find((line) => line.verdict === 'does not hold')
  const end = broken === undefined ? `${scopes[verification.of]}, ${basis}\n` : `first broken link: ${broken.name}\n`
  const blocks = [
    formatChecks(lines),
    proven === undefined ? '' : formatProven(proven),
    formatUnproven(unproven),
    formatWitnesses(witnesses),
    keys,
    verdict === 'unreadable' ? '' : end,
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

function jsonOf({ of, lines, proven, unproven, witnesses, keyBasis }: Verification, verdict: EvidenceVerdict): string {
  return jsonText({ of, verdict, checks: lines, keys: keyBasis, witnesses, proven, unproven })
}

const scopes = {
  pack: 'every check holds',
  period: 'every check holds',
  proof: 'every check of this single proof holds',
}

const shownRecordCountMax = 10
const shownLengthMax = 2_000

function formatProven({ runId, leaf, records }: ProvenPart): string {
  if (leaf === undefined) return `proven: the receipt of ${printable(runId)} is in the log\n`
  const rows = (['source', 'target'] as const).flatMap((side) =>
    records[side].map(({ id, line }) => rowText(`${side} ${id}`, line)),
  )
  const more = rows.length - shownRecordCountMax
  return [
    `proven: this line of the result of ${printable(runId)}, and the records that it names\n`,
    rowText(leaf.id ?? `line ${leaf.index + 1}`, leaf.line),
    ...rows.slice(0, shownRecordCountMax),
    ...(more > 0 ? [`  and ${more} more\n`] : []),
  ].join('')
}

const rowText = (name: string, line: string): string =>
  `  ${printable(name)}   ${printable(line.length > shownLengthMax ? `${line.slice(0, shownLengthMax)}…` : line)}\n`

/** A value may be as long as all rules of a run. This many characters are enough to recognise it. */
const valueLengthMax = 200

/**
 * A line for each check, in columns, ended by a newline:
 *
 *     policyHash            holds           The effective rules have this hash.
 *     resultRoot            does not hold   The lines … names.  Expected 5f3c…, found 9b1d….
 */
function formatChecks(lines: readonly CheckLine[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  return lines
    .map((line) => `${line.name.padEnd(width)}   ${line.verdict.padEnd(13)}   ${printable(sentenceOf(line))}\n`)
    .join('')
}

function sentenceOf({ detail, expected, found }: CheckLine): string {
  if (expected === undefined && found === undefined) return detail
  const values = [
    ...(expected == null ? [] : [`expected ${shortened(expected)}`]),
    ...(found == null ? [] : [`found ${shortened(found)}`]),
  ]
  return values.length === 0 ? detail : `${detail} (${values.join(', ')})`
}

const shortened = (value: string): string =>
  value.length > valueLengthMax ? `${value.slice(0, valueLengthMax)}… (${value.length} characters)` : value
