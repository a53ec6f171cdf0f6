import type { Anchoring } from '@tallystick/audit/verify/check-anchoring'
import type { EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import type { TrustedCertificates } from '@tallystick/audit/verify/trusted-certificates'
import { witnessTimeText } from '@tallystick/audit/verify/witness-time'
import { parseTlogPolicy } from '@tallystick/engine/log'
import type { AnchorReport } from '@tallystick/engine/verify'
import { fileFault } from '../file-fault.ts'
import { bytesOf } from '../file-parts.ts'
import { sha256 } from '../sha256.ts'
import { printable } from '../terminal.ts'

export interface AnchoringFiles {
  readonly policy: string | undefined
  readonly tsa: readonly string[]
}

export async function readAnchoring({ policy, tsa }: AnchoringFiles): Promise<EvidenceUse<Anchoring>> {
  const faults: string[] = []
  const bytesAt = async (path: string): Promise<Buffer | undefined> => {
    try {
      return await bytesOf(path)
    } catch (error) {
      faults.push(fileFault(path, error))
      return undefined
    }
  }
  const bytes = policy === undefined ? undefined : await bytesAt(policy)
  const read = bytes && parseTlogPolicy(sha256, bytes)
  if (read?.ok === false) faults.push(`${policy}: ${read.detail}`)
  const certificates: TrustedCertificates[number][] = []
  for (const path of tsa) {
    const text = await bytesAt(path)
    if (text === undefined) continue
    const { readCertificates } = await import('@tallystick/audit/verify/trusted-certificates')
    const found = readCertificates(text.toString())
    if (found === undefined) faults.push(`${path}: Got no certificate, wanted those of an authority as PEM`)
    else certificates.push(...found)
  }
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, value: { policy: read?.ok ? read.value : undefined, certificates } }
}

/**
 * What witnesses say of the index, a line for each; empty text without any:
 *
 *     witnesses: what others say of the index of all logs
 *       witness.example.com/w1   2026-11-22T16:14:05Z   by its key in your policy
 */
export function formatWitnesses(witnesses: AnchorReport['witnesses']): string {
  if (witnesses.length === 0) return ''
  const rows = witnesses.map(({ name, keyId, time, isVerified }) => [
    printable(name),
    time === undefined ? 'at no time' : witnessTimeText(time),
    isVerified ? 'by its key in your policy' : `not verified: the key ${keyId} is in no policy that you gave`,
  ])
  const width = Math.max(...rows.map(([name = '']) => name.length))
  const lines = rows.map(([name = '', ...rest]) => `  ${[name.padEnd(width), ...rest].join('   ')}\n`)
  return `witnesses: what others say of the index of all logs\n${lines.join('')}`
}
