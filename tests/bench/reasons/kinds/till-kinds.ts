import { differs, misses } from '../cause.ts'
import { kindsOf } from '../trade.ts'

/** Takings of stores and what a bank counts. */
export const tillKinds = kindsOf('tills', {
  'a till short of its bag': (event) => {
    const { source, target } = event.deal()
    const off = event.chance.between(2, 40) * 50
    for (const entry of source) event.source(entry, misses(off))
    const [first, ...others] = target
    for (const entry of others) event.target(entry, misses(off))
    if (first !== undefined) event.target({ ...first, cents: first.cents - off }, misses(off))
  },
  'bags of a wrong store': (event) => {
    const { source, target } = event.deal()
    const cause = differs(['attributes.store'])
    const store = String(900_000 + event.number())
    for (const entry of source) event.source(entry, cause)
    for (const entry of target) event.target({ ...entry, attributes: { store } }, cause)
  },
  'bags counted on another day': (event) => {
    const { source, target } = event.deal()
    for (const entry of source) event.source(entry, differs(['date']))
    for (const entry of target) event.target({ ...entry, day: entry.day + 2 }, differs(['date']))
  },
})
