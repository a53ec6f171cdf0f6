import type { JsonValue } from '@tallystick/engine/base'
import { customType } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import type { RunWarningRecord } from './run.ts'
import { count } from './values.ts'

/** Columns that hold JSON. A stored text may have been changed behind the service's back, so reading never throws. */

export const jsonIn = (text: string): JsonValue | undefined => parsed(text)

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined when the column holds anything but a list of texts. */
export function textsIn(text: string): readonly string[] | undefined {
  const list = jsonIn(text)
  return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined
}

const textRecord = z.record(z.string(), z.string())

/** A valid column of a pinned side has these members. */
const storedSide = z.object({
  datasetId: z.string().nullable(),
  root: z.string(),
  recordCount: count,
  totals: textRecord,
})

/** What one side of a run is pinned to. `datasetId` is a demo kind for built-in records, and null for no records. */
export interface PinnedSide extends Readonly<z.infer<typeof storedSide>> {
  readonly totals: { readonly [currency: string]: string }
  /**
   * Set where the column holds no valid side: an unreadable root, count or total then has a value that no dataset has.
   */
  readonly isAltered?: true
}

export const pinnedSideColumn = customType<{ data: PinnedSide; driverData: string }>({
  dataType: () => 'text',
  toDriver: (side) => JSON.stringify(side),
  fromDriver: sideIn,
})

/** The dataset id is found even in malformed JSON, so that the dataset's lines can be read. */
function sideIn(text: string): PinnedSide {
  const json = jsonIn(text)
  const side = storedSide.safeParse(json)
  if (side.success) return side.data
  const { datasetId = /"datasetId":"([^"]*)"/.exec(text)?.[1], root, recordCount, totals } = Object(json)
  return {
    datasetId: typeof datasetId === 'string' ? datasetId : null,
    root: typeof root === 'string' ? root : '',
    recordCount: Number.isSafeInteger(recordCount) ? recordCount : -1,
    // No currency has the empty name.
    totals: textRecord.safeParse(totals).data ?? { '': text },
    isAltered: true,
  }
}

/** The warnings of a run; undefined where the column holds no JSON. */
export const warningsColumn = customType<{ data: readonly RunWarningRecord[] | undefined; driverData: string }>({
  dataType: () => 'text',
  toDriver: (warnings) => JSON.stringify(warnings),
  fromDriver: parsed,
})
