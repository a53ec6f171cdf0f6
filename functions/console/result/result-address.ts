import { type LineQuery, plainQuery, type SortKey, sortKeys } from '../engine-worker/line-types.ts'
import { type ResultTab, resultTabs, viewOfTab } from './result-tabs.ts'

/** The state of a result page that its address holds: tab, filter, order and open line. */
export interface ResultAddress {
  readonly tab: ResultTab
  readonly query: LineQuery
  /** The position of a line in its view. */
  readonly line: number | undefined
}

/** Unknown members of the URL are ignored. */
export function readAddress(url: string): ResultAddress {
  const members = new URL(url, 'https://page.invalid').searchParams
  const tab = resultTabs.find(({ id }) => id === members.get('view'))?.id ?? 'overview'
  const view = viewOfTab(tab) ?? 'breaks'
  const plain = plainQuery(view)
  const order = members.get('sort') ?? ''
  const line = members.get('line') ?? ''
  return {
    tab,
    query: {
      view,
      text: members.get('text') ?? '',
      reasons: members.getAll('reason'),
      causes: members.getAll('cause'),
      rules: members.getAll('rule'),
      confidences: members.getAll('confidence'),
      currency: members.get('currency') ?? '',
      amountMin: members.get('min') ?? '',
      amountMax: members.get('max') ?? '',
      sort: sortKeys.find((sort) => sort === order.replace(/^-/, '')) ?? plain.sort,
      isDescending: order.startsWith('-'),
      isGrouped: plain.isGrouped && members.get('list') !== 'flat',
      openGroups: plain.openGroups,
    },
    line: /^\d{1,9}$/.test(line) ? Number(line) : undefined,
  }
}

/** The inverse of `readAddress`. Defaults are left out: `?view=breaks&sort=-amount`. */
export function searchOf({ tab, query, line }: ResultAddress): string {
  if (tab === 'overview') return ''
  const plain = plainQuery(query.view)
  const isPlainOrder = query.sort === plain.sort && query.isDescending === plain.isDescending
  const order = isPlainOrder ? '' : `${query.isDescending ? '-' : ''}${query.sort}`
  const members: readonly (readonly [string, string])[] = [
    ['view', tab],
    ['text', query.text],
    ...query.reasons.map((reason) => ['reason', reason] as const),
    ...query.causes.map((cause) => ['cause', cause] as const),
    ...query.rules.map((rule) => ['rule', rule] as const),
    ...query.confidences.map((confidence) => ['confidence', confidence] as const),
    ['currency', query.currency],
    ['min', query.amountMin],
    ['max', query.amountMax],
    ['sort', order],
    ['list', query.isGrouped === plain.isGrouped ? '' : 'flat'],
    ['line', line === undefined ? '' : String(line)],
  ]
  const written = members.filter(([, value]) => value !== '').map(([name, value]): [string, string] => [name, value])
  return `?${new URLSearchParams(written)}`
}

export const isFiltered = (query: LineQuery): boolean => {
  const { sort, isDescending, isGrouped } = plainQuery(query.view)
  const unordered = { ...query, sort, isDescending, isGrouped }
  return searchOf({ tab: 'breaks', line: undefined, query: unordered }) !== '?view=breaks'
}

/** Whether the first click on a heading sorts downwards: the largest amount and the oldest line first, texts from A. */
export const startsDescending = (sort: SortKey): boolean => sort === 'amount' || sort === 'age'
