import { z } from '@hono/zod-openapi'
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
      actor: z.string().nullable().openapi({ description: 'Id of the API key that asked for the run' }),
      build: hash.openapi({ description: 'SHA-256 of the bundle of the engine that executed the run' }),
      received: z.object({ source: receivedFile.nullable(), target: receivedFile.nullable() }).openapi({
        description: 'The file each side was read from; null where none was received, or nothing is known',
      }),
    }),
  ])
  .openapi('Receipt', { description: 'Its RFC 8785 bytes are the leaf of the log' })
