import { join } from 'node:path'
import {
  type Amounts,
  editionOf,
  formatBalances,
  formatSigned,
  hasWorkedOn,
  type ReadPeriod,
  rootOfState,
  type SignoffLine,
  stateOf,
  submissionFaults,
} from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import { verifyPeriod } from '@tallystick/engine/verify'
import { platform } from '../evidence/verify-here.ts'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readKey } from './key-file.ts'
import { isApproved, openPeriod, openToChange, settled } from './open-period.ts'
import { writeFolder, writePack } from './period-folder.ts'
import type { OpenPeriod } from './period-place.ts'

/** Signs a period as prepared, once nothing is undecided, lapsed, or unexplained without a reason. */
export function submit(
  input: CloseArguments,
  reasons: Amounts,
): ConfigResult<{ readonly name: string; readonly root: string }> {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openToChange(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { balances } = opened.value.period
  const reasoned = { ...balances, reasons: { ...balances.reasons, ...reasons } }
  const ready = settled({ ...opened.value.files, 'balances.json': formatBalances(reasoned) })
  if (!ready.ok) return ready
  const { files, period, folded, proven } = ready.value
  const faults = submissionFaults(period, folded, proven)
  if (faults.length > 0) return { ok: false, faults: faults.map(({ detail }) => detail) }
  const state = stateOf(sha256, files, proven)
  const line = key.value.signLine({
    ...{ kind: 'tallystick/signoff@1', act: 'submit', period: period.manifest.period.name },
    ...{ name: wordOf(input, 'name') ?? '', follows: followedBy(period), state, time: new Date().toISOString() },
  })
  const written = writeFolder(input.folder, { ...files, 'signoffs.ndjson': files['signoffs.ndjson'] + line })
  if (written.length > 0) return { ok: false, faults: written }
  return { ok: true, value: { name: period.manifest.period.name, root: rootOfState(sha256, state) } }
}

/** Begins the next edition of an approved period, whose pack stays as it is. */
export function reopen(
  input: CloseArguments,
  reason: string,
): ConfigResult<{ readonly name: string; readonly edition: number }> {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openPeriod(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { files, period } = opened.value
  const { name } = period.manifest.period
  const { approval, number } = editionOf(period.signed)
  if (approval === undefined) return { ok: false, faults: [`The period ${name} is open: it was not approved`] }
  const line = key.value.signLine({
    ...{ kind: 'tallystick/reopening@1', period: name, name: wordOf(input, 'name') ?? '', reason },
    ...{ follows: hashOfLine(sha256, formatSigned(approval)), time: new Date().toISOString() },
  })
  const written = writeFolder(input.folder, { ...files, 'signoffs.ndjson': files['signoffs.ndjson'] + line })
  return written.length > 0 ? { ok: false, faults: written } : { ok: true, value: { name, edition: number + 1 } }
}

/** Signs what was submitted with another key, and writes the pack of the period. */
export async function approve(
  input: CloseArguments,
): Promise<ConfigResult<{ readonly name: string; readonly pack: string }>> {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openPeriod(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { files, period } = opened.value
  const { name } = period.manifest.period
  const { submission, number } = editionOf(period.signed)
  if (submission === undefined || isApproved(opened.value))
    return {
      ok: false,
      faults: [`The period ${name} is ${submission === undefined ? 'not submitted' : 'closed: it was approved'}`],
    }
  const faults = approvalFaults(opened.value, { key: key.value.publicKey, submission, root: wordOf(input, 'root') })
  if (faults.length > 0) return { ok: false, faults }
  const line = key.value.signLine({
    ...{ kind: 'tallystick/signoff@1', act: 'approve', period: name, name: wordOf(input, 'name') ?? '' },
    ...{ follows: hashOfLine(sha256, formatSigned(submission)), state: submission.state },
    time: new Date().toISOString(),
  })
  const signed = { ...files, 'signoffs.ndjson': files['signoffs.ndjson'] + line }
  const verified = await verifyPeriod(platform, signed)
  if (!verified.ok) return { ok: false, faults: [verified.detail] }
  const broken = verified.value.checks.find(({ verdict }) => verdict !== 'holds')
  if (broken !== undefined) return { ok: false, faults: [`${broken.name} ${broken.verdict}: ${broken.detail}`] }
  // The pack of an edition stays beside those of the later ones.
  const pack = wordOf(input, 'out') ?? join(input.folder, number === 1 ? `${name}.zip` : `${name}.${number}.zip`)
  const written = [...(await writePack(pack, signed)), ...writeFolder(input.folder, signed)]
  return written.length > 0 ? { ok: false, faults: written } : { ok: true, value: { name, pack } }
}

/** The hash of what a submission follows: the reopening of its edition, or the approval of the period before. */
function followedBy({ signed, manifest }: ReadPeriod): string {
  const reopening = editionOf(signed).earlier.at(-1)
  return reopening === undefined ? manifest.before : hashOfLine(sha256, formatSigned(reopening))
}

interface Approval {
  readonly key: string
  readonly submission: SignoffLine
  readonly root: string | undefined
}

function approvalFaults({ period }: OpenPeriod, { key, submission, root }: Approval): readonly string[] {
  const submitted = rootOfState(sha256, submission.state)
  return [
    ...(key === submission.key ? ['Got the key that submitted the period, wanted another one'] : []),
    ...(key !== submission.key && hasWorkedOn(period, key)
      ? ['Got a key that decided or typed balances in the period, wanted another one']
      : []),
    ...(root !== undefined && root !== submitted ? [`${got(root)} as --root, but ${submitted} was submitted`] : []),
  ]
}
