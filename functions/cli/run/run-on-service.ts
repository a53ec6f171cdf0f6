import { UnreadableError } from '@tallystick/audit/base/unreadable-error'
import { type Client, type NewRun, type RunRecord, TallystickError } from '@tallystick/client'
import type { BySide } from '@tallystick/engine/record'
import { fileFault } from '../file-fault.ts'
import { type Interruption, takeInterruption } from '../interruption.ts'
import { createPatientClient, NobodyThereError, readApiKey } from '../patient-client.ts'
import { type ConfigResult, readPolicyMembers } from '../read-config.ts'
import { openResultFile, pathFaults } from '../reconcile/result-file.ts'
import { cancelCommand, findCommand, waitCommand } from '../shown-commands.ts'
import { jsonText, type Terminal, warningLine } from '../terminal.ts'
import { createUploadProgress } from '../upload/upload-progress.ts'
import { awaitRun, faultOfRun, isEnded } from './await-run.ts'
import type { KnownRunArguments, NewRunArguments, RunArguments } from './run-arguments.ts'
import { createRunProgress } from './run-progress.ts'
import { formatRunReport } from './run-report.ts'
import { adapterOfSide, nameOf, type RunSide, readRunSides } from './run-sides.ts'

type RunOnServiceEnd =
  | { readonly ok: true; readonly openCount: number }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Makes a run on a service, of datasets or of files, which are uploaded first; or continues an earlier run. Waits until
 * the run has ended, writes its evidence pack to `--out`, and prints its summary.
 */
export async function runOnService(input: RunArguments, terminal: Terminal): Promise<RunOnServiceEnd> {
  const key = readApiKey(input.key)
  if (!key.ok) return key
  const { asked, address } = input
  const client = createPatientClient({ address, apiKey: key.apiKey }, terminal)
  const work = { client, input, terminal }
  try {
    if (asked.kind === 'new') return await beginAndWait(work, asked)
    return asked.cancels ? await cancel(work, asked) : await takeUp(work, asked)
  } catch (error) {
    // The service's message names a member of the request body; the command has an option for it.
    if (error instanceof TallystickError) return failed([error.message.replace('"allowEmpty": true', '--allow-empty')])
    throw error
  }
}

interface Work {
  readonly client: Client
  readonly input: RunArguments
  readonly terminal: Terminal
}

async function beginAndWait(work: Work, asked: NewRunArguments): Promise<RunOnServiceEnd> {
  const { out } = work.input
  const [rules, sides] = [await readPolicyMembers(asked.rules), await readRunSides(asked)]
  const inputs = [asked.source, asked.target, asked.rules, asked.mapping].filter((each) => each !== undefined)
  const outFaults = out === undefined ? [] : await pathFaults(out, inputs)
  const faults = [...(rules.ok ? [] : rules.faults), ...(sides.ok ? [] : sides.faults), ...outFaults]
  if (faults.length > 0 || !rules.ok || !sides.ok) return failed(faults)
  const interruption = takeInterruption()
  const adapters = await uploadSides(work, sides.value, interruption).finally(interruption.end)
  if (!adapters.ok) return failed(adapters.faults)
  const { source: sourceAdapter, target: targetAdapter } = adapters.value
  const allowEmpty = asked.allowsEmpty ? { allowEmpty: true } : {}
  const run = { name: asked.name ?? nameOf(asked), sourceAdapter, targetAdapter, ...allowEmpty, ...rules.value }
  return begin(work, asked, run)
}

/** Uploads the files of both sides, and returns the adapters to run. */
async function uploadSides(
  { client, terminal, input }: Work,
  { source, target }: BySide<RunSide>,
  { signal }: Interruption,
): Promise<ConfigResult<BySide<string>>> {
  const progress = createUploadProgress(terminal)
  const destination = { client, address: input.address, progress, signal }
  const adapterOf = (side: RunSide) => adapterOfSide(destination, side).finally(progress.clear)
  const first = await adapterOf(source)
  if (!first.ok) return first
  const second = await adapterOf(target)
  return second.ok ? { ok: true, value: { source: first.value, target: second.value } } : second
}

async function begin(work: Work, asked: NewRunArguments, run: NewRun): Promise<RunOnServiceEnd> {
  const idempotencyKey = asked.idempotencyKey ?? crypto.randomUUID()
  const { address } = work.input
  const again = { run, rules: asked.rules, idempotencyKey, address }
  const interruption = takeInterruption()
  const { signal } = interruption
  let begun: RunRecord
  try {
    begun = await work.client.runs.create(run, { idempotencyKey, signal })
  } catch (error) {
    if (signal.aborted)
      return failed([`interrupted before the service answered; to find the run: ${findCommand(again)}`])
    if (error instanceof TallystickError && mayHaveBegun(error))
      return failed([`${error.message}; to find the run: ${findCommand(again)}`])
    throw error
  } finally {
    interruption.end()
  }
  if (asked.waits) return waitAndReport(work, begun)
  work.terminal.print(jsonText(begun))
  if (!isEnded(begun)) work.terminal.printError(`to wait for it: ${waitCommand(address, begun.id)}\n`)
  return { ok: true, openCount: 0 }
}

const mayHaveBegun = (error: TallystickError): boolean =>
  error.failure.kind !== 'problem' && !(error instanceof NobodyThereError)

async function takeUp(work: Work, { id }: KnownRunArguments): Promise<RunOnServiceEnd> {
  const { out } = work.input
  const faults = out === undefined ? [] : await pathFaults(out, [])
  return faults.length > 0 ? failed(faults) : waitAndReport(work, await work.client.runs.get(id))
}

async function cancel({ client, terminal, input }: Work, { id }: KnownRunArguments): Promise<RunOnServiceEnd> {
  const cancelled = await client.runs.cancel(id)
  if (input.isJson) terminal.print(jsonText(cancelled))
  else terminal.printReport(`${id} is cancelled\n`)
  return { ok: true, openCount: 0 }
}

async function waitAndReport(work: Work, begun: RunRecord): Promise<RunOnServiceEnd> {
  const { client, terminal, input } = work
  const { address } = input
  const progress = createRunProgress(terminal)
  const interruption = takeInterruption()
  const { signal } = interruption
  const waiting = `to wait for it again: ${waitCommand(address, begun.id)}`
  try {
    const run = await awaitRun({ client, progress, signal }, begun)
    progress.clear()
    return await report(work, run)
  } catch (error) {
    progress.clear()
    if (signal.aborted)
      return failed([`interrupted; ${begun.id} goes on\n${waiting}\nto cancel it: ${cancelCommand(address, begun.id)}`])
    if (error instanceof TallystickError && error.failure.kind !== 'problem')
      return failed([`${error.message}\n${waiting}`])
    throw error
  } finally {
    interruption.end()
  }
}

async function report({ client, terminal, input }: Work, run: RunRecord): Promise<RunOnServiceEnd> {
  const { id, summary, warnings } = run
  const fault = faultOfRun(run)
  if (fault !== undefined || summary === null) return failed([fault ?? `${id} has no summary`])
  const { address, out } = input
  const manifest = await client.runs.evidence(id)
  const faults = out === undefined ? [] : await downloadPack(client, { id, path: out })
  if (faults.length > 0) return failed(faults)
  for (const { detail } of warnings) terminal.printError(warningLine(detail))
  if (input.isJson) terminal.print(jsonText(run))
  else terminal.printReport(formatRunReport({ run, manifest, address, out }))
  return { ok: true, openCount: summary.source.open + summary.target.open }
}

const failed = (faults: readonly string[]): RunOnServiceEnd => ({ ok: false, faults })

async function downloadPack(
  client: Pick<Client, 'runs'>,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<readonly string[]> {
  const stream = await client.runs.evidencePack(id)
  const file = openResultFile(path)
  try {
    try {
      for await (const bytes of stream) file.write(bytes)
    } catch {
      return [fileFault(path, new UnreadableError('the evidence pack broke off while it was read'))]
    }
    return file.commit()
  } finally {
    file.close()
  }
}
