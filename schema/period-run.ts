import * as z from 'zod'
import { described } from './described.ts'
import { count, hash } from './values.ts'

/** The run of a period: its rules and the instructions of its decisions over all that it reads. */

const part = z.object({
  kind: described(z.enum(['opening', 'returned', 'dataset']), 'Where the records are from'),
  root: described(hash, 'Merkle root of the lines of the part'),
  count: described(count, 'Its records'),
})

const periodRunSide = z.object({
  count: described(count, 'The records that take part'),
  later: described(count, 'Records of a later period, which wait'),
  repeated: described(count, 'Records that were counted before'),
  withdrawn: described(count, 'Records that their source took back'),
  parts: described(z.array(part), 'The opening, then what was added, in order of upload'),
})

export const periodRunRecord = z
  .object({
    number: described(count, 'From 1 in its period'),
    revision: described(count, 'The revision of the period that it made'),
    engine: described(z.string(), 'The version of the engine'),
    source: described(periodRunSide, 'What the source read'),
    target: described(periodRunSide, 'What the target read'),
    openingRoot: described(hash, 'Merkle root of the opening: its header and items'),
    instructions: described(
      z.object({
        count: described(count, 'Records to be matched, and pairs to be kept apart'),
        root: described(hash, 'Merkle root of the instructions'),
      }),
      'What decisions asked of it',
    ),
    resultRoot: described(hash, 'Merkle root of the lines of the result'),
    createdAt: described(z.string(), 'When it ended'),
    createdBy: described(z.string(), 'The id of the member or API key'),
  })
  .meta({ id: 'PeriodRun', description: 'A run of a period' })

export type PeriodRunRecord = z.infer<typeof periodRunRecord>
