import { parseDate } from '@tallystick/engine/base'
import {
  beginFirst,
  beginNext,
  type Period,
  type PeriodFiles,
  periodNamed,
  periodOf,
  verifyPeriod,
} from '@tallystick/engine/close'
import { isBegun } from '../evidence/folder-of-period.ts'
import { platform } from '../evidence/verify-here.ts'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { readAmounts } from './amount-words.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { done, type RunVerb } from './close-end.ts'
import { readCloseRules } from './close-rules.ts'
import { mappingOf } from './kept-mapping.ts'
import { readPackFiles, writeFolder } from './period-folder.ts'
import { readDatasets } from './read-dataset.ts'

/** Begins a period in a folder: the first one with an opening, a later one from the pack of the period before. */
export const start: RunVerb = async (input, terminal) => {
  const { folder } = input
  if (isBegun(folder)) return { ok: false, faults: [`${folder}: a period is there already, wanted another folder`] }
  const pack = wordOf(input, 'from')
  const files = pack === undefined ? await firstFiles(input) : await nextFiles(input, pack)
  if (!files.ok) return files
  const faults = writeFolder(folder, files.value)
  if (faults.length > 0) return { ok: false, faults }
  const { period, parts } = JSON.parse(files.value['manifest.json'])
  const counts = `${parts.source[0].count} open items of the source, ${parts.target[0].count} of the target`
  terminal.printReport(`period ${period.name}, ${period.first} to ${period.last}, begins with ${counts}\n`)
  return done
}

/** What only a first period is told; later ones take it over. */
const optionsOfFirst = ['period', 'first', 'last', 'rules', 'statement', 'source-balance', 'target-balance']
const termsOfFirst = ['open-source', 'open-target', 'materiality', 'approval-above']

async function nextFiles({ values }: CloseArguments, path: string): Promise<ConfigResult<PeriodFiles>> {
  const extra = [...optionsOfFirst, ...termsOfFirst].filter((name) => values.has(name))
  if (extra.length > 0)
    return { ok: false, faults: extra.map((name) => `--${name} and --from are both there, and the pack says it`) }
  const pack = await readPackFiles(path)
  if (!pack.ok) return pack
  const verified = await verifyPeriod(platform, pack.value, { replay: 'wanted' })
  if (!verified.ok) return { ok: false, faults: [`${path}: ${verified.detail}`] }
  const { checks, closed } = verified.value
  if (closed !== undefined) return { ok: true, value: beginNext(sha256, closed) }
  const broken = checks.filter(({ verdict }) => verdict !== 'holds')
  return { ok: false, faults: broken.map(({ name, verdict, detail }) => `${path}: ${name} ${verdict}: ${detail}`) }
}

async function firstFiles(input: CloseArguments): Promise<ConfigResult<PeriodFiles>> {
  const period = readPeriodWords(input)
  const currency = wordOf(input, 'currency')
  const amounts = (option: string) => readAmounts(input.values.get(option) ?? [], { option, currency })
  const [source, target] = [amounts('source-balance'), amounts('target-balance')]
  const [materiality, approvalAbove] = [amounts('materiality'), amounts('approval-above')]
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
    value: beginFirst(sha256, {
      ...{ period: period.value, policy: policy.value, statement },
      ...{ materiality: materiality.value, approvalAbove: approvalAbove.value },
      ...(mapping.value && { mapping: mapping.value }),
      balances: { source: source.value, target: target.value },
      open: { source: openOf('source'), target: openOf('target') },
    }),
  }
}

function readPeriodWords(input: CloseArguments): ConfigResult<Period> {
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
