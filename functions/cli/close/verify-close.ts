import { statSync } from 'node:fs'
import { type BrokenPeriod, type PeriodFiles, type PeriodVerification, verifyPeriod } from '@tallystick/engine/close'
import { isRawKey } from '@tallystick/engine/log'
import { platform } from '../evidence/verify-here.ts'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'
import { jsonText, printable } from '../terminal.ts'
import type { RunVerb } from './close-end.ts'
import { readFolder, readPackFiles } from './period-folder.ts'

/** Checks the pack or the folder of a period, and whether both keys are those that the caller names. */
export const verifyClose: RunVerb = async (input, terminal) => {
  const [path = input.folder, ...others] = input.words
  const keys = input.values.get('key') ?? []
  const faults = [
    ...others.map((word) => `${got(word)}, wanted nothing after the pack`),
    ...keys.flatMap((key) => (isRawKey(key) ? [] : [`${got(key)} as --key, wanted base64 of 32 bytes`])),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const files = isFolder ? readFolder(path) : await readPackFiles(path)
  if (!files.ok) return files
  const verified = await verifyFiles(files.value)
  if (!verified.ok) return { ok: false, faults: verified.faults.map((fault) => `${path}: ${fault}`) }
  const { checks } = verified.value
  const named = 'approval' in verified.value ? namedKeys(verified.value, keys) : []
  const areNamed = named.length > 0 && named.every(({ isNamed }) => isNamed)
  const verdict = !verified.value.holds ? 'broken' : areNamed ? 'sound' : 'unvouched'
  if (input.isJson) terminal.print(jsonText({ verdict, checks, keys: named }))
  else terminal.printReport(textOf(checks, named, verdict))
  return { ok: true, end: verdict === 'sound' ? 'done' : verdict }
}

/** A fault where the files cannot be read, or were written by another engine. */
export async function verifyFiles(files: PeriodFiles): Promise<ConfigResult<PeriodVerification | BrokenPeriod>> {
  const verified = await verifyPeriod(platform, files)
  return verified.ok ? verified : { ok: false, faults: [verified.detail] }
}

interface NamedKey {
  readonly act: string
  readonly key: string
  readonly name: string
  readonly isNamed: boolean
}

const namedKeys = ({ submission, approval }: PeriodVerification, keys: readonly string[]): readonly NamedKey[] =>
  [submission, approval].map(({ act, key, name }) => ({ act, key, name, isNamed: keys.includes(key) }))

function textOf(checks: BrokenPeriod['checks'], keys: readonly NamedKey[], verdict: keyof typeof ends): string {
  const rows = checks.map(
    ({ name, holds, detail }) =>
      `${name.padEnd(10)}   ${holds ? 'holds        ' : 'does not hold'}   ${printable(detail)}\n`,
  )
  const signers = keys.map(
    ({ act, key, name, isNamed }) =>
      `${act === 'submit' ? 'submitted' : 'approved '}   ${key}   ${isNamed ? 'a key that you named' : 'a key of the pack, which you did not name'}, stated as ${printable(JSON.stringify(name))}\n`,
  )
  return [...rows, ...signers, ends[verdict]].join('')
}

const ends = {
  sound: 'every check holds, by two keys that you named\n',
  unvouched: 'every check holds, by two keys; whose they are, nobody has said: name both with --key\n',
  broken: 'the period does not hold\n',
}
