import { join } from 'node:path'
import { isCurrencyCode } from '@tallystick/engine/base'
import {
  editionOf,
  formatBalances,
  formatSigned,
  hasWorkedOn,
  type ReadPeriod,
  rootOfState,
  type SignoffLine,
  stateOf,
  submissionFaults,
  verifyPeriod,
} from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import { platform } from '../evidence/verify-here.ts'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { wordOf } from './close-arguments.ts'
import { done, type RunVerb } from './close-end.ts'
import { readKey } from './key-file.ts'
import { isApproved, type OpenPeriod, openPeriod, openToChange, settled } from './open-period.ts'
import { writeFolder, writePack } from './period-folder.ts'

/** Signs a period as prepared, once nothing is undecided, lapsed, or unexplained without a reason. */
export const submit: RunVerb = (input, terminal) => {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openToChange(input)
  const reasons = readReasons(input.values.get('reason') ?? [])
  const found = [key, opened, reasons].flatMap((each) => (each.ok ? [] : each.faults))
  if (!key.ok || !opened.ok || !reasons.ok) return { ok: false, faults: found }
  const { balances } = opened.value.period
  const reasoned = { ...balances, reasons: { ...balances.reasons, ...reasons.value } }
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
  const root = rootOfState(sha256, state)
  terminal.printReport(`period ${period.manifest.period.name} is submitted under the root ${root}\n`)
  return done
}

/** Begins the next edition of an approved period, whose pack stays as it is. */
export const reopen: RunVerb = (input, terminal) => {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openPeriod(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { files, period } = opened.value
  const { name } = period.manifest.period
  const { approval, number } = editionOf(period.signed)
  const reason = wordOf(input, 'reason')
  const faults = [
    ...(approval === undefined ? [`The period ${name} is open: it was not approved`] : []),
    ...(reason === undefined ? ['Got no --reason, wanted why the period is reopened'] : []),
  ]
  if (approval === undefined || reason === undefined) return { ok: false, faults }
  const line = key.value.signLine({
    ...{ kind: 'tallystick/reopening@1', period: name, name: wordOf(input, 'name') ?? '', reason },
    ...{ follows: hashOfLine(sha256, formatSigned(approval)), time: new Date().toISOString() },
  })
  const written = writeFolder(input.folder, { ...files, 'signoffs.ndjson': files['signoffs.ndjson'] + line })
  if (written.length > 0) return { ok: false, faults: written }
  terminal.printReport(`period ${name} is open again: edition ${number + 1}\n`)
  return done
}

/** Signs what was submitted with another key, and writes the pack of the period. */
export const approve: RunVerb = async (input, terminal) => {
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
  if (written.length > 0) return { ok: false, faults: written }
  terminal.printReport(`period ${name} is closed: ${pack}\n`)
  return done
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

function readReasons(words: readonly string[]): ConfigResult<{ readonly [currency: string]: string }> {
  const reasons = words.map((word) => /^([A-Z]{3}):(.+)$/s.exec(word))
  const wrong = words.filter((_, index) => !isCurrencyCode(reasons[index]?.[1] ?? ''))
  if (wrong.length > 0)
    return { ok: false, faults: wrong.map((word) => `${got(word)} as --reason, wanted CURRENCY:REASON`) }
  return { ok: true, value: Object.fromEntries(reasons.map((found) => [found?.[1] ?? '', found?.[2] ?? ''])) }
}
