import { timestampOf } from '@tallystick/audit/base/timestamp'
import { decideByKey } from '@tallystick/audit/close/act-by-key'
import { openToChange } from '@tallystick/audit/close/own-period'
import { platform } from '../evidence/verify-here.ts'
import type { ConfigResult } from '../read-config.ts'
import type { CloseArguments } from './close-arguments.ts'
import { keepPeriod } from './open-period.ts'
import type { OpenPeriod } from './period-place.ts'
import { readDecisions } from './read-decisions.ts'
import { byKey } from './signed-act.ts'

/** Adds a batch of decisions, all or none of them, signed by the key of who decides. */
export async function decideItems(
  input: CloseArguments,
): Promise<ConfigResult<{ readonly ids: readonly string[]; readonly period: OpenPeriod }>> {
  const act = byKey(input)
  const opened = act.ok ? openToChange(act.value.opened) : act
  if (!act.ok || !opened.ok) return { ok: false, faults: opened.ok ? [] : opened.faults }
  const actor = { actor: act.value.signer.publicKey, time: timestampOf(platform.now()) }
  const read = await readDecisions(input, opened.value, actor)
  if (!read.ok) return read
  const kept = keepPeriod(input, await decideByKey(platform, act.value, read.value))
  return kept.ok ? { ok: true, value: { ids: read.value.map(({ line }) => line.id), period: kept.value } } : kept
}
