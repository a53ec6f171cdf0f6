import { openPeriodPack } from '@tallystick/audit/verify/period-pack'
import type { Client, PeriodRecord } from '@tallystick/client'
import { joinBytes } from '@tallystick/engine/base'
import { foldFiles, provePeriod, readPeriod } from '@tallystick/engine/close'
import type { ConfigResult } from '../../read-config.ts'
import { sha256 } from '../../sha256.ts'
import type { OpenPeriod } from '../period-place.ts'

/**
 * Reads a period from its pack, and folds its decisions here: what is shown follows from the files alone. The report is
 * that of the service, which knows the names of its members.
 */
export async function openOnService(
  client: Client,
  { id, signoffs }: Pick<PeriodRecord, 'id' | 'signoffs'>,
): Promise<ConfigResult<OpenPeriod>> {
  const bytes = await readPack(client, id)
  const pack = await openPeriodPack(new Blob([bytes.slice()]))
  if (!pack.ok) return pack
  const { files } = pack.value
  const period = readPeriod(sha256, files)
  if (!period.ok) return { ok: false, faults: [`${id}: ${period.detail}`] }
  const folded = foldFiles(sha256, period.value)
  const proven = provePeriod(folded, period.value)
  const report = async () => ({ ok: true as const, value: await client.periods.report(id) })
  const last = signoffs.at(-1)
  const rejection = last?.act === 'reject' ? last : undefined
  return { ok: true, value: { files, period: period.value, folded, proven, report, rejection } }
}

export async function readPack(client: Client, id: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of await client.periods.evidencePack(id)) parts.push(part)
  return joinBytes(parts)
}
