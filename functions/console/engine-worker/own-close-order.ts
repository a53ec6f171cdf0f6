import { approvalHash, isApproved, type OwnPeriod } from '@tallystick/audit/close/own-period'
import type { CloseDesk, OpenMonth } from './own-close-desk.ts'
import { monthId } from './own-close-types.ts'

/** Months of a close follow each other: each begins with what the edition that stands of the one before hands on. */

/** The month before, where it is kept. */
export async function monthBefore(
  desk: CloseDesk,
  { close, number }: Pick<OpenMonth, 'close' | 'number'>,
): Promise<OwnPeriod | undefined> {
  if (close.months.every((each) => each.number !== number - 1)) return undefined
  const month = await desk.open(monthId(close.id, number - 1))
  return month.ok ? month.value.opened : undefined
}

/** Why a month can be neither signed nor followed: the month before was reopened since. Undefined where it was not. */
export async function staleFault(desk: CloseDesk, month: OpenMonth): Promise<string | undefined> {
  const before = await monthBefore(desk, month)
  const { manifest } = month.opened.period
  if (before === undefined || approvalHash(desk.platform.sha256, before) === manifest.before) return undefined
  const { name } = before.period.manifest.period
  return isApproved(before)
    ? `${name} has another edition since ${manifest.period.name} was begun: begin it again`
    : `${name} is open again: it has to be approved first, and ${manifest.period.name} begun again`
}

/** The name of the first later month that is closed; undefined where none is. */
export async function closedAfter(desk: CloseDesk, { close, number }: OpenMonth): Promise<string | undefined> {
  for (const later of close.months.filter((each) => each.number > number)) {
    const month = await desk.open(monthId(close.id, later.number))
    if (month.ok && isApproved(month.value.opened)) return later.name
  }
  return undefined
}
