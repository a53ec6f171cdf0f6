import type { RuleSetInput } from '../../../engine/index.ts'
import type { Tables } from './text.ts'

/** The tables that rules bring, each as its keys and values. */
export const tablesOf = ({ referenceData }: RuleSetInput): Tables =>
  Object.fromEntries(
    Object.entries(referenceData?.tables ?? {}).map(([name, table]) => [
      name,
      Object.fromEntries(Array.isArray(table) ? table : Object.entries(table)),
    ]),
  )
