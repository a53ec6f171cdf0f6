import fc from 'fast-check'
import { sizeOf } from './forms.ts'

/** How many cases a law is tried on that says nothing of it: fast-check's hundred in the long form, a quarter of them in the short. */
fc.configureGlobal({ numRuns: sizeOf({ short: 25, long: 100 }) })
