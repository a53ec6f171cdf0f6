import { addDecimals, at, type Decimal, formatDate, formatDecimal, parseDecimal } from '@tallystick/engine/base'
import type { CanonicalRecord } from '@tallystick/engine/record'

/**
 * The built-in records of `demo-bank` and `demo-ledger`: 200 a side, written for this project and always the same.
 *
 * The records come in scenes of ten a side, and each scene shows every kind of outcome: equal pairs, a cent of
 * rounding, a payment booked a day late, a larger difference, a double booking, two payments that one posting sums up,
 * and on each side one record that the other side lacks. Amounts that do not belong together are 3.00 or more apart.
 */
export const demoRecordCount = 200

type DemoRecord = CanonicalRecord & { readonly amount: string; readonly currency: string }

interface DemoSides {
  readonly bank: readonly DemoRecord[]
  readonly ledger: readonly DemoRecord[]
}

export function demoSides(recordCount: number = demoRecordCount): DemoSides {
  const bank: DemoRecord[] = []
  const ledger: DemoRecord[] = []
  for (let scene = 0; scene * recordsOfScene < recordCount; scene++) {
    const events = Array.from({ length: recordsOfScene }, (_, place) => createEvent(scene * recordsOfScene + place))
    bank.push(...bankRecords(scene, events))
    ledger.push(...ledgerRecords(scene, events))
  }
  return { bank: bank.slice(0, recordCount), ledger: ledger.slice(0, recordCount) }
}

export function demoTotals(records: readonly DemoRecord[]): { readonly [currency: string]: string } {
  const totals = new Map<string, Decimal>()
  for (const { currency, amount } of records) {
    const [known, addend] = [totals.get(currency), decimalOf(amount)]
    totals.set(currency, known === undefined ? addend : addDecimals(known, addend))
  }
  return Object.fromEntries([...totals].map(([currency, total]) => [currency, formatDecimal(total)]))
}

function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new Error(`A demo record has the amount ${text}`)
  return decimal
}

/** A payment before either side recorded it. */
interface Event {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: string
  readonly day: number
  readonly party: string
}

const recordsOfScene = 10
const stepMinor = 1_337
/** 2026-03-02, as days since 1970-01-01. */
const firstDay = Date.UTC(2026, 2, 2) / 86_400_000

const parties = [
  'Almeda Coffee Roasters',
  'Birch & Sons Joinery',
  'Corvid Print Works',
  'Delft Bicycle Repair',
  'Elm Street Dental',
  'Fjord Outdoor Supply',
  'Garrick Legal Partners',
  'Hartmann Elektrotechnik',
  'Iberia Fresh Produce',
  'Juniper Hotel Group',
  'Kestrel Freight Lines',
] as const

/** 73 and 200 share no divisor, so that every event has another amount, in no visible order. */
const createEvent = (index: number): Event => {
  const place = index % recordsOfScene
  const magnitude = 2_495 + ((index * 73 + 17) % demoRecordCount) * stepMinor
  return {
    reference: `INV-${2601 + index}`,
    amountMinor: place === 1 || place === 4 ? -magnitude : magnitude,
    currency: place === 4 ? 'USD' : 'EUR',
    day: firstDay + Math.floor(index / 4),
    party: at(parties, (index * 5) % parties.length),
  }
}

/** The bank has events 0 to 8 of a scene; event 7 arrives in two payments. */
function bankRecords(scene: number, events: readonly Event[]): DemoRecord[] {
  const records: Omit<DemoRecord, 'id'>[] = []
  for (const [place, event] of events.entries()) {
    const kind = event.amountMinor < 0 ? 'SEPA DEBIT' : 'SEPA CREDIT'
    const description = `${kind} ${event.party.toUpperCase()} ${event.reference}`
    if (place === 7) for (const part of splitInTwo(event)) records.push({ ...part, description })
    else if (place === 0) records.push(bookedAs(event))
    else if (place < 9) records.push({ ...bookedAs(event), description })
  }
  return numbered('bank', scene, records)
}

/** The ledger has all events but number 8: 2 rounded, 3 a day late, 5 net of a charge, 6 twice. */
function ledgerRecords(scene: number, events: readonly Event[]): DemoRecord[] {
  const records: Omit<DemoRecord, 'id'>[] = []
  for (const [place, event] of events.entries()) {
    if (place === 2) records.push(bookedAs({ ...event, amountMinor: event.amountMinor - 1 }))
    else if (place === 3) records.push(bookedAs({ ...event, day: event.day + 1 }))
    else if (place === 5) records.push(bookedAs({ ...event, amountMinor: event.amountMinor - 50 }))
    else if (place === 6) records.push(bookedAs(event), bookedAs(event))
    else if (place === 7) records.push({ ...bookedAs(event), attributes: { batch: `BATCH-${event.reference}` } })
    else if (place !== 8) records.push(bookedAs(event))
  }
  return numbered('ledger', scene, records)
}

const bookedAs = (event: Event): Omit<DemoRecord, 'id'> => ({
  amount: formatMinor(event.amountMinor),
  currency: event.currency,
  date: formatDate(event.day),
  reference: event.reference,
  description: `${event.party} ${event.reference}`,
  counterparty: event.party,
})

/** Both parts name the batch of the single posting. Neither amount is near the amount of another event. */
function splitInTwo(event: Event): Omit<DemoRecord, 'id'>[] {
  const first = 300 + Math.floor((event.amountMinor * 0.4) / stepMinor) * stepMinor
  return [first, event.amountMinor - first].map((amountMinor, part) => ({
    ...bookedAs({ ...event, amountMinor, reference: `${event.reference}-${part + 1}` }),
    attributes: { batch: `BATCH-${event.reference}` },
  }))
}

const numbered = (side: string, scene: number, records: readonly Omit<DemoRecord, 'id'>[]): DemoRecord[] =>
  records.map((record, place) => ({
    ...record,
    id: `${side}-${String(scene * recordsOfScene + place + 1).padStart(3, '0')}`,
  }))

/** Hundredths as a decimal: `-12.5` for −1250. */
function formatMinor(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0')
  const fraction = digits.slice(-2).replace(/0+$/, '')
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`
}
