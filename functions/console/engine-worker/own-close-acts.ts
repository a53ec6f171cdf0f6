import { timestampOf } from '@tallystick/audit/base/timestamp'
import { decideByKey, typeByKey } from '@tallystick/audit/close/act-by-key'
import { addReadFiles } from '@tallystick/audit/close/add-read-files'
import { type AskedDecision, askDecision } from '@tallystick/audit/close/asked-decision'
import { type OwnPeriod, openToChange, settleOwn } from '@tallystick/audit/close/own-period'
import { approveByKey, rejectByKey, reopenByKey, submitByKey } from '@tallystick/audit/close/sign-by-key'
import { refused } from '@tallystick/audit/verify/evidence-file'
import type { DecisionRecord, NewDecision } from '@tallystick/client'
import { canonicalDecimal, type JsonValue } from '@tallystick/engine/base'
import { keepMapping, type PeriodFiles } from '@tallystick/engine/close'
import { type BySide, type Side, sides } from '@tallystick/engine/record'
import type { FileSettings, ReadSide } from './engine-types.ts'
import type { CloseDesk, OpenMonth } from './own-close-desk.ts'
import { closedAfter, staleFault } from './own-close-order.ts'
import type { EvidenceUse, OwnAct } from './own-close-types.ts'
import { readCanonical } from './read-records.ts'

type Amounts = { readonly [currency: string]: string }

interface TypedBalances {
  readonly closing: BySide<Amounts>
  readonly reasons?: Amounts
}

type Done = Promise<EvidenceUse<{ readonly period: OwnPeriod; readonly settings?: BySide<FileSettings> }>>

/** What changes a month. Each answers without the month, which the page asks for anew. */
export const closeActs = (desk: CloseDesk) => ({
  decide: (act: OwnAct, decisions: readonly NewDecision[]) => decide(desk, act, decisions.map(membersOf)),

  approveDecision: (act: OwnAct, follows: string) =>
    decide(desk, act, [{ members: { kind: 'approve', follows }, note: undefined }]),

  setBalances: (act: OwnAct, { closing, reasons }: TypedBalances) =>
    done(desk, act, async ({ opened }, signer) => {
      const typed = { source: canonicalAmounts(closing.source), target: canonicalAmounts(closing.target) }
      if (typed.source === undefined || typed.target === undefined)
        return refused('Got other text, wanted an amount such as 1234.50')
      const { source, target } = typed
      return asDone(
        typeByKey(desk.platform, { opened, signer }, { closing: { source, target }, ...(reasons && { reasons }) }),
      )
    }),

  submit: (act: OwnAct) =>
    done(desk, act, async (month, signer) => {
      const stale = await staleFault(desk, month)
      if (stale !== undefined) return refused(stale)
      return submitByKey(desk.platform, { opened: month.opened, signer, name: signer.name }, {})
    }),

  takeBack: (act: OwnAct) => done(desk, act, async ({ opened }) => asDone(openToChange(opened))),

  approve: (act: OwnAct, root: string) =>
    done(desk, act, async (month, signer) => {
      const stale = await staleFault(desk, month)
      if (stale !== undefined) return refused(stale)
      const { opened } = month
      return asDone(await approveByKey(desk.platform, { opened, signer, name: signer.name }, root))
    }),

  reject: (act: OwnAct, reason: string) =>
    done(desk, act, async ({ opened }, signer) =>
      asDone(await rejectByKey(desk.platform, { opened, signer, name: signer.name }, reason)),
    ),

  reopen: (act: OwnAct, reason: string) =>
    done(desk, act, async (month, signer) => {
      const later = await closedAfter(desk, month)
      if (later !== undefined) return refused(`The later period ${later} is closed: it has to be reopened first`)
      const { opened } = month
      return asDone(await reopenByKey(desk.platform, { opened, signer, name: signer.name }, reason))
    }),

  /** Reads a file of a side, and runs the rules over all that the month has. */
  addFile: (act: OwnAct, side: Side, { file, settings }: ReadSide) =>
    done(desk, act, async ({ opened, close }) => {
      const open = openToChange(opened)
      if (!open.ok) return open
      const files = await withFiles(desk, open.value, { [side]: { file, settings } })
      if (!files.ok) return files
      const read = { ...close.settings, [side]: settings }
      const settled = settleOwn(desk.platform.sha256, keepMapping(files.value, mappingOf(read)))
      return settled.ok ? { ok: true, value: { period: settled.value, settings: read } } : settled
    }),
})

/** The files of a period with those that are read besides. */
export async function withFiles(
  { modules }: CloseDesk,
  opened: OwnPeriod,
  chosen: Partial<BySide<ReadSide>>,
): Promise<EvidenceUse<PeriodFiles>> {
  const datasets = []
  for (const side of sides) {
    const read = chosen[side]
    if (read !== undefined) datasets.push({ side, file: read.file.name, ...(await readCanonical(modules, read)) })
  }
  return addReadFiles(modules.sha256, opened, datasets)
}

/** The mappings of both sides, as a pack hands them on; undefined without any. */
export function mappingOf({
  source,
  target,
}: BySide<FileSettings>): { readonly [side: string]: JsonValue } | undefined {
  const given = { ...(source.mapping && { source: source.mapping }), ...(target.mapping && { target: target.mapping }) }
  return Object.keys(given).length === 0 ? undefined : JSON.parse(JSON.stringify(given))
}

/** Amounts in canonical form; undefined where one is none. */
export function canonicalAmounts(amounts: Amounts): Amounts | undefined {
  const read = Object.entries(amounts).flatMap(([currency, text]) => {
    const amount = canonicalDecimal(text)
    return amount === undefined ? [] : [[currency, amount] as const]
  })
  return read.length === Object.keys(amounts).length ? Object.fromEntries(read) : undefined
}

interface Asked {
  readonly members: object
  readonly note: string | undefined
}

function membersOf({ note, amount, amounts, ...members }: NewDecision): Asked {
  const canonical = (text: string): string => canonicalDecimal(text) ?? text
  return {
    members: {
      ...members,
      ...(amount !== undefined && { amount: canonical(amount) }),
      ...(amounts && { amounts: { source: canonical(amounts.source), target: canonical(amounts.target) } }),
    },
    note,
  }
}

/** Makes all decisions or none, and answers with what has become of them. */
async function decide(
  desk: CloseDesk,
  act: OwnAct,
  decisions: readonly Asked[],
): Promise<EvidenceUse<readonly Pick<DecisionRecord, 'state'>[]>> {
  const { sha256, now } = desk.platform
  const decided = await desk.change(act, async ({ opened }, signer) => {
    const by = { actor: signer.publicKey, time: timestampOf(now()) }
    const read = decisions.map((each, place) => askDecision(sha256, opened.period, { ...each, ...by, place }))
    const faults = read.flatMap((each) => (each.ok ? [] : [each.detail]))
    if (faults.length > 0) return { ok: false, faults }
    const asked: AskedDecision[] = read.flatMap((each) => (each.ok ? [each.value] : []))
    return asDone(await decideByKey(desk.platform, { opened, signer }, asked))
  })
  if (!decided.ok) return decided
  const states = decided.value.period.folded.decisions.slice(-decisions.length)
  return { ok: true, value: states.map(({ state }) => ({ state })) }
}

async function done(
  desk: CloseDesk,
  act: OwnAct,
  work: (month: OpenMonth, signer: Parameters<Parameters<CloseDesk['change']>[1]>[1]) => Done,
): Promise<EvidenceUse<null>> {
  const changed = await desk.change(act, work)
  return changed.ok ? { ok: true, value: null } : changed
}

const asDone = (changed: EvidenceUse<OwnPeriod>): EvidenceUse<{ readonly period: OwnPeriod }> =>
  changed.ok ? { ok: true, value: { period: changed.value } } : changed
