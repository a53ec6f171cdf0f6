import { checkPack } from '@tallystick/audit/close/check-pack'
import { isSamePeriod, isSameState, lackedBy } from '@tallystick/audit/close/compare-periods'
import { followFiles, readOwnPack } from '@tallystick/audit/close/follow-pack'
import { approvalHash, type OwnPeriod } from '@tallystick/audit/close/own-period'
import { refused } from '@tallystick/audit/verify/evidence-file'
import { at } from '@tallystick/engine/base'
import { dayAfter, formatSigned } from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import { sides } from '@tallystick/engine/record'
import { checkMappingFile } from '@tallystick/schema/mapping'
import type { CloseDesk, OpenMonth } from './own-close-desk.ts'
import { type EvidenceUse, type KeptClose, monthId } from './own-close-types.ts'

/** Where a month is kept, or will be. */
interface Place {
  readonly close: KeptClose
  readonly number: number
}

/**
 * Takes over the pack of a month, once all holds that can be checked of it. Answers with the month to go on with: the one
 * after an approved month that is the newest.
 */
export async function takePack(desk: CloseDesk, file: File): Promise<EvidenceUse<string>> {
  const files = await readOwnPack(file)
  const checked = files.ok ? await checkPack(desk.platform, files.value) : files
  if (!checked.ok) return checked
  const { opened, next } = checked.value
  const place = (await placeOfKnown(desk, opened)) ?? (await placeAfter(desk, opened))
  if (place?.ok === false) return place
  const { close, number } = place?.value ?? newPlace(opened)
  const kept = await desk.keep(close, number, opened)
  if (next === undefined || at(kept.months, kept.months.length - 1).number !== number)
    return { ok: true, value: monthId(close.id, number) }
  await desk.keep(kept, number + 1, next)
  return { ok: true, value: monthId(close.id, number + 1) }
}

/** Where a state of the pack's month is kept already; undefined where none is. */
async function placeOfKnown(desk: CloseDesk, sent: OwnPeriod): Promise<EvidenceUse<Place> | undefined> {
  for (const close of await desk.closes.list())
    for (const { number, name } of close.months) {
      const month = name === sent.period.manifest.period.name ? await desk.open(monthId(close.id, number)) : undefined
      if (month?.ok && isSamePeriod({ kept: month.value.opened, sent })) return replaced(desk, month.value, sent)
    }
  return undefined
}

/** The place of a kept month. Refuses a state that lacks something of it, or on which a later month is not built. */
async function replaced(
  desk: CloseDesk,
  { close, number, opened }: OpenMonth,
  sent: OwnPeriod,
): Promise<EvidenceUse<Place>> {
  const place = { ok: true, value: { close, number } } as const
  if (isSameState({ kept: opened, sent })) return place
  const { name } = opened.period.manifest.period
  const lacked = lackedBy({ kept: opened, sent })
  if (lacked.length > 0)
    return refused(`This browser has something of ${name} that the pack lacks: ${lacked.join(', ')}`)
  const approval = approvalHash(desk.platform.sha256, opened)
  for (const later of close.months.filter((each) => each.number > number)) {
    const month = await desk.open(monthId(close.id, later.number))
    if (month.ok && month.value.opened.period.manifest.before === approval)
      return refused(`${later.name} was begun here with ${name} as it is kept: reopen ${name} here first`)
  }
  return place
}

/** The place after the kept month whose approval the pack's month follows; undefined where none is kept. */
async function placeAfter(desk: CloseDesk, sent: OwnPeriod): Promise<EvidenceUse<Place> | undefined> {
  const { before, period } = sent.period.manifest
  for (const close of await desk.closes.list())
    for (const { number, last } of close.months) {
      const month = dayAfter(last) === period.first ? await desk.open(monthId(close.id, number)) : undefined
      if (month?.ok && approvalHashes(desk, month.value.opened).includes(before))
        return followed(desk, month.value, sent)
    }
  return undefined
}

/** The place after a kept month. Refuses a month that does not begin with what that one hands on. */
async function followed(
  desk: CloseDesk,
  { close, number, opened }: OpenMonth,
  sent: OwnPeriod,
): Promise<EvidenceUse<Place>> {
  const { manifest } = sent.period
  const { name } = opened.period.manifest.period
  if (approvalHash(desk.platform.sha256, opened) !== manifest.before)
    return refused(`The pack was begun with an earlier edition of ${name}: begin ${manifest.period.name} again`)
  const later = close.months.find((each) => each.number > number)
  if (later !== undefined) return refused(`${later.name} is kept here as begun otherwise: begin it again first`)
  const files = await followFiles(desk.platform, opened.files)
  if (!files.ok) return files
  const isHandedOn = (['opening.ndjson', 'rules.json', 'earlier.ndjson'] as const).every(
    (each) => files.value[each] === sent.files[each],
  )
  return isHandedOn
    ? { ok: true, value: { close, number: number + 1 } }
    : refused(`The pack does not begin with what ${name} hands on`)
}

/** A close of its own, named by the newest file of each side. */
function newPlace({ period: { manifest } }: OwnPeriod): Place {
  const mapping = checkMappingFile(manifest.mapping ?? {})
  const { source, target } = mapping.ok ? mapping.value : {}
  const names = sides.map((side) => manifest.parts[side].findLast(({ kind }) => kind === 'dataset')?.file ?? side)
  const settings = { source: { mapping: source }, target: { mapping: target } }
  return { close: { id: crypto.randomUUID(), name: names.join(' and '), settings, months: [] }, number: 1 }
}

/** The leaf hashes of the approvals of all editions. */
const approvalHashes = ({ platform }: CloseDesk, { period }: OwnPeriod): readonly string[] =>
  period.signed.flatMap((line) =>
    'act' in line && line.act === 'approve' ? [hashOfLine(platform.sha256, formatSigned(line))] : [],
  )
