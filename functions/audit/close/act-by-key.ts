import { at } from '@tallystick/engine/base'
import {
  type Amounts,
  formatBalances,
  formatDecision,
  formatLines,
  formatNote,
  statedBalances,
} from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import { type BySide, sides } from '@tallystick/engine/record'
import { timestampOf } from '../base/timestamp.ts'
import { type EvidenceUse, refused } from '../verify/evidence-file.ts'
import type { VerifyPlatform } from '../verify/verify-platform.ts'
import type { AskedDecision } from './asked-decision.ts'
import { effectFaults } from './effect-faults.ts'
import { type OwnPeriod, openToChange, settleOwn } from './own-period.ts'
import { type OwnSigner, signLine } from './own-signer.ts'

/** A period and the key of who changes it. */
export interface ByKey {
  readonly opened: OwnPeriod
  readonly signer: OwnSigner
}

/**
 * Adds a batch of decisions, all or none of them, signed by the key of who decides. Requires decisions of one time, which
 * is that of the batch.
 */
export async function decideByKey(
  { sha256 }: VerifyPlatform,
  { opened, signer }: ByKey,
  asked: readonly AskedDecision[],
): Promise<EvidenceUse<OwnPeriod>> {
  const open = openToChange(opened)
  if (!open.ok) return open
  const { files, period } = open.value
  const all = [...period.decisions, ...asked.map(({ line }) => line)].map(formatDecision)
  const batch = await signLine(signer, {
    kind: 'tallystick/decisions@1',
    period: period.manifest.period.name,
    count: all.length,
    root: rootOfLines(sha256, all),
    time: at(asked, 0).line.time,
  })
  const notes = asked.flatMap(({ note }) => (note === undefined ? [] : [formatNote(sha256, note)]))
  const next = settleOwn(sha256, {
    ...files,
    'decisions.ndjson': formatLines(all),
    'notes.ndjson': files['notes.ndjson'] + formatLines(notes),
    'signoffs.ndjson': files['signoffs.ndjson'] + batch,
  })
  if (!next.ok) return next
  const faults = effectFaults(
    next.value.folded,
    asked.map(({ line }) => line),
  )
  return faults.length > 0 ? { ok: false, faults } : next
}

interface TypedBalances {
  readonly closing: BySide<Amounts>
  /** By currency: why an amount stays unexplained. */
  readonly reasons?: Amounts
}

/**
 * Types closing balances under the key of who types them. Reasons name nobody: who gives one types a closing balance of
 * its currency anew, so that the same key does not approve it.
 */
export function typeByKey(
  { sha256, now }: VerifyPlatform,
  { opened, signer }: ByKey,
  { closing, reasons = {} }: TypedBalances,
): EvidenceUse<OwnPeriod> {
  const open = openToChange(opened)
  if (!open.ok) return open
  const { files, period } = open.value
  const by = { actor: signer.publicKey, time: timestampOf(now()) }
  const typed = sides.flatMap((side) =>
    Object.entries(closing[side]).map(([currency, amount]) => ({ side, currency, amount, ...by })),
  )
  const { balances } = period
  const reasoned = Object.keys(reasons).filter((each) => typed.every(({ currency }) => currency !== each))
  const known = reasoned.flatMap((currency) => closingOf(period, currency))
  if (known.length < reasoned.length)
    return refused(`Got a reason for ${reasoned.join(', ')}, wanted a closing balance of it first`)
  return settleOwn(sha256, {
    ...files,
    'balances.json': formatBalances({
      ...balances,
      typed: [...balances.typed, ...typed, ...known.map((each) => ({ ...each, ...by }))],
      reasons: { ...balances.reasons, ...reasons },
    }),
  })
}

/** The closing balance of a currency by the books, or else by the statement. Empty without one. */
function closingOf({ balances, manifest }: OwnPeriod['period'], currency: string) {
  const { closing } = statedBalances(balances, manifest.period)
  const given = sides.flatMap((side) => {
    const amount = closing[side][currency]
    return amount === undefined ? [] : [{ side, currency, amount }]
  })
  const byBooks = given.filter(({ side }) => side !== manifest.statement)
  return (byBooks.length > 0 ? byBooks : given).slice(0, 1)
}
