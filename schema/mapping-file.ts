import { z } from '@hono/zod-openapi'
import { type Mapping, mapping } from './dataset.ts'
import { check, type Fault } from './problem.ts'

/** A mapping as the command line takes it: one for both sides, or `{ "source": …, "target": … }`. */

export interface SideMappings {
  readonly source?: Mapping | undefined
  readonly target?: Mapping | undefined
}

const bySide = z.strictObject({ source: mapping.optional(), target: mapping.optional() })

/** The mapping of each side, or all the faults of `value`. The form by side is the one with a member for a side. */
export function checkMappingFile(
  value: unknown,
): { readonly ok: true; readonly value: SideMappings } | { readonly ok: false; readonly faults: readonly Fault[] } {
  const isBySide = typeof value === 'object' && value !== null && ('source' in value || 'target' in value)
  if (isBySide) return check(bySide, value)
  const both = check(mapping, value)
  return both.ok ? { ok: true, value: { source: both.value, target: both.value } } : both
}
