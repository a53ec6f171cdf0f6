import { isCurrencyCode } from '@tallystick/engine/base'
import type { Amounts } from '@tallystick/engine/close'
import { datasetWarningText } from '../dataset-warning-text.ts'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { counted, printable, type Terminal, warningLine } from '../terminal.ts'
import { type CloseArguments, type CloseVerb, wordOf } from './close-arguments.ts'
import { type CloseEnd, done } from './close-end.ts'
import { folderPlace } from './folder-place.ts'
import { endOf } from './period-end.ts'
import type { PeriodPlace, PlacedVerb } from './period-place.ts'
import { runKey } from './run-key.ts'
import { giveBalances, listItems, printSummary } from './show-period.ts'
import { showProof, writeReport } from './show-report.ts'
import { verifyClose } from './verify-close.ts'

/** Runs a verb of `close` over the folder of a period, or over a service. What is refused changes nothing. */
export async function runClose(input: CloseArguments, terminal: Terminal): Promise<CloseEnd> {
  if (input.verb === 'key') return runKey(input, terminal)
  const place = await placeOf(input, terminal)
  return place.ok ? verbs[input.verb](input, terminal, place.value) : place
}

async function placeOf(input: CloseArguments, terminal: Terminal): Promise<ConfigResult<PeriodPlace>> {
  if (input.address === undefined) return { ok: true, value: folderPlace(input) }
  const { servicePlace } = await import('./service/service-place.ts')
  return servicePlace({ ...input, address: input.address }, terminal)
}

const start: PlacedVerb = async (_, terminal, place) => {
  const begun = await place.start()
  if (!begun.ok) return begun
  const { name, first, last, open } = begun.value
  const counts = `${counted(open.source, 'open item')} of the source, ${open.target} of the target`
  terminal.printReport(`period ${name}, ${first} to ${last}, begins with ${counts}\n`)
  return done
}

const run: PlacedVerb = async (input, terminal, place) => {
  const ran = await place.addFiles()
  if (!ran.ok) return ran
  const { added, period } = ran.value
  for (const { file, warnings } of added)
    for (const warning of warnings) terminal.printError(warningLine(`${file}: ${datasetWarningText(warning)}`))
  for (const { side, file, recordCount } of added)
    terminal.printReport(`${side}  ${printable(file)}  ${counted(recordCount, 'record')}\n`)
  printSummary(period, input, terminal)
  return endOf(period)
}

const decide: PlacedVerb = async (input, terminal, place) => {
  const decided = await place.decide()
  if (!decided.ok) return decided
  const { ids, period } = decided.value
  terminal.printReport(`${counted(ids.length, 'decision')}: ${printable(ids.join(', '))}\n`)
  printSummary(period, input, terminal)
  return endOf(period)
}

const submit: PlacedVerb = async (input, terminal, place) => {
  const reasons = readReasons(input.values.get('reason') ?? [])
  const submitted = reasons.ok ? await place.submit(reasons.value) : reasons
  if (!submitted.ok) return submitted
  const { name, root } = submitted.value
  terminal.printReport(`period ${name} is submitted under the root ${root}\n`)
  return done
}

const approve: PlacedVerb = async (_, terminal, place) => {
  const approved = await place.approve()
  if (!approved.ok) return approved
  const { name, pack } = approved.value
  terminal.printReport(`period ${name} is closed${pack === undefined ? '' : `: ${pack}`}\n`)
  return done
}

const reject: PlacedVerb = async (input, terminal, place) => {
  const reason = wordOf(input, 'reason')?.trim() ?? ''
  if (reason === '') return { ok: false, faults: ['Got no --reason, wanted why the period goes back'] }
  const rejected = await place.reject(reason)
  if (!rejected.ok) return rejected
  terminal.printReport(`period ${rejected.value.name} is open again: it was rejected\n`)
  return done
}

const reopen: PlacedVerb = async (input, terminal, place) => {
  const reason = wordOf(input, 'reason')
  if (reason === undefined) return { ok: false, faults: ['Got no --reason, wanted why the period is reopened'] }
  const reopened = await place.reopen(reason)
  if (!reopened.ok) return reopened
  const { name, edition } = reopened.value
  terminal.printReport(`period ${name} is open again: edition ${edition}\n`)
  return done
}

const verbs: { readonly [verb in Exclude<CloseVerb, 'key'>]: PlacedVerb } = {
  start,
  run,
  items: listItems,
  decide,
  balances: giveBalances,
  proof: showProof,
  report: writeReport,
  submit,
  approve,
  reject,
  reopen,
  verify: verifyClose,
}

function readReasons(words: readonly string[]): ConfigResult<Amounts> {
  const reasons = words.map((word) => /^([A-Z]{3}):(.+)$/s.exec(word))
  const wrong = words.filter((_, index) => !isCurrencyCode(reasons[index]?.[1] ?? ''))
  if (wrong.length > 0)
    return { ok: false, faults: wrong.map((word) => `${got(word)} as --reason, wanted CURRENCY:REASON`) }
  return { ok: true, value: Object.fromEntries(reasons.map((found) => [found?.[1] ?? '', found?.[2] ?? ''])) }
}
