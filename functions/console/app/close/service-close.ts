import { TallystickError } from '@tallystick/client'
import { firstCurrency } from '../../parts/amount-text.ts'
import { actorId, client, mayDo } from '../session.ts'
import type { CloseCalls } from './close-calls.ts'
import { requireCompleted } from './require-completed.ts'

const pageSize = 100

/** The close of the service where this tab is signed in. */
export const serviceClose: CloseCalls = {
  async period(id, signal) {
    const period = await client().periods.get(id, { signal })
    return { period, reconciliation: await client().reconciliations.get(period.reconciliationId, { signal }) }
  },
  reconciliation: (id, signal) => client().reconciliations.get(id, { signal }),
  changeSettings: (seen, change) => client().reconciliations.update(seen, change),
  periods: (id, signal) => client().reconciliations.periods(id, { limit: 50 }, { signal }),
  beginPeriod: (id, days) => client().reconciliations.beginPeriod(id, days),
  items: (id, filter, signal) => client().periods.items(id, { ...filter, limit: pageSize }, { signal }),
  history: (id, name, signal) => client().periods.history(id, name, { signal }),
  decisions: (id, signal) => client().periods.decisions(id, { limit: 50 }, signal && { signal }),
  decide: (seen, decisions) => client().periods.decide(seen, decisions),
  approveDecision: ({ id }, decision) => client().periods.approveDecision(id, decision),
  async proof(id, signal) {
    try {
      return await client().periods.proof(id, { signal })
    } catch (thrown) {
      if (isNotRun(thrown)) return null
      throw thrown
    }
  },
  setBalances: (seen, { closing: { source, target }, reasons }) =>
    client().periods.setBalances(seen, {
      closing: { source: { ...source }, target: { ...target } },
      ...(reasons && { reasons: { ...reasons } }),
    }),
  async submit(seen) {
    const { period } = await client().runs.get(seen.runId ?? '')
    // The run itself raises the revision by one.
    if (period !== undefined && period.revision + 1 === seen.revision) {
      await client().periods.submit(seen)
      return 'submitted'
    }
    requireCompleted(await client().periods.run(seen.id))
    return 'run again'
  },
  approve: (seen, root) => client().periods.approve(seen, root),
  reject: (seen, reason) => client().periods.reject(seen, reason),
  takeBack: undefined,
  packOfEdition: undefined,
  reopen: (seen, reason) => client().periods.reopen(seen, reason),
  journal: async (id) => new Blob([await client().periods.journal(id)], { type: 'text/csv' }),
  reportPage: async (id) => new Blob([await client().periods.reportPage(id)], { type: 'text/html' }),
  reportWorkbook: async (id) => new Blob([await client().periods.reportWorkbook(id)]),
  pack: async (id) => new Response(await client().periods.evidencePack(id)).blob(),
  async currencyOf({ source, target }, signal) {
    for (const { currency } of [source, target]) if (currency !== null) return currency
    for (const { adapter } of [source, target]) {
      const page = await client().datasets.list({ adapter, limit: 1 }, { signal }).pages().next()
      const currency = page.done === false ? firstCurrency(page.value.items[0]?.totals ?? {}) : undefined
      if (currency !== undefined) return currency
    }
    return ''
  },
  mayDo,
  actor: () => actorId.value,
  hasOwners: true,
  list: { path: '/app/reconciliations', title: 'Close' },
  reconciliationPath: (id) => `/app/reconciliations/${id}`,
  periodPath: (id) => `/app/periods/${id}`,
}

const isNotRun = (error: unknown): boolean =>
  error instanceof TallystickError &&
  error.failure.kind === 'problem' &&
  error.failure.problem.code === 'period_not_run'
