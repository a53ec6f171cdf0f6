import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TallystickError } from '@tallystick/client'
import { type Amounts, rootOfState, stateOf, submissionFaults } from '@tallystick/engine/close'
import { fileFault } from '../../file-fault.ts'
import { got } from '../../options.ts'
import { createPatientClient, readApiKey } from '../../patient-client.ts'
import type { ConfigResult } from '../../read-config.ts'
import { sha256 } from '../../sha256.ts'
import type { Terminal } from '../../terminal.ts'
import { wordOf } from '../close-arguments.ts'
import type { PeriodPlace } from '../period-place.ts'
import { beginOnService } from './begin-on-service.ts'
import { decideOnService } from './decide-on-service.ts'
import { type FoundPeriod, findPeriod } from './find-period.ts'
import { openOnService, readPack } from './open-on-service.ts'
import { refusing } from './refusing.ts'
import { runPeriod } from './run-period.ts'
import { sendFiles } from './send-files.ts'
import type { ServiceWork } from './service-work.ts'

/** The periods of a service, whose members and keys decide and sign by its word. */
export function servicePlace(input: ServiceWork['input'], terminal: Terminal): ConfigResult<PeriodPlace> {
  // `--key` of `verify` is a key that is trusted.
  const key = readApiKey(input.verb === 'verify' ? undefined : wordOf(input, 'key'))
  if (!key.ok) return key
  const client = createPatientClient({ address: input.address, apiKey: key.apiKey }, terminal)
  return { ok: true, value: placeOf({ client, input, terminal }) }
}

type States = Parameters<typeof findPeriod>[1]

function placeOf(work: ServiceWork): PeriodPlace {
  const { client } = work
  const inPeriod = <Value>(states: States, act: (found: FoundPeriod) => Promise<ConfigResult<Value>>) =>
    refusing(async () => {
      const found = await findPeriod(work, states)
      return found.ok ? act(found.value) : found
    })
  return {
    start: () => refusing(() => beginOnService(work)),
    open: () => inPeriod(['open', 'submitted', 'closed'], ({ period }) => openOnService(client, period)),
    addFiles: () => inPeriod(['open'], (found) => addFiles(work, found)),
    decide: () => inPeriod(['open'], (found) => decideOnService(work, found)),
    giveBalances: (closing) =>
      inPeriod(['open'], async ({ period }) => {
        await client.periods.setBalances(period, {
          closing: { source: { ...closing.source }, target: { ...closing.target } },
        })
        return openOnService(client, period)
      }),
    submit: (reasons) => inPeriod(['open'], (found) => submit(work, found, reasons)),
    approve: () => inPeriod(['submitted'], (found) => approve(work, found)),
    reject: (reason) =>
      inPeriod(['submitted'], async ({ period }) => {
        const { name } = await client.periods.reject(period, reason)
        return { ok: true, value: { name } }
      }),
    reopen: (reason) =>
      inPeriod(['closed'], async ({ period }) => {
        const { name, edition } = await client.periods.reopen(period, reason)
        return { ok: true, value: { name, edition } }
      }),
    withEvidence: (use) =>
      inPeriod(['closed', 'submitted', 'open'], ({ period }) => inTemporaryFile(work, period.id, use)),
  }
}

async function addFiles(work: ServiceWork, found: FoundPeriod) {
  const added = await sendFiles(work, found)
  const ran = added.ok ? await runPeriod(work, found.period.id) : added
  if (!added.ok || !ran.ok) return { ok: false as const, faults: ran.ok ? [] : ran.faults }
  const period = await openOnService(work.client, found.period)
  return period.ok ? { ok: true as const, value: { added: added.value, period: period.value } } : period
}

/**
 * A period whose newest run is not over all that it reads and decides is run again. What is submitted is what was looked
 * at: the service refuses the revision of then where somebody has changed the period since.
 */
async function submit(work: ServiceWork, { period }: FoundPeriod, reasons: Amounts) {
  const { id, name } = period
  const { client } = work
  const refusal = await faultsOfSubmission(work, period, reasons)
  if (refusal.length > 0) return { ok: false as const, faults: refusal }
  const closing = { source: {}, target: {} }
  const { revision } =
    Object.keys(reasons).length > 0
      ? await client.periods.setBalances(period, { closing, reasons: { ...reasons } })
      : period
  try {
    await client.periods.submit({ id, revision })
  } catch (error) {
    if (!(error instanceof TallystickError) || error.code !== 'period_not_run') throw error
    const ran = await runPeriod(work, id)
    if (!ran.ok) return ran
    const found = await client.periods.get(id)
    const left = await faultsOfSubmission(work, found, {})
    if (left.length > 0) return { ok: false as const, faults: left }
    await client.periods.submit(found)
  }
  const root = (await client.periods.get(id)).signoffs.at(-1)?.root
  return root === undefined
    ? { ok: false as const, faults: [`The service names no root that was submitted for ${name}`] }
    : { ok: true as const, value: { name, root } }
}

async function faultsOfSubmission(
  { client }: ServiceWork,
  seen: FoundPeriod['period'],
  reasons: Amounts,
): Promise<readonly string[]> {
  const opened = await openOnService(client, seen)
  if (!opened.ok) return opened.faults
  const { period, folded, proven } = opened.value
  const balances = { ...period.balances, reasons: { ...period.balances.reasons, ...reasons } }
  return submissionFaults({ ...period, balances }, folded, proven).map(({ detail }) => detail)
}

/** Approves the root that follows from the files of the period, computed here. */
async function approve({ client, input }: ServiceWork, { period }: FoundPeriod) {
  const { id, name, signoffs } = period
  const opened = await openOnService(client, period)
  if (!opened.ok) return opened
  const [root, out] = [wordOf(input, 'root'), wordOf(input, 'out')]
  const submitted = signoffs.at(-1)?.root
  const computed = rootOfState(sha256, stateOf(sha256, opened.value.files, opened.value.proven))
  const faults = [
    ...(root !== undefined && root !== submitted ? [`${got(root)} as --root, but ${submitted} was submitted`] : []),
    ...(period.state === 'submitted' && computed !== submitted
      ? [`The root ${submitted} was submitted, but the files of the period come to ${computed}`]
      : []),
  ]
  if (faults.length > 0) return { ok: false as const, faults }
  await client.periods.approve(period, root ?? computed)
  const unwritten = out === undefined ? [] : writePack(out, await readPack(client, id))
  return unwritten.length > 0
    ? { ok: false as const, faults: unwritten }
    : { ok: true as const, value: { name, pack: out } }
}

function writePack(path: string, bytes: Uint8Array): readonly string[] {
  try {
    writeFileSync(path, bytes)
    return []
  } catch (error) {
    return [fileFault(path, error)]
  }
}

async function inTemporaryFile<Value>(
  { client }: ServiceWork,
  id: string,
  use: (path: string) => Promise<Value>,
): Promise<ConfigResult<Value>> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-'))
  try {
    const path = join(folder, `${id}.zip`)
    writeFileSync(path, await readPack(client, id))
    return { ok: true, value: await use(path) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
