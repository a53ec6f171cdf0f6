import type { AskedDecision } from '@tallystick/audit/close/asked-decision'
import { effectFaults } from '@tallystick/audit/close/effect-faults'
import type { NewDecision } from '@tallystick/client'
import { askedKinds, foldFiles } from '@tallystick/engine/close'
import type { ConfigResult } from '../../read-config.ts'
import { sha256 } from '../../sha256.ts'
import type { OpenPeriod } from '../period-place.ts'
import { readDecisions } from '../read-decisions.ts'
import type { FoundPeriod } from './find-period.ts'
import { openOnService } from './open-on-service.ts'
import type { ServiceWork } from './service-work.ts'

interface Decided {
  readonly ids: readonly string[]
  readonly period: OpenPeriod
}

/** Makes a batch of decisions, all or none of them. Approvals of decisions are made one by one. */
export async function decideOnService(
  { client, input }: ServiceWork,
  { period: seen }: FoundPeriod,
): Promise<ConfigResult<Decided>> {
  const opened = await openOnService(client, seen)
  if (!opened.ok) return opened
  // The service says who decides, and when.
  const read = await readDecisions(input, opened.value, { actor: 'key', time: new Date().toISOString() })
  if (!read.ok) return read
  const withFiles = read.value.flatMap(({ line }, index) => (line.files === undefined ? [] : [index + 1]))
  if (withFiles.length > 0)
    return {
      ok: false,
      faults: withFiles.map(
        (number) => `decision ${number}: Got "files", wanted none: a service takes no files of decisions`,
      ),
    }
  const approvals = read.value.flatMap(({ line: { kind, follows } }) => (kind === 'approve' ? [followed(follows)] : []))
  if (approvals.length > 0 && approvals.length < read.value.length)
    return { ok: false, faults: ['Got approve beside other decisions, wanted it in a batch of its own'] }
  const ids: string[] = []
  for (const each of approvals)
    ids.push(...(await client.periods.approveDecision(seen.id, each)).decisions.map(({ id }) => id))
  if (approvals.length === 0) {
    const faults = faultsOf(opened.value, read.value)
    if (faults.length > 0) return { ok: false, faults }
    ids.push(...(await client.periods.decide(seen, read.value.map(asked))).decisions.map(({ id }) => id))
  }
  const period = await openOnService(client, seen)
  return period.ok ? { ok: true, value: { ids, period: period.value } } : period
}

function followed(follows: string | undefined): string {
  if (follows === undefined) throw new Error('An approval follows a decision')
  return follows
}

/** What would have no effect, in the words of the folder. */
function faultsOf({ period }: OpenPeriod, made: readonly AskedDecision[]): readonly string[] {
  const lines = made.map(({ line }) => line)
  return effectFaults(foldFiles(sha256, { ...period, decisions: [...period.decisions, ...lines] }), lines)
}

function asked({ line, note }: AskedDecision): NewDecision {
  const { id: _, actor: __, time: ___, note: ____, kind: own, items, ...members } = line
  const kind = askedKinds.find((each) => each === own)
  if (kind === undefined) throw new Error('An approval is an act of its own')
  return { ...members, kind, ...(items && { items: [...items] }), ...(note !== undefined && { note }) }
}
