import type { RunOverview, View } from '../engine-worker/engine-types.ts'

/** The parts of a result, in the order of their tabs. A part without lines of its own has no count. */
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

/** The view of the lines that a tab lists; undefined for a tab of another kind. */
export const viewOfTab = (tab: ResultTab): View | undefined => views.find((view) => view === tab)

/** The lines of a tab; undefined for one that lists none. */
export function countOfTab({ lineCounts }: RunOverview, tab: ResultTab): number | undefined {
  const view = viewOfTab(tab)
  return view && lineCounts[view]
}
