/** Open records explained where no step holds all records. */

export type { ExplainInput, ExplainSizes, ExplainSlice } from './explain-input.ts'
export { type Explained, explainInPieces } from './explain-run.ts'
export type { ByteRange, PieceStore } from './explain-store.ts'
export type { LookedMark, LookedRecords } from './looked-records.ts'
export type { ExplainedBreak } from './open-lines.ts'
