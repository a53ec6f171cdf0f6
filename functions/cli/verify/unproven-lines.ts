import type { JsonObject } from '@tallystick/engine/base'
import { printable } from '../terminal.ts'

/** The most characters of a value that are printed. */
const valueLengthMax = 100

/**
 * What a pack says beside its evidence, a line for each member; empty text without any:
 *
 *     unproven: what the pack says besides, which nothing in it proves
 *       name            "March bank against ledger"
 */
export function formatUnproven(unproven: JsonObject): string {
  const members = Object.entries(unproven).map(([name, value]): readonly [string, string] => [
    printable(name),
    printable(shortened(JSON.stringify(value ?? null))),
  ])
  if (members.length === 0) return ''
  const width = members.reduce((widest, [name]) => Math.max(widest, Math.min(name.length, valueLengthMax)), 0)
  const lines = members.map(([name, value]) => `  ${shortened(name).padEnd(width)}   ${value}\n`)
  return `unproven: what the pack says besides, which nothing in it proves\n${lines.join('')}`
}

const shortened = (text: string): string => (text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)}…` : text)
