import type { Tier } from '../waterfall/tier.ts'
import { loadPeer } from './peer-packages.ts'
import type { PeerJob } from './peer-program.ts'

/** What the job needs of Polars, and how a side becomes a frame. */

export interface Expression {
  readonly alias: (name: string) => Expression
  readonly add: (other: Expression) => Expression
  readonly sub: (other: Expression) => Expression
  readonly mul: (other: Expression) => Expression
  readonly eq: (other: Expression) => Expression
  readonly ltEq: (other: Expression) => Expression
  readonly or: (other: Expression) => Expression
  readonly not: () => Expression
  readonly abs: () => Expression
  readonly sum: () => Expression
  readonly first: () => Expression
  readonly count: () => Expression
  readonly round: (digits: number) => Expression
  readonly cast: (type: unknown) => Expression
  readonly isNull: () => Expression
  readonly isNotNull: () => Expression
  readonly isDuplicated: () => Expression
  readonly str: {
    readonly strip: () => Expression
    readonly toUpperCase: () => Expression
    readonly replaceAll: (pattern: string, value: string) => Expression
    readonly strptime: (type: unknown, format: string) => Expression
  }
}

export interface Join {
  readonly on?: readonly string[]
  readonly leftOn?: string
  readonly rightOn?: string
  readonly how: 'inner' | 'anti'
}

export interface Frame {
  readonly height: number
  readonly join: (other: Frame, how: Join) => Frame
  readonly filter: (holds: Expression | BooleanSeries) => Frame
  readonly select: (...columns: readonly (string | Expression)[]) => Frame
  readonly withColumns: (...columns: readonly Expression[]) => Frame
  readonly sort: (by: string | readonly string[]) => Frame
  readonly groupBy: (...columns: readonly string[]) => { readonly agg: (...columns: readonly Expression[]) => Frame }
  readonly getColumn: (name: string) => { readonly toArray: () => readonly string[] }
}

/** Which rows of a frame to keep. */
export interface BooleanSeries {
  readonly name: string
}

interface LazyFrame {
  readonly withRowIndex: (name: string) => LazyFrame
  readonly select: (...columns: readonly Expression[]) => LazyFrame
  readonly collectSync: () => Frame
}

export interface Polars {
  readonly col: (name: string) => Expression
  readonly lit: (value: number) => Expression
  readonly Series: (name: string, values: readonly boolean[]) => BooleanSeries
  readonly concat: (frames: readonly Frame[]) => Frame
  readonly scanCSV: (path: string, options: object) => LazyFrame
  readonly scanJson: (path: string, options: object) => LazyFrame
  readonly Utf8: unknown
  readonly Float64: unknown
  readonly Int64: unknown
  readonly Int32: unknown
  readonly Date: unknown
}

export const polars: Polars = loadPeer('nodejs-polars')
const { col, lit, scanCSV, scanJson, Utf8, Float64, Int64, Int32, Date: date } = polars

/** The texts that the files have, by column. */
const schema = {
  id: Utf8,
  date,
  reference: Utf8,
  description: Utf8,
  counterparty: Utf8,
  amount: Float64,
  currency: Utf8,
}

/** A side as a frame: `row` is the place in the file, `day` a number, `cents` whole. */
export function loadFrame(path: string, { format, tier }: PeerJob): Frame {
  const scanned =
    format === 'csv' ? scanCSV(path, { schema }) : scanJson(path, { format: 'lines', inferSchemaLength: 1000 })
  const day = format === 'csv' ? col('date') : col('date').str.strptime(date, '%Y-%m-%d')
  // A float of a text with two digits after the point, times 100, is less than a half off the whole number.
  const cents = col('amount').cast(Float64).mul(lit(100)).round(0).cast(Int64)
  return scanned
    .withRowIndex('row')
    .select(
      col('row'),
      col('id'),
      day.cast(Int32).alias('day'),
      keyOf(tier).alias('key'),
      cents.alias('cents'),
      col('currency'),
    )
    .collectSync()
}

const accents = [
  ['[ÀÁÂÃÄÅ]', 'A'],
  ['Ç', 'C'],
  ['[ÈÉÊË]', 'E'],
  ['[ÌÍÎÏ]', 'I'],
  ['Ñ', 'N'],
  ['[ÒÓÔÕÖ]', 'O'],
  ['[ÙÚÛÜ]', 'U'],
] as const

function keyOf(tier: Tier): Expression {
  const reference = col('reference')
  if (tier === 'usual') return reference
  const upper = reference.str.strip().str.replaceAll('\\s+', ' ').str.toUpperCase()
  return accents.reduce((text, [pattern, letter]) => text.str.replaceAll(pattern, letter), upper)
}
