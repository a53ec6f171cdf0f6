import type { PieceRecord, PieceSink } from '@tallystick/engine/pieces'

/** Counts each record once: when a line claims it, or when it is passed on unclaimed. Residuals are no records. */
export function countedSink(sink: PieceSink, onRecords: (count: number) => void): PieceSink {
  const passOn = ({ mark: { bornAt, claim } }: PieceRecord): void => {
    if (bornAt < 0 && claim === '') onRecords(1)
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
      onRecords(1)
      sink.exclude(side, excluded)
    },
    addLine(view, entry) {
      onRecords(entry.source.length + entry.target.length)
      sink.addLine(view, entry)
    },
  }
}
