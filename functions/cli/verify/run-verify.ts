import type { VerifyArguments } from '../arguments.ts'
import { type EvidenceFile, type EvidenceUse, withEvidence } from '../evidence/evidence-file.ts'
import { openPack } from '../evidence/pack-file.ts'
import { keyFaults } from '../evidence/trusted-keys.ts'
import type { Terminal } from '../terminal.ts'
import { formatChecks } from './check-lines.ts'
import { judgePack } from './judge-pack.ts'
import { judgeProof } from './judge-proof.ts'
import type { Verification } from './verification.ts'

export type VerifyEnd =
  | { readonly ok: true; readonly holds: boolean }
  /** Why the evidence, or a part of what was asked, cannot be judged. */
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Verifies an evidence pack or the proof of a single line, and prints a line for each check, the keys it went by, and the
 * first broken link. Nothing is printed of evidence that turns out unreadable.
 */
export async function runVerify(asked: VerifyArguments, terminal: Terminal): Promise<VerifyEnd> {
  const faults = keyFaults(asked.keys)
  if (faults.length > 0) return { ok: false, faults }
  const judged = await withEvidence(asked.file, (evidence) => judge(evidence, asked))
  if (!judged.ok) return judged
  const { lines, scope, proven, keys, basis } = judged.value
  const broken = lines.find(({ verdict }) => verdict === 'does not hold')
  const open = broken === undefined ? lines.filter(({ verdict }) => verdict === 'not judged') : []
  const end = broken === undefined ? `${scope}, ${basis}` : `first broken link: ${broken.name}`
  const known = proven === '' ? '' : `${proven}\n`
  terminal.print(`${formatChecks(lines)}\n${known}${keys}\n${open.length > 0 ? '' : `${end}\n`}`)
  if (open.length > 0) return { ok: false, faults: open.map(({ name, detail }) => `${name} is not judged: ${detail}`) }
  return { ok: true, holds: broken === undefined }
}

async function judge(evidence: EvidenceFile, asked: VerifyArguments): Promise<EvidenceUse<Verification>> {
  if (evidence.kind === 'unknown') return { ok: false, faults: [`Got ${evidence.got}, wanted ${wanted}`] }
  if (evidence.kind !== 'pack') return judgeProof(evidence, asked)
  const pack = await openPack(evidence.file)
  if (!pack.ok) return pack
  const judgement = await judgePack(pack.value, asked)
  const isBroken = judgement.lines.some(({ verdict }) => verdict === 'does not hold')
  return !isBroken && judgement.damaged.length > 0
    ? { ok: false, faults: judgement.damaged }
    : { ok: true, value: judgement }
}

const wanted = 'an evidence pack (a zip), or the proof of a single line (JSON, or a C2SP tlog-proof)'
