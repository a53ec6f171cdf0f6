import type { Client, ListedPeriod, PeriodRecord, ReconciliationRecord } from '@tallystick/client'
import { got } from '../../options.ts'
import type { ConfigResult } from '../../read-config.ts'
import { wordOf } from '../close-arguments.ts'
import type { ServiceWork } from './service-work.ts'

export interface FoundPeriod {
  readonly reconciliation: ReconciliationRecord
  readonly period: PeriodRecord
}

type State = ListedPeriod['state']

/**
 * The period that `--reconciliation` and `--period` name. Without `--period` it is the newest one in the first of the
 * states that a period is in.
 */
export async function findPeriod(
  { client, input }: ServiceWork,
  states: readonly State[],
): Promise<ConfigResult<FoundPeriod>> {
  const word = wordOf(input, 'period')
  if (word?.startsWith('prd_')) {
    const period = await client.periods.get(word)
    return { ok: true, value: { period, reconciliation: await client.reconciliations.get(period.reconciliationId) } }
  }
  const found = await onlyReconciliation(client, wordOf(input, 'reconciliation'))
  if (!found.ok) return found
  const { id, name } = found.value
  const periods = await client.reconciliations.periods(id).toArray()
  const wanted = word === undefined ? inState(periods, states) : periods.find((each) => each.name === word)
  if (wanted !== undefined)
    return { ok: true, value: { reconciliation: found.value, period: await client.periods.get(wanted.id) } }
  const names = periods.map((each) => `${each.name} (${each.state})`).join(', ') || 'none; close start begins one'
  const wants = word === undefined ? `Got no --period, wanted one that is ${states.join(' or ')}` : got(word)
  return { ok: false, faults: [`${wants} among the periods of ${name}: ${names}`] }
}

const inState = (periods: readonly ListedPeriod[], states: readonly State[]): ListedPeriod | undefined =>
  states.flatMap((state) => periods.find((each) => each.state === state) ?? [])[0]

/** Those of a name, which several may have, or of an id. */
export async function reconciliationsCalled(client: Client, word: string): Promise<readonly ReconciliationRecord[]> {
  if (word.startsWith('rcn_')) return [await client.reconciliations.get(word)]
  return (await client.reconciliations.list().toArray()).filter(({ name }) => name === word)
}

/** The reconciliation that is named, or without a name the only one that there is. */
async function onlyReconciliation(
  client: Client,
  word: string | undefined,
): Promise<ConfigResult<ReconciliationRecord>> {
  const found =
    word === undefined ? await client.reconciliations.list().toArray() : await reconciliationsCalled(client, word)
  const [reconciliation] = found
  if (reconciliation !== undefined && found.length === 1) return { ok: true, value: reconciliation }
  return { ok: false, faults: [severalText(word, found)] }
}

export function severalText(word: string | undefined, found: readonly ReconciliationRecord[]): string {
  const names = found.map(({ id, name }) => `${name} (${id})`).join(', ')
  const wants = word === undefined ? 'Got no --reconciliation' : `${got(word)} as --reconciliation`
  return found.length === 0
    ? `${wants}, and there is none; close start defines one`
    : `${wants}, wanted one of ${names}`
}
