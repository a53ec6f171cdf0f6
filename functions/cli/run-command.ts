import { engineVersion, nearestHint } from '@tallystick/engine/base'
import type { CloseArguments } from './close/close-arguments.ts'
import type { ExplainArguments } from './explain/explain-arguments.ts'
import type { InspectArguments } from './inspect/inspect-arguments.ts'
import type { ListenArguments } from './listen/listen-arguments.ts'
import type { MonitorArguments } from './monitor/monitor-arguments.ts'
import { type ArgumentsResult, got } from './options.ts'
import manifest from './package.json' with { type: 'json' }
import type { ProposeArguments } from './propose/propose-arguments.ts'
import type { ReconcileArguments } from './reconcile/reconcile-arguments.ts'
import type { RunArguments } from './run/run-arguments.ts'
import { printableLines, quieted, type Terminal } from './terminal.ts'
import type { UploadArguments } from './upload/upload-arguments.ts'
import { type CommandName, commandNames, isCommandName, usage, usageOf } from './usage.ts'
import type { VerifyArguments } from './verify/verify-arguments.ts'

export const exitCodes = {
  /** No record is open, every check holds, or the listening was ended. */
  sound: 0,
  /** Records are open, a check does not hold, two files suggest no rule, or the records of an upload are refused. */
  finding: 1,
  /** The command found no answer, or its result could not be written. */
  error: 2,
  /** Every check holds, but only by keys that came with the evidence. */
  unvouched: 3,
} as const

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export type Arguments =
  | ReconcileArguments
  | ProposeArguments
  | InspectArguments
  | VerifyArguments
  | ExplainArguments
  | MonitorArguments
  | UploadArguments
  | RunArguments
  | ListenArguments
  | CloseArguments
  | { readonly command: 'help'; readonly about?: CommandName }
  | { readonly command: 'version' }

/**
 * Runs the command that the words after `tallystick` name. All faults are written to standard error together. Rejects
 * only for a fault of the program itself.
 */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const read = await readArguments(words)
  if (!read.ok) {
    terminal.printError(`${faultText(read.faults)}see npx tallystick help\n`)
    return exitCodes.error
  }
  if (read.value.command === 'help' || read.value.command === 'version') {
    terminal.print(`${answerTo(read.value)}\n`)
    return exitCodes.sound
  }
  const isQuiet = 'isQuiet' in read.value && read.value.isQuiet
  const { code, faults } = await execute(read.value, isQuiet ? quieted(terminal) : terminal)
  if (faults.length > 0) terminal.printError(faultText(faults))
  return code
}

const answerTo = (asked: Arguments & { readonly command: 'help' | 'version' }): string =>
  asked.command === 'version'
    ? `tallystick ${manifest.version}, engine ${engineVersion}`
    : asked.about === undefined
      ? usage
      : usageOf(asked.about)

/** The arguments of a command, or faults that say what was got and what is wanted. */
export async function readArguments(words: readonly string[]): Promise<ArgumentsResult<Arguments>> {
  const [command, ...others] = words
  if (words.includes('--help') || words.includes('-h')) return readHelp(isCommandName(command ?? '') ? [command] : [])
  if (command === '--version' || command === '-V') return { ok: true, value: { command: 'version' } }
  if (command === 'help') return readHelp(others)
  if (command === undefined || !isCommandName(command)) return noCommand(command, 'a command')
  const read = await readers[command]()
  return read(others)
}

/** Loads only what reads the words of one command: the words of some need whole parts of the engine. */
const readers: {
  readonly [name in CommandName]: () => Promise<(words: readonly string[]) => ArgumentsResult<Arguments>>
} = {
  reconcile: async () => (await import('./reconcile/reconcile-arguments.ts')).readReconcileArguments,
  propose: async () => (await import('./propose/propose-arguments.ts')).readProposeArguments,
  inspect: async () => (await import('./inspect/inspect-arguments.ts')).readInspectArguments,
  verify: async () => (await import('./verify/verify-arguments.ts')).readVerifyArguments,
  explain: async () => (await import('./explain/explain-arguments.ts')).readExplainArguments,
  monitor: async () => (await import('./monitor/monitor-arguments.ts')).readMonitorArguments,
  upload: async () => (await import('./upload/upload-arguments.ts')).readUploadArguments,
  run: async () => (await import('./run/run-arguments.ts')).readRunArguments,
  listen: async () => (await import('./listen/listen-arguments.ts')).readListenArguments,
  close: async () => (await import('./close/close-arguments.ts')).readCloseArguments,
}

function readHelp([about, extra]: readonly (string | undefined)[]): ArgumentsResult<Arguments> {
  if (extra !== undefined) return { ok: false, faults: [`${got(extra)}, wanted nothing after the command`] }
  if (about === undefined) return { ok: true, value: { command: 'help' } }
  return isCommandName(about)
    ? { ok: true, value: { command: 'help', about } }
    : noCommand(about, 'nothing or a command')
}

function noCommand(word: string | undefined, wanted: string): ArgumentsResult<never> {
  const hint = word === undefined ? '' : nearestHint(word, commandNames)
  return { ok: false, faults: [`${got(word)}, wanted ${wanted}: ${commandNames.join(', ')}, help${hint}`] }
}

interface CommandEnd {
  readonly code: ExitCode
  readonly faults: readonly string[]
}

/** Loads only the code of the command that runs: loading all commands would take longer than verifying evidence. */
async function execute(
  input: Exclude<Arguments, { readonly command: 'help' | 'version' }>,
  terminal: Terminal,
): Promise<CommandEnd> {
  if (input.command === 'verify') {
    const { runVerify } = await import('./verify/run-verify.ts')
    const end = await runVerify(input, terminal)
    return end.ok ? { code: verifyCodes[end.end], faults: [] } : failed(end.faults)
  }
  if (input.command === 'inspect') {
    const { runInspect } = await import('./inspect/run-inspect.ts')
    const end = await runInspect(input, terminal)
    return end.ok ? endOf(end.isReadable) : failed(end.faults)
  }
  if (input.command === 'propose') {
    const { runPropose } = await import('./propose/run-propose.ts')
    const end = await runPropose(input, terminal)
    return end.ok ? endOf(end.areRelated) : failed(end.faults)
  }
  if (input.command === 'explain') {
    const { runExplain } = await import('./explain/run-explain.ts')
    const { end, faults } = await runExplain(input, terminal)
    return { code: explainCodes[end], faults }
  }
  if (input.command === 'monitor') {
    const { runMonitor } = await import('./monitor/run-monitor.ts')
    const { end, faults } = await runMonitor(input, terminal)
    return { code: monitorCodes[end], faults }
  }
  if (input.command === 'upload') {
    const { runUpload } = await import('./upload/run-upload.ts')
    const end = await runUpload(input, terminal)
    return end.ok ? endOf(end.isSealed) : failed(end.faults)
  }
  if (input.command === 'run') {
    const { runOnService } = await import('./run/run-on-service.ts')
    const end = await runOnService(input, terminal)
    return end.ok ? endOf(end.openCount === 0) : failed(end.faults)
  }
  if (input.command === 'listen') {
    const { runListen } = await import('./listen/run-listen.ts')
    const faults = await runListen(input, terminal)
    return faults.length === 0 ? endOf(true) : failed(faults)
  }
  if (input.command === 'close') {
    const { runClose } = await import('./close/run-close.ts')
    const end = await runClose(input, terminal)
    return end.ok ? { code: closeCodes[end.end], faults: [] } : failed(end.faults)
  }
  const { runReconcile } = await import('./reconcile/run-reconcile.ts')
  const end = await runReconcile(input, terminal)
  return end.ok ? endOf(end.openCount === 0) : failed(end.faults)
}

const verifyCodes = { sound: exitCodes.sound, unvouched: exitCodes.unvouched, broken: exitCodes.finding }
const closeCodes = {
  done: exitCodes.sound,
  open: exitCodes.finding,
  unvouched: exitCodes.unvouched,
  broken: exitCodes.finding,
}
const explainCodes = { explained: exitCodes.sound, unsound: exitCodes.finding, unknown: exitCodes.error }

const monitorCodes = { fits: exitCodes.sound, forked: exitCodes.finding, unknown: exitCodes.error }

const endOf = (isSound: boolean): CommandEnd => ({
  code: isSound ? exitCodes.sound : exitCodes.finding,
  faults: [],
})

const failed = (faults: readonly string[]): CommandEnd => ({ code: exitCodes.error, faults })

function faultText(faults: readonly string[]): string {
  const texts = faults.map(printableLines)
  return texts.length === 1
    ? `tallystick: ${texts.join()}\n`
    : `tallystick: ${texts.length} faults\n${texts.map((text) => `  ${text}\n`).join('')}`
}
