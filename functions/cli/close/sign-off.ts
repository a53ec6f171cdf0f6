import { join } from 'node:path'
import { packNameOf } from '@tallystick/audit/close/own-period'
import { approveByKey, rejectByKey, reopenByKey, submitByKey } from '@tallystick/audit/close/sign-by-key'
import { type Amounts, editionOf } from '@tallystick/engine/close'
import { platform } from '../evidence/verify-here.ts'
import type { ConfigResult } from '../read-config.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { keepPeriod } from './open-period.ts'
import { writeFolder, writePack } from './period-folder.ts'
import { byKey } from './signed-act.ts'

/** Signs a period as prepared, once nothing is undecided, lapsed, or unexplained without a reason. */
export async function submit(
  input: CloseArguments,
  reasons: Amounts,
): Promise<ConfigResult<{ readonly name: string; readonly root: string }>> {
  const act = byKey(input)
  const submitted = act.ok ? await submitByKey(platform, act.value, reasons) : act
  if (!submitted.ok) return submitted
  const kept = keepPeriod(input, { ok: true, value: submitted.value.period })
  if (!kept.ok) return kept
  return { ok: true, value: { name: kept.value.period.manifest.period.name, root: submitted.value.root } }
}

/** Gives what was submitted back to whoever prepares the period. */
export async function reject(input: CloseArguments, reason: string): Promise<ConfigResult<{ readonly name: string }>> {
  const act = byKey(input)
  const kept = keepPeriod(input, act.ok ? await rejectByKey(platform, act.value, reason) : act)
  return kept.ok ? { ok: true, value: { name: kept.value.period.manifest.period.name } } : kept
}

/** Begins the next edition of an approved period, whose pack stays as it is. */
export async function reopen(
  input: CloseArguments,
  reason: string,
): Promise<ConfigResult<{ readonly name: string; readonly edition: number }>> {
  const act = byKey(input)
  const kept = keepPeriod(input, act.ok ? await reopenByKey(platform, act.value, reason) : act)
  if (!kept.ok) return kept
  const { manifest, signed } = kept.value.period
  return { ok: true, value: { name: manifest.period.name, edition: editionOf(signed).number } }
}

/** Signs what was submitted with another key, and writes the pack of the period. */
export async function approve(
  input: CloseArguments,
): Promise<ConfigResult<{ readonly name: string; readonly pack: string }>> {
  const act = byKey(input)
  const approved = act.ok ? await approveByKey(platform, act.value, wordOf(input, 'root')) : act
  if (!approved.ok) return approved
  const { files, period } = approved.value
  const pack = wordOf(input, 'out') ?? join(input.folder, packNameOf(approved.value))
  const written = [...(await writePack(pack, files)), ...writeFolder(input.folder, files)]
  return written.length > 0
    ? { ok: false, faults: written }
    : { ok: true, value: { name: period.manifest.period.name, pack } }
}
