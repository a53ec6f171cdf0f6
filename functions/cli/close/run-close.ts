import { runFiles } from './add-files.ts'
import type { CloseVerb } from './close-arguments.ts'
import type { RunVerb } from './close-end.ts'
import { decide } from './decide-items.ts'
import { runKey } from './run-key.ts'
import { giveBalances, listItems } from './show-period.ts'
import { showProof, writeReport } from './show-report.ts'
import { approve, reopen, submit } from './sign-off.ts'
import { start } from './start-period.ts'
import { verifyClose } from './verify-close.ts'

const verbs: { readonly [verb in CloseVerb]: RunVerb } = {
  key: runKey,
  start,
  run: runFiles,
  items: listItems,
  decide,
  balances: giveBalances,
  proof: showProof,
  report: writeReport,
  submit,
  approve,
  reopen,
  verify: verifyClose,
}

/** Runs a verb of `close` over the folder of a period. What is refused changes no file. */
export const runClose: RunVerb = (input, terminal) => verbs[input.verb](input, terminal)
