import { formatDecision, formatLines } from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import { sha256 } from '../sha256.ts'
import { counted, printable } from '../terminal.ts'
import { wordOf } from './close-arguments.ts'
import type { CloseEnd, RunVerb } from './close-end.ts'
import { readKey } from './key-file.ts'
import { endOf, type OpenPeriod, openToChange, saveChanged, settled } from './open-period.ts'
import { readDecisions } from './read-decisions.ts'
import { printSummary } from './show-period.ts'

/** Adds a batch of decisions, all or none of them, signed by the key of who decides. */
export const decide: RunVerb = async (input, terminal) => {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openToChange(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { files, period } = opened.value
  const time = new Date().toISOString()
  const read = await readDecisions(input, opened.value, { actor: key.value.publicKey, time })
  if (!read.ok) return read
  const lines = read.value.lines.map(formatDecision)
  const all = [...period.decisions.map(formatDecision), ...lines]
  const batch = key.value.signLine({
    kind: 'tallystick/decisions@1',
    period: period.manifest.period.name,
    count: all.length,
    root: rootOfLines(sha256, all),
    time,
  })
  const decided = {
    ...files,
    'decisions.ndjson': formatLines(all),
    'notes.ndjson': files['notes.ndjson'] + formatLines(read.value.notes),
    'signoffs.ndjson': files['signoffs.ndjson'] + batch,
  }
  const next = settled(decided)
  if (!next.ok) return next
  const own = new Set(read.value.lines.map(({ id }) => id))
  const refused = refusedIn(next.value, own)
  if (!refused.ok) return refused
  const saved = saveChanged(input, next.value.files)
  if (!saved.ok) return saved
  terminal.printReport(`${counted(lines.length, 'decision')}: ${printable([...own].join(', '))}\n`)
  printSummary(saved.value, input, terminal)
  return endOf(saved.value)
}

/** A decision that would have no effect at once is refused, and the batch with it. */
function refusedIn({ folded }: OpenPeriod, own: ReadonlySet<string>): CloseEnd {
  const faults = folded.decisions.flatMap(({ decision, state, reason }) =>
    own.has(decision) && state === 'lapsed' && reason !== undefined
      ? [`decision ${decision} cannot be made: ${lapseTexts[reason]}`]
      : [],
  )
  return faults.length > 0 ? { ok: false, faults } : { ok: true, end: 'done' }
}

const lapseTexts: { readonly [reason in NonNullable<OpenPeriod['folded']['decisions'][number]['reason']>]: string } = {
  gone: 'an item is not there',
  changed: 'an item is not as it was',
  repeated: 'an item was counted before; keep says that it is a record of its own',
  later: 'an item is of a later period',
  excluded: 'an item is excluded by a rule',
  withdrawn: 'an item was withdrawn',
  matched: 'an item is matched already',
  amount_differs: 'the amount is not the difference of the items',
  currencies_differ: 'the items have several currencies; --fx matches them',
  one_currency: 'the items have one currency, so that nothing is exchanged',
  not_zero: 'the items of one side do not come to zero',
  unknown_decision: 'there is no such decision',
  own_approval: 'the same key has made the decision',
}
