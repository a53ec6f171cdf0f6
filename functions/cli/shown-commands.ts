import type { NewRun } from '@tallystick/client'

/** Commands that a person can copy into a shell. None of them shows the API key. */

export const waitCommand = (address: string, id: string): string =>
  `npx tallystick run --id ${quoted(id)} --url ${quoted(address)}`

export const cancelCommand = (address: string, id: string): string => `${waitCommand(address, id)} --cancel`

interface SentRun {
  readonly run: NewRun
  readonly rules: string | undefined
  readonly idempotencyKey: string
  readonly address: string
}

/** A command that makes the run, or finds it if an earlier request made it and its answer was lost. */
export function findCommand({ run, rules, idempotencyKey, address }: SentRun): string {
  const words = [
    ...['run', run.sourceAdapter, run.targetAdapter],
    ...(rules === undefined ? [] : ['--rules', rules]),
    ...(run.allowEmpty === true ? ['--allow-empty'] : []),
    ...['--name', run.name, '--idempotency-key', idempotencyKey, '--url', address],
  ]
  return shown(words)
}

interface SentUpload {
  readonly path: string
  readonly address: string
  readonly options: { readonly [name: string]: string | undefined }
}

/** A command that continues an upload; it has to be run in the same folder. */
export const uploadCommand = ({ path, address, options }: SentUpload): string =>
  shown([
    ...['upload', path],
    ...Object.entries({ url: address, ...options }).flatMap(([name, word]) =>
      word === undefined ? [] : [`--${name}`, word],
    ),
  ])

const shown = (words: readonly string[]): string => `npx tallystick ${words.map(quoted).join(' ')}`

const quoted = (word: string): string =>
  /^[A-Za-z0-9_./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
