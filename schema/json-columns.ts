import type { JsonValue } from '@tallystick/engine/base'
import { partKinds } from '@tallystick/engine/result'
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

const storedPart = z.object({
  kind: z.enum(partKinds),
  root: z.string(),
  count,
  lineCount: count,
  datasetId: z.string().nullable(),
})

/** A part of a side of a period's run: `count` of its `lineCount` lines take part. */
export type PinnedPart = Readonly<z.infer<typeof storedPart>>

/** A valid column of a pinned side has these members. */
const storedSide = z.object({
  datasetId: z.string().nullable(),
  root: z.string(),
  recordCount: count,
  totals: textRecord,
  parts: z.array(storedPart).optional(),
})

const storedPeriod = z.object({
  id: z.string(),
  revision: count,
  opening: z.string(),
  earlier: z.string(),
  earlierParts: z
    .array(z.object({ period: z.string(), root: z.string(), count }))
    .readonly()
    .optional(),
  aside: z.string(),
  kept: z.object({ root: z.string(), count }).readonly().optional(),
  instructions: z.string().nullable(),
  instructionCount: count,
})

/**
 * What a run of a period is of: the period, its revision that the run read, and the roots over the lines of its opening,
 * of the records of earlier periods, of those that it leaves out, and of its instructions. `earlierParts` are the lines that
 * those of earlier periods are of, each kept by a period under a root; left out, the period itself keeps all of them. `kept`
 * are the lines of records and of the result that its fold wants, left out by runs of earlier versions.
 */
export type RunPeriod = Readonly<z.infer<typeof storedPeriod>>

export type EarlierPart = Readonly<NonNullable<RunPeriod['earlierParts']>[number]>

/** What one side of a run is pinned to. `datasetId` is a demo kind for built-in records, and null for no records. */
export interface PinnedSide extends Readonly<Omit<z.infer<typeof storedSide>, 'parts'>> {
  readonly totals: { readonly [currency: string]: string }
  /** Of a period's run, which has no `datasetId`. */
  readonly parts?: readonly PinnedPart[]
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
  if (side.success) {
    const { parts, ...pinned } = side.data
    return { ...pinned, ...(parts && { parts }) }
  }
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

/** An altered column has roots that no lines have. */
export const runPeriodColumn = customType<{ data: RunPeriod; driverData: string }>({
  dataType: () => 'text',
  toDriver: (period) => JSON.stringify(period),
  fromDriver(text) {
    const period = storedPeriod.safeParse(jsonIn(text))
    return period.success ? period.data : alteredPeriod
  },
})

const alteredPeriod: RunPeriod = {
  ...{ id: '', revision: 0, opening: '', earlier: '', aside: '', instructions: '', instructionCount: 0 },
}

/** The warnings of a run; undefined where the column holds no JSON. */
export const warningsColumn = customType<{ data: readonly RunWarningRecord[] | undefined; driverData: string }>({
  dataType: () => 'text',
  toDriver: (warnings) => JSON.stringify(warnings),
  fromDriver: parsed,
})
