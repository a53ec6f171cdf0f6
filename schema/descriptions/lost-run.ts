/** Texts of the components of schema/lost-run.ts: component, path of the property, text. */
export const lostRunDescriptions = {
  LostRunPage: {
    '': 'A page of runs of which only the receipt is left',
    data: 'The runs of the page, newest first',
    nextCursor: 'The cursor of the next page; null on the last',
  },
  LostRun: {
    '': 'A run whose receipt stands in the log, and whose row is gone',
    id: 'As the receipt names the run',
    receiptHash: 'The leaf hash stored with the receipt',
    completedAt: 'Null when the receipt cannot be read either',
    sequence: 'Place of the receipt in the log, from 0',
  },
  LogRecovery: {
    '': 'What recovering a log came to',
    origin: 'The name of the log in its checkpoints',
    sound: 'Receipts that the database had as they were signed',
    restored: 'Receipts that were read back from R2',
    complete: 'False when R2 may have more of them: repeat the request',
    lostRuns:
      'The newest runs, at most 1,000, of which only the receipt is left; the tenant’s GET /runs?lost=true has all',
    tenantId: 'The tenant whose log it is',
    size: 'Receipts of the log',
    root: 'Merkle root of the log',
  },
} as const
