/** Texts of the components of schema/log.ts: component, path of the property, text. */
export const logDescriptions = {
  SignedNote: {
    '': 'C2SP tlog-checkpoint: origin, size and root of the log, signed',
  },
  TileFile: {
    '': 'C2SP tlog-tiles: hashes of 32 bytes, or entries with their lengths',
  },
  LogConsistency: {
    '': 'RFC 6962 §2.1.2; to be verified against two signed roots, as in RFC 9162 §2.1.4.2',
    from: 'The earlier size',
    to: 'The later size',
    hashes: 'The hashes of the proof',
  },
  LogAudit: {
    '': 'How a log fared that was recomputed from what is stored',
    verified: 'Every check passed, and nothing is missing',
    root: 'Recomputed from the receipts',
    checks: 'All of them, in this order',
    'checks.detail': 'What holds, or the first fault',
    gaps: 'Sequences without a receipt, the first and the last of each gap',
    truncated: 'Whether a list was cut off after 1,000 members',
    diverged: 'Whether another history was signed than the one that is stored',
    size: 'Receipts of the log',
    'checks.name': 'The check',
    'checks.passed': 'Whether it found nothing wrong',
    'checks.faultCount': 'How many faults it found',
    receiptsWithoutRuns: 'Receipts whose run is gone',
    'receiptsWithoutRuns.sequence': 'Place of the receipt, from 0',
    'receiptsWithoutRuns.run': 'The id of the run',
    runsWithoutReceipts: 'Ids of completed runs without a receipt',
    'gaps.from': 'The first sequence of the gap',
    'gaps.to': 'The last sequence of the gap',
  },
} as const
