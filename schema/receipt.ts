import { z } from 'zod'
import { receivedFile } from './received.ts'
import { count, hash } from './values.ts'

const time = z.iso.datetime()

const receiptMembers = {
  completedAt: time,
  createdAt: time,
  engine: z.string(),
  leaves: count,
  policy: hash,
  previous: hash,
  replayOf: z.string().nullable(),
  result: hash,
  run: z.string(),
  sequence: count,
  source: hash,
  target: hash,
  tenant: hash,
}

/** The receipt of a run: each version is a member of the union. */
export const receipt = z
  .union([
    z.object({ ...receiptMembers, kind: z.literal('tallystick/receipt@1') }),
    z.object({
      ...receiptMembers,
      kind: z.literal('tallystick/receipt@2'),
      actor: z.string().nullable(),
      build: hash,
      received: z.object({ source: receivedFile.nullable(), target: receivedFile.nullable() }),
    }),
  ])
  .meta({ id: 'Receipt' })
