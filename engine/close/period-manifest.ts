import { canonicalize } from '../base/canonical.ts'
import {
  hasOnlyMembers,
  isCount,
  isHash,
  isListOf,
  isObject,
  isText,
  type JsonObject,
  orAbsent,
  type ValueTest,
} from '../base/json-shape.ts'
import { parseOneLine } from '../base/one-line.ts'
import type { Parsed } from '../base/parsed.ts'
import type { Side } from '../record/side.ts'
import { type PartKind, partKinds } from '../result/header-side.ts'
import type { Amounts } from './currency-sums.ts'
import { isSide } from './item-name.ts'
import type { Period } from './period-terms.ts'
import { isAmounts, isDay } from './shape-tests.ts'

/** What a period is, and what each side was read from, in this order. */
export type PeriodManifest = {
  readonly kind: 'tallystick/period@1'
  /** The version of the engine that ran the period last. */
  readonly engine: string
  readonly period: Named
  /** The period that follows, which the opening handed on names. */
  readonly next: Named
  /** The side on which accepted differences stand. */
  readonly statement: Side
  /** By currency: an adjustment of a greater size needs somebody else's approval. */
  readonly approvalAbove: Amounts
  /** By currency: undecided items up to this size do not keep a period from being submitted. */
  readonly materiality: Amounts
  /** How the files of the sides are read, as `--mapping` takes it; kept for the next files and periods. */
  readonly mapping?: JsonObject
  /** The leaf hash of the line that approved the period before; 64 zeros for the first period. */
  readonly before: string
  readonly parts: { readonly source: readonly ReadPart[]; readonly target: readonly ReadPart[] }
}

type Named = { readonly [member in keyof Period]: string }

export type ReadPart = {
  readonly kind: PartKind
  readonly root: string
  readonly count: number
  /** The name of the file; empty for the opening. */
  readonly file: string
}

/** `{"approvalAbove":{},"before":"…",…,"statement":"source"}` and a newline. */
export const formatPeriodManifest = (manifest: PeriodManifest): string => `${canonicalize(manifest)}\n`

export const parsePeriodManifest = (text: string): Parsed<PeriodManifest> =>
  parseOneLine<PeriodManifest>(text, 'a period', tests)

const isPeriod: ValueTest = hasOnlyMembers({ name: isText, first: isDay, last: isDay } satisfies {
  readonly [member in keyof Period]: ValueTest
})

const isPart = hasOnlyMembers({
  kind: (value) => partKinds.some((kind) => kind === value),
  root: isHash,
  count: isCount,
  file: isText,
} satisfies { readonly [member in keyof ReadPart]: ValueTest })

const tests = {
  kind: (value) => value === 'tallystick/period@1',
  engine: isText,
  period: isPeriod,
  next: isPeriod,
  statement: isSide,
  approvalAbove: isAmounts,
  materiality: isAmounts,
  mapping: orAbsent(isObject),
  before: isHash,
  parts: hasOnlyMembers({ source: isListOf(isPart), target: isListOf(isPart) }),
} satisfies { readonly [member in keyof PeriodManifest]-?: ValueTest }
