import type { ReceiptFields } from '@tallystick/engine/log'
import type { DeletionFields } from '../../engine/log/deletion.ts'

/** What a receipt says of a run that was made up: the one with this number in the log of a tenant, named by its hash. */
export const madeReceiptFields = (index: number, tenant: string, result = hash('d')): ReceiptFields => ({
  actor: null,
  build: hash('b'),
  completedAt: '2026-03-01T12:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  engine: '2',
  leaves: 1,
  policy: hash('c'),
  received: { source: null, target: null },
  replayOf: null,
  result,
  run: `run_${index}`,
  source: hash('1'),
  target: hash('2'),
  tenant,
})

/** What a deletion says of a run that was made up, as `madeReceiptFields` makes receipts. */
export const madeDeletionFields = (index: number, tenant: string): DeletionFields => ({
  actor: null,
  completedAt: '2026-03-01T12:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  id: `run_${index}`,
  root: hash('d'),
  tenant,
  what: 'run',
})

const hash = (letter: string): string => letter.repeat(64)
