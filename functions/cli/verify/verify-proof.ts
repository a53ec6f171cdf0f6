import { isUtf8 } from 'node:buffer'
import { type LineProof, parseLineProof, verifyLineProof } from '@tallystick/engine'
import { verifySignature } from '../../platform/verify-signature.ts'
import type { EvidenceFile, EvidenceUse } from '../evidence/evidence-file.ts'
import { expectationIn, keyBasis } from '../evidence/trusted-keys.ts'
import { sha256 } from '../sha256.ts'
import { printable } from '../terminal.ts'
import { type Anchoring, checkAnchoring } from './anchoring.ts'
import { lineOfAbsent, lineOfCheck, type Verification } from './check-lines.ts'
import type { VerifyArguments } from './verify-arguments.ts'

/** Several times the size of any answer of the service. */
const proofByteCountMax = 64 * 2 ** 20

/** Verifies the proof of a single line: the JSON that the service answers with, or the C2SP tlog-proof. */
export async function verifyProof(
  { file, byteCount, kind, got }: EvidenceFile,
  {
    replay,
    trustsOwnKeys,
    anchoring,
    ...expected
  }: Omit<VerifyArguments, 'anchoring'> & { readonly anchoring: Anchoring },
): Promise<EvidenceUse<Verification>> {
  if (byteCount > proofByteCountMax)
    return refused(`Got ${got} of ${byteCount} bytes, wanted at most ${proofByteCountMax}`)
  const bytes = await file.readFile()
  if (!isUtf8(bytes)) return refused('Got bytes that are not UTF-8')
  const read = parseLineProof(bytes.toString())
  if (!read.ok) return refused(read.detail)
  if (replay === 'wanted')
    return refused(`Got the proof of a single line, which holds no run to replay: --replay ${wantsPack}`)
  const { keys } = expected
  if (kind === 'tlog-proof' && keys.length === 0)
    return refused('Got a C2SP tlog-proof, which brings no keys, wanted a key that you trust as --key, or a --policy')
  const proof: LineProof = { ...read.value, ...expectationIn(expected) }
  const { lines, witnesses } = await checkAnchoring({ ...proof, anchor: proof.anchor ?? null }, anchoring)
  const report = await verifyLineProof({ sha256, verify: verifySignature }, proof)
  return {
    ok: true,
    value: {
      log: proof,
      lines: [...report.checks.map(lineOfCheck), ...lines, ...report.absent.map(lineOfAbsent)],
      scope: 'every check of this single proof holds',
      proven: report.verified ? provenText(proof) : '',
      unproven: '',
      witnesses,
      ...keyBasis(keys, { what: 'proof', own: proof.keys, areTrusted: trustsOwnKeys, policy: anchoring.policy }),
      damaged: [],
    },
  }
}

const wantsPack = 'wants the pack, GET /runs/{id}/evidence?format=zip'

const refused = (fault: string): EvidenceUse<never> => ({ ok: false, faults: [fault] })

const shownRecordCountMax = 10
const shownLengthMax = 2_000

/** What the proof proves: the line, and the first of its records. */
function provenText({ runId, leaf, records }: LineProof): string {
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
