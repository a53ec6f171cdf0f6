export { type ListedSuggestions, noListed, noteListed } from './closest/suggest.ts'
export { engineLimits, type Limits, type WorkNeeded } from './state/limits.ts'
export { sliceStepCountUsual, WorkLimitError } from './state/work.ts'
