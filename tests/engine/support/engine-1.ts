import type { JsonValue } from '../../../engine/base/canonical.ts'

/** A result and a summary as engine 1 wrote them, which knew no turned signs, no conversion, no netting and no rests. */

/** The lines of a result in which none of that has happened. */
export const linesOfEngine1 = (lines: readonly string[]): string[] =>
  lines.map((line) =>
    line
      .replace(/"engine":"\d+"/, '"engine":"1"')
      .replace('"fx":{},', '')
      .replaceAll('"netted":"0",', '')
      .replace(',"turned":{}', ''),
  )

const later = ['turned', 'fx', 'netted', 'nettedCount', 'residualCount']

export const summaryOfEngine1 = (summary: JsonValue): JsonValue =>
  JSON.parse(JSON.stringify(summary), (name, member) => (later.includes(name) ? undefined : member))
