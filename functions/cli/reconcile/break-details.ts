import { groupedAmount } from '@tallystick/audit/base/amount'
import { causeWords, failedWords, listedWords, partWords, workWords } from '@tallystick/audit/report/break-words'
import type { BreakLine } from '@tallystick/engine/result'
import { printable } from '../terminal.ts'
import { shortened } from './text-table.ts'

export function detailLines(
  { reason, failed, listed, total, candidates, work, partOf, cause }: BreakLine,
  currency: string | undefined,
): readonly string[] {
  // Of a sum that fell short only the nearest set has candidates, and the difference is that of the set.
  const isOfAll = reason === 'sum_mismatch' && candidates !== undefined
  const texts = {
    ...(failed && { rule: printable(failedWords(failed)) }),
    ...(listed && { listed: listedWords(listed, nameCountMax, nameText) }),
    ...(total !== undefined && { total: `${groupedAmount(total, currency)}${isOfAll ? ofAll : ''}` }),
    ...(partOf && { part: printable(partWords(partOf, (amount) => groupedAmount(amount, currency))) }),
    ...(cause && { cause: printable(causeWords(cause)) }),
    ...(work && { work: printable(workWords(work)) }),
  }
  return Object.entries(texts).map(([name, text]) => `${name.padEnd(labelWidth)}   ${text}`)
}

const ofAll = ' of all records that may be chosen'

const labelWidth = 'source'.length

const nameCountMax = 3
const nameLengthMax = 34

const nameText = (name: string): string => shortened(printable(name), nameLengthMax)
