import { type Amounts, formatBalances } from '@tallystick/engine/close'
import { type BySide, sides } from '@tallystick/engine/record'
import type { ConfigResult } from '../read-config.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readKey } from './key-file.ts'
import { openToChange, saveChanged } from './open-period.ts'
import type { OpenPeriod } from './period-place.ts'

/** Types closing balances under the key of who types them. */
export function typeBalances(input: CloseArguments, closing: BySide<Amounts>): ConfigResult<OpenPeriod> {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openToChange(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { files, period } = opened.value
  const by = { actor: key.value.publicKey, time: new Date().toISOString() }
  const typed = sides.flatMap((side) =>
    Object.entries(closing[side]).map(([currency, amount]) => ({ side, currency, amount, ...by })),
  )
  const balances = { ...period.balances, typed: [...period.balances.typed, ...typed] }
  return saveChanged(input, { ...files, 'balances.json': formatBalances(balances) })
}
