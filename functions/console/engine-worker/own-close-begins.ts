import { followFiles, readOwnPack } from '@tallystick/audit/close/follow-pack'
import { type OwnPeriod, openOwn, settleOwn } from '@tallystick/audit/close/own-period'
import { refused } from '@tallystick/audit/verify/evidence-file'
import { at } from '@tallystick/engine/base'
import { beginFirst, keepMapping, type PeriodFiles, signFaults } from '@tallystick/engine/close'
import { type Side, sides } from '@tallystick/engine/record'
import { checkMappingFile } from '@tallystick/schema/mapping'
import { compiledOf } from './checked-rules.ts'
import { canonicalAmounts, mappingOf, withFiles } from './own-close-acts.ts'
import type { CloseDesk } from './own-close-desk.ts'
import { type EvidenceUse, type KeptClose, monthId, type NewClose } from './own-close-types.ts'
import { readCanonical } from './read-records.ts'

/** What begins a month; each answers with its id. */
export const closeBegins = (desk: CloseDesk) => ({
  begin: (close: NewClose): Promise<EvidenceUse<string>> => desk.closes.inTurn(() => begin(desk, close)),

  /** Begins the month after the newest one, which has to be closed. */
  beginNext: (id: string): Promise<EvidenceUse<string>> =>
    desk.closes.inTurn(async () => {
      const close = (await desk.closes.list()).find((each) => each.id === id)
      const newest = close?.months.at(-1)
      if (close === undefined || newest === undefined) return refused('This close is not kept in this browser')
      if (newest.state !== 'closed') return refused(`${newest.name} is not closed yet: it has to be approved first`)
      const month = await desk.open(monthId(id, newest.number))
      return month.ok ? follow(desk, close, month.value.opened.files) : month
    }),

  /**
   * Takes over the pack of a month. One that was approved begins the month after it; another is gone on with, as is one
   * of which this browser has an earlier state.
   */
  beginFrom: (file: File): Promise<EvidenceUse<string>> => desk.closes.inTurn(() => beginFrom(desk, file)),
})

async function begin(desk: CloseDesk, close: NewClose): Promise<EvidenceUse<string>> {
  const { name, period, statement, policy, opening, files } = close
  const { sha256 } = desk.platform
  const compiled = compiledOf(policy)
  const faults = compiled.ok ? signFaults(compiled.value) : compiled.faults
  if (!compiled.ok || faults.length > 0)
    return { ok: false, faults: faults.map(({ pointer, detail }) => `${pointer}: ${detail}`) }
  const [source, target] = [canonicalAmounts(opening.balances.source), canonicalAmounts(opening.balances.target)]
  if (source === undefined || target === undefined) return refused('Got other text as a balance, wanted 1234.50')
  const settings = { source: files.source.settings, target: files.target.settings }
  const first = beginFirst(sha256, {
    ...{ period, statement, policy: compiled.value, materiality: {}, approvalAbove: {} },
    balances: { source, target },
    open: { source: await openLines(desk, opening, 'source'), target: await openLines(desk, opening, 'target') },
  })
  const begun = openOwn(sha256, keepMapping(first, mappingOf(settings)))
  const read = begun.ok ? await withFiles(desk, begun.value, files) : begun
  const settled = read.ok ? settleOwn(sha256, read.value) : read
  return settled.ok ? keepFirst(desk, { name, settings }, settled.value) : settled
}

/** The items of a side that are open from before, as canonical records. */
async function openLines(
  { modules }: CloseDesk,
  { items }: NewClose['opening'],
  side: Side,
): Promise<{ readonly file: string; readonly lines: readonly string[] }> {
  const records = items.flatMap((item) => (item.side === side ? [item.record] : []))
  if (records.length === 0) return { file: '', lines: [] }
  const file = new File([JSON.stringify(records)], 'opening.json')
  return { file: file.name, lines: (await readCanonical(modules, { file, settings: {} })).lines }
}

async function keepFirst(
  desk: CloseDesk,
  made: Pick<KeptClose, 'name' | 'settings'>,
  opened: OwnPeriod,
): Promise<EvidenceUse<string>> {
  const id = crypto.randomUUID()
  await desk.keep({ id, ...made, months: [] }, 1, opened)
  return { ok: true, value: monthId(id, 1) }
}

async function follow(desk: CloseDesk, close: KeptClose, files: PeriodFiles): Promise<EvidenceUse<string>> {
  const next = await followFiles(desk.platform, files)
  const settled = next.ok ? settleOwn(desk.platform.sha256, next.value) : next
  if (!settled.ok) return settled
  const number = at(close.months, close.months.length - 1).number + 1
  await desk.keep(close, number, settled.value)
  return { ok: true, value: monthId(close.id, number) }
}

async function beginFrom(desk: CloseDesk, file: File): Promise<EvidenceUse<string>> {
  const files = await readOwnPack(file)
  const opened = files.ok ? openOwn(desk.platform.sha256, files.value) : files
  if (!opened.ok) return opened
  const known = await knownMonth(desk, opened.value)
  if (known !== undefined) return goOn(desk, known, opened.value)
  const { manifest } = opened.value.period
  const mapping = checkMappingFile(manifest.mapping ?? {})
  const { source, target } = mapping.ok ? mapping.value : {}
  const names = sides.map((side) => manifest.parts[side].findLast(({ kind }) => kind === 'dataset')?.file ?? side)
  const settings = { source: { mapping: source }, target: { mapping: target } }
  const kept = await keepFirst(desk, { name: names.join(' and '), settings }, opened.value)
  return kept.ok ? nextOf(desk, kept.value) : kept
}

interface Known {
  readonly close: KeptClose
  readonly number: number
  readonly opened: OwnPeriod
}

/** The month of this browser that the pack is of: of the same days and opening. */
async function knownMonth(desk: CloseDesk, { files, period }: OwnPeriod): Promise<Known | undefined> {
  for (const close of await desk.closes.list())
    for (const { number, name } of close.months) {
      const month = name === period.manifest.period.name ? await desk.open(monthId(close.id, number)) : undefined
      if (month?.ok && month.value.opened.files['opening.ndjson'] === files['opening.ndjson'])
        return { close, number, opened: month.value.opened }
    }
  return undefined
}

/** Replaces the state of this browser by that of the pack, which has to follow from it. */
async function goOn(desk: CloseDesk, { close, number, opened }: Known, other: OwnPeriod): Promise<EvidenceUse<string>> {
  if (!other.files['decisions.ndjson'].startsWith(opened.files['decisions.ndjson']))
    return refused('The pack lacks decisions that this browser has of the same period')
  await desk.keep(close, number, other)
  return nextOf(desk, monthId(close.id, number))
}

/** The month after one that is closed and the newest; else that one. */
async function nextOf(desk: CloseDesk, id: string): Promise<EvidenceUse<string>> {
  const month = await desk.open(id)
  if (!month.ok) return month
  const { close, number, opened } = month.value
  const newest = close.months.at(-1)
  if (newest?.number !== number || newest.state !== 'closed') return { ok: true, value: id }
  return follow(desk, close, opened.files)
}
