import { addFiles } from './add-files.ts'
import type { CloseArguments } from './close-arguments.ts'
import { decideItems } from './decide-items.ts'
import { openPeriod } from './open-period.ts'
import { typeBalances } from './own-balances.ts'
import type { PeriodPlace } from './period-place.ts'
import { approve, reopen, submit } from './sign-off.ts'
import { start } from './start-period.ts'

/** A period in a folder, whose people sign with keys of their own. */
export const folderPlace = (input: CloseArguments): PeriodPlace => ({
  start: () => start(input),
  open: async () => openPeriod(input),
  addFiles: () => addFiles(input),
  decide: () => decideItems(input),
  giveBalances: async (closing) => typeBalances(input, closing),
  submit: async (reasons) => submit(input, reasons),
  approve: () => approve(input),
  reopen: async (reason) => reopen(input, reason),
  withEvidence: async (use) => ({ ok: true, value: await use(input.folder) }),
})
