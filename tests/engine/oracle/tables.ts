import type { ReferenceDataInput } from '../../../engine/rules/language/language.ts'
import type { Tables } from './text.ts'

/** The tables that rules bring, each as its keys and values. */
export const tablesOf = ({ tables = {} }: ReferenceDataInput): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      Object.fromEntries(Array.isArray(table) ? table : Object.entries(table)),
    ]),
  )
