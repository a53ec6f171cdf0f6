import { z } from 'zod'
import { receivedFile } from './received.ts'
import { count, hash } from './values.ts'

const time = z.iso.datetime()

/** The receipt of a run. */
export const receipt = z
  .object({
    actor: z.string().nullable(),
    build: hash,
    completedAt: time,
    createdAt: time,
    engine: z.string(),
    kind: z.literal('tallystick/receipt@2'),
    leaves: count,
    policy: hash,
    previous: hash,
    received: z.object({ source: receivedFile.nullable(), target: receivedFile.nullable() }),
    replayOf: z.string().nullable(),
    result: hash,
    run: z.string(),
    sequence: count,
    source: hash,
    target: hash,
    tenant: hash,
  })
  .meta({ id: 'Receipt' })
