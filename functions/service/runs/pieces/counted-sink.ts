import type { PieceRecord, PieceSink } from '@tallystick/engine/pieces'

/** The part of a record that counts when it is read into columns; the other part counts when its rule is done with it. */
export const readShare = 0.4

/**
 * Counts the other part of each record: when a line claims it, or when it is passed on unclaimed. Residuals are no
 * records.
 */
export function countedSink(sink: PieceSink, onRecords: (count: number) => void): PieceSink {
  const count = (recordCount: number): void => onRecords((1 - readShare) * recordCount)
  const passOn = ({ mark: { bornAt, claim } }: PieceRecord): void => {
    if (bornAt < 0 && claim === '') count(1)
  }
  return {
    ...sink,
    toRule(side, record) {
      passOn(record)
      sink.toRule(side, record)
    },
    settle(side, record) {
      passOn(record)
      sink.settle(side, record)
    },
    exclude(side, excluded) {
      count(1)
      sink.exclude(side, excluded)
    },
    addLine(view, entry) {
      count(entry.source.length + entry.target.length)
      sink.addLine(view, entry)
    },
  }
}
