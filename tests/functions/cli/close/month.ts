import { type CommandEnd, runWords, type Scratch } from '../../../support/node/command.ts'

/** A period in a folder of a scratch directory, with the keys `a`, which prepares, and `b`, which approves. */
export interface Month {
  readonly close: (verb: string, ...words: string[]) => Promise<CommandEnd>
  readonly decide: (...words: string[]) => Promise<CommandEnd>
  readonly balances: (...words: string[]) => Promise<CommandEnd>
  readonly submit: (...words: string[]) => Promise<CommandEnd>
  readonly approve: (key: 'a' | 'b', ...words: string[]) => Promise<CommandEnd>
  readonly verify: (...words: string[]) => Promise<CommandEnd>
}

export async function month(
  scratch: Scratch,
  name: string,
  { isBegun = false, options = [] }: { readonly isBegun?: boolean; readonly options?: readonly string[] } = {},
): Promise<Month> {
  await keys(scratch)
  const close: Month['close'] = (verb, ...words) => runWords(['close', verb, '--in', scratch.path(name), ...words])
  const withKey = (key: string): string[] => ['--key-file', scratch.path(`${key}.pem`)]
  if (!isBegun) {
    const balances = ['--source-balance', 'EUR:1000', '--target-balance', 'EUR:1000']
    const end = await close('start', '--period', '2026-03', ...balances, ...options)
    if (end.code !== 0) throw new Error(end.errors)
  }
  return {
    close,
    decide: (...words) => close('decide', ...words, ...withKey('a')),
    balances: (...words) => close('balances', ...words, ...withKey('a')),
    submit: (...words) => close('submit', '--name', 'Ada', ...words, ...withKey('a')),
    approve: (key, ...words) => close('approve', '--name', 'Bob', ...words, ...withKey(key)),
    verify: (...words) => {
      const period = name === 'april' ? '2026-04' : '2026-03'
      return runWords(['close', 'verify', scratch.path(`${name}/${period}.zip`), ...words])
    },
  }
}

/** The public keys of both; the files are made where there are none. */
export async function keys(scratch: Scratch): Promise<{ readonly a: string; readonly b: string }> {
  const keyOf = async (name: string): Promise<string> =>
    (await runWords(['close', 'key', '--key-file', scratch.path(`${name}.pem`)])).output.trim()
  return { a: await keyOf('a'), b: await keyOf('b') }
}

export const bank = (scratch: Scratch): string =>
  scratch.write(
    'bank.csv',
    `id,date,amount,currency,reference
b1,2026-03-02,100.00,EUR,INV-1
b2,2026-03-05,250.00,EUR,INV-2
b3,2026-03-10,-2.50,EUR,bank fee
b4,2026-03-30,75.00,EUR,INV-9
b5,2026-04-02,40.00,EUR,INV-12
`,
  )

export const books = (scratch: Scratch): string =>
  scratch.write(
    'books.csv',
    `id,date,amount,currency,reference
l1,2026-03-02,100.00,EUR,INV-1
l2,2026-03-05,251.00,EUR,INV-2
l3,2026-03-31,-30.00,EUR,cheque 7
`,
  )
