import type { ReadPeriod } from '@tallystick/engine/close'
import type { PeriodReport, ReportSignoff } from '@tallystick/schema/period-report'

type Person = PeriodReport['people'][number]
type Act = Person['acts'][number]['act']

/** Who decided, typed balances and signed, by who came first. O(acts). */
export function peopleOf(
  { decisions, balances }: ReadPeriod,
  signoffs: readonly ReportSignoff[],
  names: ReadonlyMap<string, string>,
): Person[] {
  const acts: readonly MadeAct[] = [
    ...decisions.map(({ actor, time, kind }) => ({ actor, time, act: kind })),
    ...balances.typed.map(({ actor, time }) => ({ actor, time, act: 'balance' as const })),
    ...signoffs.map(({ actor, time }) => ({ actor, time, act: 'sign_off' as const })),
  ]
  const stated = new Map(signoffs.map(({ actor, name }) => [actor, name]))
  const people = [...Map.groupBy(acts, ({ actor }) => actor)].map(([actor, own]): Person => {
    const times = own.map(({ time }) => time).sort()
    return {
      actor,
      name: names.get(actor) ?? stated.get(actor) ?? null,
      first: times.at(0) ?? '',
      last: times.at(-1) ?? '',
      acts: [...Map.groupBy(own, ({ act }) => act)].map(([act, same]) => ({ act, count: same.length })),
    }
  })
  return people.sort((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)))
}

interface MadeAct {
  readonly actor: string
  readonly time: string
  readonly act: Act
}
