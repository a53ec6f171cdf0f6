import * as z from 'zod'
import { described } from './described.ts'
import { receivedFile } from './received.ts'
import { count, hash } from './values.ts'

const time = z.iso.datetime()

/** The receipt of a run. */
export const receipt = z
  .object({
    actor: described(z.string().nullable(), 'Id of the API key that asked for the run'),
    build: described(hash, 'SHA-256 of the bundle of the engine that executed the run'),
    completedAt: described(time, 'When the run was completed'),
    createdAt: described(time, 'When the run was made'),
    engine: described(z.string(), 'The version of the engine that executed the run'),
    instructions: described(hash, 'Root over the instructions of a period’s run; absent without any').optional(),
    kind: described(
      z.enum(['tallystick/receipt@2', 'tallystick/receipt@3']),
      'Version of the receipt: 3 for a run of a period',
    ),
    leaves: described(count, 'Lines of the result'),
    period: described(z.string(), 'The id of the period that the run is of').optional(),
    policy: described(hash, 'SHA-256 of the canonical policy'),
    previous: described(hash, 'Leaf hash of the receipt before; of the first, of the empty log'),
    received: described(
      z.object({
        source: described(receivedFile.nullable(), 'The file that the source was read from'),
        target: described(receivedFile.nullable(), 'The file that the target was read from'),
      }),
      'The file each side was read from; null where none was received, or nothing is known',
    ),
    replayOf: described(z.string().nullable(), 'The id of the run that this one replays; null for a run of its own'),
    result: described(hash, 'Root of the result'),
    run: described(z.string(), 'The id of the run'),
    sequence: described(count, 'Place in the log, from 0'),
    source: described(hash, 'Root of the dataset of the source'),
    target: described(hash, 'Root of the dataset of the target'),
    tenant: described(hash, 'Hash of the tenant’s id'),
  })
  .meta({ id: 'Receipt', description: 'Its RFC 8785 bytes are the leaf of the log' })
