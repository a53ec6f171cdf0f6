import type { RunOverview, View } from '../engine-worker/engine-types.ts'

export const resultTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'breaks', label: 'Breaks' },
  { id: 'matches', label: 'Matches' },
  { id: 'suggestions', label: 'Suggestions' },
  { id: 'excluded', label: 'Excluded' },
  { id: 'netted', label: 'Netted' },
  { id: 'flow', label: 'Flow' },
] as const

export type ResultTab = (typeof resultTabs)[number]['id']

const views: readonly View[] = ['breaks', 'matches', 'suggestions', 'excluded', 'netted']

export const viewOfTab = (tab: ResultTab): View | undefined => views.find((view) => view === tab)

export function countOfTab({ lineCounts }: RunOverview, tab: ResultTab): number | undefined {
  const view = viewOfTab(tab)
  return view && lineCounts[view]
}
