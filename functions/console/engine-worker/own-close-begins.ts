import { beginAgain } from '@tallystick/audit/close/begin-again'
import { followFiles } from '@tallystick/audit/close/follow-pack'
import { isApproved, openOwn, settleOwn } from '@tallystick/audit/close/own-period'
import { refused } from '@tallystick/audit/verify/evidence-file'
import { beginFirst, keepMapping, signFaults } from '@tallystick/engine/close'
import type { Side } from '@tallystick/engine/record'
import { compiledOf } from './checked-rules.ts'
import { canonicalAmounts, mappingOf, withFiles } from './own-close-acts.ts'
import type { CloseDesk, OpenMonth } from './own-close-desk.ts'
import { monthBefore, staleFault } from './own-close-order.ts'
import { takePack } from './own-close-packs.ts'
import { type EvidenceUse, monthId, type NewClose } from './own-close-types.ts'
import { readCanonical } from './read-records.ts'

/** What begins a month; each answers with its id. */
export const closeBegins = (desk: CloseDesk) => ({
  begin: (close: NewClose): Promise<EvidenceUse<string>> => desk.closes.inTurn(() => begin(desk, close)),

  /**
   * Begins the month after the newest one, which has to be closed; or the newest again, where the month before it has
   * another edition meanwhile.
   */
  beginNext: (id: string): Promise<EvidenceUse<string>> => desk.closes.inTurn(() => beginNext(desk, id)),

  /**
   * Takes over the pack of a month. One that was approved begins the month after it; another is gone on with, as is one
   * of which this browser has an earlier state.
   */
  beginFrom: (file: File): Promise<EvidenceUse<string>> => desk.closes.inTurn(() => takePack(desk, file)),
})

async function begin(desk: CloseDesk, close: NewClose): Promise<EvidenceUse<string>> {
  const { name, period, statement, policy, bounds, opening, files } = close
  const { sha256 } = desk.platform
  const compiled = compiledOf(policy)
  const faults = compiled.ok ? signFaults(compiled.value) : compiled.faults
  if (!compiled.ok || faults.length > 0)
    return { ok: false, faults: faults.map(({ pointer, detail }) => `${pointer}: ${detail}`) }
  const [source, target] = [canonicalAmounts(opening.balances.source), canonicalAmounts(opening.balances.target)]
  if (source === undefined || target === undefined) return refused('Got other text as a balance, wanted 1234.50')
  const [materiality, approvalAbove] = [boundsOf(bounds.materiality), boundsOf(bounds.approvalAbove)]
  if (materiality === undefined || approvalAbove === undefined)
    return refused('Got other text as a bound, wanted an amount without a sign, such as 5.00')
  const settings = { source: files.source.settings, target: files.target.settings }
  const first = beginFirst(sha256, {
    ...{ period, statement, policy: compiled.value, materiality, approvalAbove },
    balances: { source, target },
    open: { source: await openLines(desk, opening, 'source'), target: await openLines(desk, opening, 'target') },
  })
  const begun = openOwn(sha256, keepMapping(first, mappingOf(settings)))
  const read = begun.ok ? await withFiles(desk, begun.value, files) : begun
  const settled = read.ok ? settleOwn(sha256, read.value) : read
  if (!settled.ok) return settled
  const id = crypto.randomUUID()
  await desk.keep({ id, name, settings, months: [] }, 1, settled.value)
  return { ok: true, value: monthId(id, 1) }
}

/** Amounts of 0 or more in canonical form; undefined where one is none. */
function boundsOf(typed: NewClose['bounds']['materiality']): typeof typed | undefined {
  const amounts = canonicalAmounts(typed)
  return amounts && Object.values(amounts).every((amount) => !amount.startsWith('-')) ? amounts : undefined
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

async function beginNext(desk: CloseDesk, id: string): Promise<EvidenceUse<string>> {
  const close = (await desk.closes.list()).find((each) => each.id === id)
  const newest = close?.months.at(-1)
  if (close === undefined || newest === undefined) return refused('This close is not kept in this browser')
  const month = await desk.open(monthId(id, newest.number))
  if (!month.ok) return month
  const { opened } = month.value
  const stale = await staleFault(desk, month.value)
  if (isApproved(opened)) return stale === undefined ? follow(desk, month.value) : refused(stale)
  const before = stale === undefined ? undefined : await monthBefore(desk, month.value)
  if (before === undefined) return refused(`${newest.name} is not closed yet: it has to be approved first`)
  if (!isApproved(before))
    return refused(`${before.period.manifest.period.name} is open again: it has to be approved first`)
  const begun = await followFiles(desk.platform, before.files)
  const again = begun.ok ? beginAgain(desk.platform.sha256, begun.value, opened) : begun
  if (!again.ok) return again
  await desk.keep(month.value.close, newest.number, again.value)
  return { ok: true, value: month.value.id }
}

async function follow(desk: CloseDesk, { close, number, opened }: OpenMonth): Promise<EvidenceUse<string>> {
  const next = await followFiles(desk.platform, opened.files)
  const settled = next.ok ? settleOwn(desk.platform.sha256, next.value) : next
  if (!settled.ok) return settled
  await desk.keep(close, number + 1, settled.value)
  return { ok: true, value: monthId(close.id, number + 1) }
}
