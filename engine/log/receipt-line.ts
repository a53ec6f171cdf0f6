import { isCount, isHash, isText, isTimestamp, orNull, parseShape } from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import type { Receipt } from './receipt.ts'

/** Reads the line of a receipt, without newline. Refuses every other spelling, and members that no receipt has. */
export const parseReceipt = (line: string): Parsed<Receipt> =>
  parseShape<Receipt>(line, 'a receipt', {
    completedAt: isTimestamp,
    createdAt: isTimestamp,
    engine: isText,
    kind: (value) => value === 'tallystick/receipt@1',
    leaves: isCount,
    policy: isHash,
    previous: isHash,
    replayOf: orNull(isText),
    result: isHash,
    run: isText,
    sequence: isCount,
    source: isHash,
    target: isHash,
    tenant: isHash,
  })
