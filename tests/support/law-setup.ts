import fc from 'fast-check'
import { sizeOf } from './forms.ts'

/** How many cases a law is tried on that says nothing of it: fast-check's hundred in the long form, a quarter of them in the short, a tenth in the quick. */
fc.configureGlobal({ numRuns: sizeOf({ quick: 10, short: 25, long: 100 }) })
