import { spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadInPage, readLanes } from '../../in-page/load-in-page.ts'
import { type CommandEnd, runWords } from '../command.ts'
import { areInstalled } from '../installed.ts'
import { brokenIn } from '../pack.ts'
import { root } from '../step.ts'

/** The four programs that verify evidence, asked about many files at once. */

export const verifierNames = ['command line', 'page', 'check.mjs', 'check.py'] as const
export type VerifierName = (typeof verifierNames)[number]

/** A file of evidence, and the keys that are trusted, base64 of the raw bytes. */
export interface Question {
  readonly path: string
  readonly keys: readonly string[]
}

/** What a program says of a file. */
export interface Judgement {
  /**
   * The exit code: 0 sound, 3 sound by the keys in the file, 1 broken, 2 unreadable. The page has none, and the same
   * verdicts.
   */
  readonly code: number
  /** The first check that does not hold. */
  readonly first: string | undefined
  /** Everything that it printed. */
  readonly said: string
}

/** The programs that this machine can run. Each gives a judgement for each question, in their order. */
export const verifiers: ReadonlyMap<VerifierName, (questions: readonly Question[]) => Promise<readonly Judgement[]>> =
  new Map([
    ['command line', byCommandLine],
    ['page', inPage],
    ['check.mjs', (questions) => byProgram(process.execPath, 'mjs', questions)],
    ...(areInstalled('python3')
      ? ([['check.py', (questions: readonly Question[]) => byProgram('python3', 'py', questions)]] as const)
      : []),
  ])

/** Without a replay, which the other programs do not make. */
async function byCommandLine(questions: readonly Question[]): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = []
  for (const { path, keys } of questions) {
    const words = keys.flatMap((key) => ['--key', key])
    judgements.push(judgementOf(await runWords(['verify', path, '--no-replay', ...words])))
  }
  return judgements
}

const judgementOf = (end: CommandEnd): Judgement => ({
  code: end.code,
  first: brokenIn(end)[0],
  said: `${end.output}${end.errors}`,
})

const anchoring = { policy: undefined, certificates: [] }

async function inPage(questions: readonly Question[]): Promise<readonly Judgement[]> {
  const page = await loadInPage()
  const platform = { sha256: page.createLaneHasher(readLanes()), verifySignature: page.verifySignature, now: Date.now }
  const judgements: Judgement[] = []
  for (const { path, keys } of questions) {
    const trusted = await page.readPastedTrust(platform.sha256, { keys: keys.join('\n'), certificates: '' })
    if (keys.length > 0 && !trusted.ok) {
      judgements.push({ code: codes.unreadable, first: undefined, said: trusted.faults.join('\n') })
      continue
    }
    const trust = { keys, trustsOwnKeys: false, anchoring, replay: 'left out' } as const
    const verified = await page.verifyEvidence(platform, await page.recogniseEvidence(await openAsBlob(path)), trust)
    judgements.push({
      code: codes[verified.ok ? page.verdictOf(verified.value) : 'unreadable'],
      first: verified.ok ? verified.value.lines.find(({ verdict }) => verdict === 'does not hold')?.name : undefined,
      said: JSON.stringify(verified.ok ? verified.value.lines : verified.faults),
    })
  }
  return judgements
}

const codes = { sound: 0, broken: 1, unreadable: 2, unvouched: 3 } as const

/** One process for all questions. */
async function byProgram(
  program: string,
  language: 'mjs' | 'py',
  questions: readonly Question[],
): Promise<readonly Judgement[]> {
  const words = [join(import.meta.dirname, `check-many.${language}`), join(root, 'docs', `check.${language}`)]
  const env = { ...process.env, PYTHONUTF8: '1' }
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'], env })
  child.stdin.end(questions.map(({ path, keys }) => `${JSON.stringify([path, ...keys])}\n`).join(''))
  const lines = (await text(child.stdout)).split('\n').slice(0, -1)
  return lines.map((line) => judgementOf(JSON.parse(line)))
}
