import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { contenderNames } from './contenders/contenders.ts'
import { type Format, formats } from './waterfall/files.ts'
import { type Tier, tiers } from './waterfall/tier.ts'

/** What `npm run bench` was asked for. */
export interface BenchOptions {
  /** Measures the Worker in place of the job `waterfall`. */
  readonly service: boolean
  /** Measures a large run by the Worker; how many records a side. */
  readonly large: number | undefined
  /** Measures the memory of the Worker's isolate. */
  readonly memory: boolean
  /** Judges the reasons of breaks. */
  readonly reasons: boolean
  /** Of the memory and of reasons: only what has one of these in its name; everything where there is none. */
  readonly only: readonly string[]
  /** Measures the page in a browser in place of the job `waterfall`. */
  readonly page: boolean
  /** Measures proposed rules in place of the job `waterfall`. */
  readonly propose: boolean
  /** Records of the source. */
  readonly sizes: readonly number[]
  readonly format: Format
  readonly tier: Tier
  readonly seed: number
  /** Undefined: 5, or 3 from a million records on. */
  readonly rounds: number | undefined
  readonly contenders: readonly string[]
  /** Whether the command line is run once more, to see where its time goes. */
  readonly stages: boolean
  /** Where the files of each job stay, in a folder of their own; undefined where they go as the bench ends. */
  readonly files: string | undefined
  /** The document that the figures are written into. */
  readonly write: string | undefined
}

export const usage = `npm run bench -- [--sizes 10k,100k,1m] [--format csv|ndjson] [--tier usual|hard]
  [--seed NUMBER] [--rounds NUMBER] [--contenders ${contenderNames.join(',')}|none]
  [--no-stages] [--files DIRECTORY] [--write docs/benchmarks.md]
npm run bench -- --propose [--sizes 100k] [--seed NUMBER] [--rounds NUMBER] [--write docs/benchmarks.md]
npm run bench -- --page [--sizes 100k] [--seed NUMBER] [--rounds NUMBER] [--write docs/benchmarks.md]
npm run bench -- --service [--write docs/benchmarks.md]
npm run bench -- --reasons [--seed NUMBER] [--rounds NUMBER] [--only TEXT,…] [--write docs/benchmarks.md]
npm run bench -- --memory [--only TEXT,…] [--write docs/benchmarks.md]
npm run bench -- --large [--records 100000] [--seed NUMBER] [--write docs/benchmarks.md]`

const seedMax = 2 ** 31

/** Reads what follows `npm run bench --`. Throws an error that says what was got and what is wanted. */
export function readBenchOptions(words: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...words],
    allowNegative: true,
    options: {
      service: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      reasons: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      only: text,
      page: { type: 'boolean', default: false },
      records: { ...text, default: '1m' },
      propose: { type: 'boolean', default: false },
      sizes: text,
      format: { ...text, default: 'csv' },
      tier: { ...text, default: 'usual' },
      seed: { ...text, default: String(randomInt(seedMax)) },
      rounds: text,
      contenders: { ...text, default: contenderNames.join(',') },
      stages: { type: 'boolean', default: true },
      files: text,
      write: text,
    },
  })
  const names = values.contenders === 'none' ? [] : values.contenders.split(',')
  return {
    service: values.service,
    large: values.large ? readSize(values.records) : undefined,
    reasons: values.reasons,
    memory: values.memory,
    only: values.only?.split(',') ?? [],
    page: values.page,
    propose: values.propose,
    sizes: (values.sizes ?? (values.propose || values.page ? '100k' : '10k,100k')).split(',').map(readSize),
    format: oneOf(formats, values.format),
    tier: oneOf(tiers, values.tier),
    seed: readCount('--seed', values.seed, seedMax),
    rounds: values.rounds === undefined ? undefined : readCount('--rounds', values.rounds, 99),
    contenders: names.map((name) => oneOf(contenderNames, name)),
    stages: values.stages,
    files: values.files,
    write: values.write,
  }
}

/** `100k` → 100,000. */
function readSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,7})(k|m|)$/i.exec(text) ?? []
  const count = Number(digits) * { k: 1000, m: 1_000_000, '': 1 }[unit.toLowerCase() as 'k' | 'm' | '']
  if (digits === '' || count < 1000) throw new Error(`--sizes has ${text}, wanted at least 1000, such as 10k or 1m`)
  return count
}

function readCount(name: string, text: string, max: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > max) throw new Error(`${name} is ${text}, wanted 0 to ${max}`)
  return Number(text)
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name {
  const name = names.find((each) => each === text)
  if (name === undefined) throw new Error(`Got ${text}, wanted ${names.join(', ')}`)
  return name
}
