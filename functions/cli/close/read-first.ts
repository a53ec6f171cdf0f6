import { parseDate } from '@tallystick/engine/base'
import { type FirstPeriod, type Period, periodNamed, periodOf } from '@tallystick/engine/close'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { readAmounts, readBounds } from './amount-words.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readCloseRules } from './close-rules.ts'
import { mappingOf } from './kept-mapping.ts'
import { readDatasets } from './read-dataset.ts'

/** What only a first period is told; later ones take it over. */
export const optionsOfFirst = [
  ...['period', 'first', 'last', 'rules', 'statement', 'source-balance', 'target-balance'],
  ...['open-source', 'open-target', 'materiality', 'approval-above'],
]

/** Reads the options and files with which a first period begins. Returns all their faults. */
export async function readFirst(input: CloseArguments): Promise<ConfigResult<FirstPeriod>> {
  const period = readPeriodWords(input)
  const currency = wordOf(input, 'currency')
  const amounts = (option: string, read = readAmounts) => read(input.values.get(option) ?? [], { option, currency })
  const [source, target] = [amounts('source-balance'), amounts('target-balance')]
  const [materiality, approvalAbove] = [amounts('materiality', readBounds), amounts('approval-above', readBounds)]
  const policy = await readCloseRules(wordOf(input, 'rules'))
  const mapping = await mappingOf(input, undefined)
  if (!mapping.ok) return mapping
  const paths = { source: input.values.get('open-source') ?? [], target: input.values.get('open-target') ?? [] }
  const open = await readDatasets(input, { paths, mapping: mapping.value })
  const statement = wordOf(input, 'statement') ?? 'source'
  const faults = [period, source, target, materiality, approvalAbove, policy, open].flatMap((each) =>
    each.ok ? [] : each.faults,
  )
  const isSide = statement === 'source' || statement === 'target'
  if (!isSide) faults.push(`${got(statement)} as --statement, wanted source or target`)
  for (const side of ['source', 'target'] as const)
    if (!input.values.has(`${side}-balance`))
      faults.push(`Got no --${side}-balance, wanted the balance with which the ${side} begins, such as EUR:0`)
  if (faults.length > 0 || !period.ok || !source.ok || !target.ok || !policy.ok || !open.ok || !isSide)
    return { ok: false, faults: [...new Set(faults)] }
  if (!materiality.ok || !approvalAbove.ok) return { ok: false, faults }
  const openOf = (side: 'source' | 'target') => open.value.find((each) => each.side === side) ?? { file: '', lines: [] }
  return {
    ok: true,
    value: {
      ...{ period: period.value, policy: policy.value, statement },
      ...{ materiality: materiality.value, approvalAbove: approvalAbove.value },
      ...(mapping.value && { mapping: mapping.value }),
      balances: { source: source.value, target: target.value },
      open: { source: openOf('source'), target: openOf('target') },
    },
  }
}

/** The days that `--period`, or `--first` and `--last`, name. */
export function readPeriodWords(input: CloseArguments): ConfigResult<Period> {
  const [name, first, last] = ['period', 'first', 'last'].map((option) => wordOf(input, option))
  const wanted = 'wanted --period as 2026-03, 2026-W10 or 2026-03-02, or --first and --last as dates'
  if (name !== undefined) {
    const unit = first === undefined && last === undefined ? periodNamed(name) : undefined
    return unit === undefined
      ? { ok: false, faults: [`${got(name)} as --period, ${wanted}`] }
      : { ok: true, value: unit }
  }
  if (first === undefined || last === undefined) return { ok: false, faults: [`Got no period, ${wanted}`] }
  if (parseDate(first) === undefined || parseDate(last) === undefined || first > last)
    return { ok: false, faults: [`${got(first)} to ${got(last)}, ${wanted}`] }
  return { ok: true, value: periodOf(first, last) }
}
