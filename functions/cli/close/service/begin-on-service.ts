import type { Client, NewOpening, NewPeriod, NewReconciliation, ReconciliationRecord } from '@tallystick/client'
import { dayBefore, type FirstPeriod, unitOf } from '@tallystick/engine/close'
import { type CanonicalRecord, type Side, sides } from '@tallystick/engine/record'
import { pageLimitMax } from '@tallystick/schema/page'
import { type ConfigResult, readMapping, readPolicyMembers } from '../../read-config.ts'
import { isAdapterWord } from '../../run/run-arguments.ts'
import { printable } from '../../terminal.ts'
import { wordOf } from '../close-arguments.ts'
import type { BegunPeriod } from '../period-place.ts'
import { wordOfSide } from '../read-dataset.ts'
import { optionsOfFirst, readFirst, readPeriodWords } from '../read-first.ts'
import { reconciliationsCalled, severalText } from './find-period.ts'
import type { ServiceWork } from './service-work.ts'

/**
 * Begins a period: the first one of a reconciliation, which is defined by then, with its opening; or the next one of a
 * reconciliation that has periods.
 */
export async function beginOnService(work: ServiceWork): Promise<ConfigResult<BegunPeriod>> {
  const { client, input } = work
  const word = wordOf(input, 'reconciliation')
  if (word === undefined) return { ok: false, faults: ['Got no --reconciliation, wanted a name for it, or its id'] }
  const known = await reconciliationsCalled(client, word)
  if (known.length > 1) return { ok: false, faults: [severalText(word, known)] }
  const [found] = known
  if (found !== undefined && (await hasPeriods(client, found.id))) return beginNext(work, found)
  return beginFirst(work, { name: word, found })
}

async function hasPeriods(client: Client, id: string): Promise<boolean> {
  for await (const _ of client.reconciliations.periods(id, { limit: 1 })) return true
  return false
}

/** What names the next period, which the calendar proposes. */
const optionsOfNext = ['period', 'first', 'last']

async function beginNext({ client, input }: ServiceWork, { id, name }: ReconciliationRecord) {
  const given = [...optionsOfFirst, 'adapter', 'mapping'].filter((each) => input.values.has(each))
  const extra = given.filter((each) => !optionsOfNext.includes(each))
  const days = given.length > extra.length ? readPeriodWords(input) : undefined
  const faults = [
    ...extra.map((each) => `--${each} is there, which the reconciliation ${name} has`),
    ...(days?.ok === false ? days.faults : []),
  ]
  if (faults.length > 0) return { ok: false as const, faults }
  const next: NewPeriod = days?.ok ? { ...days.value } : {}
  const begun = await client.reconciliations.beginPeriod(id, next)
  const open = { source: 0, target: 0 }
  for await (const item of client.periods.items(begun.id, { limit: pageLimitMax })) open[item.name.side] += 1
  return { ok: true as const, value: { name: begun.name, first: begun.first, last: begun.last, open } }
}

interface ToDefine {
  readonly name: string
  /** Left by a command that was interrupted. */
  readonly found: ReconciliationRecord | undefined
}

async function beginFirst(work: ServiceWork, { name, found }: ToDefine): Promise<ConfigResult<BegunPeriod>> {
  const { client, terminal } = work
  const first = await readFirst(work.input)
  const definition = first.ok ? await definitionOf(work, name, first.value) : first
  if (!first.ok || !definition.ok) return { ok: false, faults: definition.ok ? [] : definition.faults }
  if (found !== undefined)
    terminal.printError(
      `tallystick: ${printable(name)} is there already, its rules and settings are taken as they are\n`,
    )
  const { id } = found ?? (await client.reconciliations.create(definition.value))
  await client.reconciliations.giveOpening(id, openingOf(first.value))
  const begun = await client.reconciliations.beginPeriod(id, { ...first.value.period })
  const { source, target } = first.value.open
  const open = { source: source.lines.length, target: target.lines.length }
  return { ok: true, value: { name: begun.name, first: begun.first, last: begun.last, open } }
}

async function definitionOf(
  { input }: ServiceWork,
  name: string,
  { period, policy, statement, materiality, approvalAbove }: FirstPeriod,
): Promise<ConfigResult<NewReconciliation>> {
  const members = await readPolicyMembers(wordOf(input, 'rules'))
  const mapping = await readMapping(wordOf(input, 'mapping'))
  if (!members.ok) return members
  if (!mapping.ok) return mapping
  const sideOf = (side: Side) => {
    const currency = wordOfSide(input, 'currency', side)
    const own = mapping.value[side]
    return {
      adapter: wordOfSide(input, 'adapter', side) ?? '',
      ...(own && { mapping: own }),
      ...(currency !== undefined && { currency }),
    }
  }
  const [source, target] = [sideOf('source'), sideOf('target')]
  const wrong = sides.find((side) => !isAdapterWord({ source, target }[side].adapter))
  const { signs } = policy.referenceData
  if (wrong !== undefined)
    return {
      ok: false,
      faults: [
        `Got no --adapter of the ${wrong}, wanted what its files belong to, such as bank:main; twice, for source and target`,
      ],
    }
  return {
    ok: true,
    value: {
      ...{ name, source, target, statement, materiality, approvalAbove, ...members.value },
      isTurned: signs.source !== signs.target,
      calendar: calendars.find((each) => unitOf(each, period.first)?.name === period.name) ?? 'own',
    },
  }
}

const calendars = ['month', 'week', 'day'] as const

/** Undated records are of the day before the period, as in a folder. */
function openingOf({ balances, open, period }: FirstPeriod): NewOpening {
  const items = sides.flatMap((side) =>
    open[side].lines.map((line) => {
      const record: CanonicalRecord = JSON.parse(line)
      const isDated = record.date !== undefined || record.valueDate !== undefined
      return { side, record: JSON.parse(line), ...(isDated ? {} : { firstSeen: dayBefore(period.first) }) }
    }),
  )
  return { balances: { source: { ...balances.source }, target: { ...balances.target } }, items }
}
