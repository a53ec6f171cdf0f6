import { typeByKey } from '@tallystick/audit/close/act-by-key'
import { platform } from '../evidence/verify-here.ts'
import { addFiles } from './add-files.ts'
import type { CloseArguments } from './close-arguments.ts'
import { decideItems } from './decide-items.ts'
import { keepPeriod, openPeriod, shownPeriod } from './open-period.ts'
import type { PeriodPlace } from './period-place.ts'
import { approve, reject, reopen, submit } from './sign-off.ts'
import { byKey } from './signed-act.ts'
import { start } from './start-period.ts'

/** A period in a folder, whose people sign with keys of their own. */
export const folderPlace = (input: CloseArguments): PeriodPlace => ({
  start: () => start(input),
  open: async () => {
    const opened = openPeriod(input)
    return opened.ok ? { ok: true, value: shownPeriod(opened.value) } : opened
  },
  addFiles: () => addFiles(input),
  decide: () => decideItems(input),
  giveBalances: async (closing) => {
    const act = byKey(input)
    return keepPeriod(input, act.ok ? typeByKey(platform, act.value, { closing }) : act)
  },
  submit: (reasons) => submit(input, reasons),
  approve: () => approve(input),
  reject: (reason) => reject(input, reason),
  reopen: (reason) => reopen(input, reason),
  withEvidence: async (use) => ({ ok: true, value: await use(input.folder) }),
})
