import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@tallystick/client'
import { formatVkey, indexOriginOf, verifierKeyOf } from '@tallystick/engine/log'
import { importIndexKey } from '@tallystick/service/platform/ed25519-key'
import { accessLine } from './access-line.ts'
import { ensureDemoPeople } from './demo-people.ts'
import { demoKeyPath, ensureDemoKey, runDemo } from './demo-run.ts'
import { applyMigrations, freePort, type LocalWorker, portFault, startWorker } from './local-worker.ts'
import { type PeopleProvider, startPeopleProvider } from './people-provider.ts'
import { endLeftovers, enterServer, leaveServer, otherServer } from './running-instance.ts'
import type { LocalSecrets } from './secrets.ts'
import { ensureSecrets } from './secrets.ts'
import { readStartArguments, type StartArguments, startUsage } from './start-options.ts'
import { formatCommands, formatSummary } from './start-summary.ts'
import { root } from './tool-environment.ts'
import { whenOrphaned } from './when-orphaned.ts'
import { type LocalWitness, sha256, startWitness } from './witness.ts'
import { statePath } from './wrangler-worker.ts'

/**
 * `npm start`: runs the whole service on this machine, from an empty checkout to a reconciled bank statement. Runs
 * until Ctrl-C or SIGTERM, and leaves no process behind.
 */

const read = readStartArguments(process.argv.slice(2))
if (!read.ok) fail(read.fault)
if (read.value === 'help') {
  console.log(startUsage)
  process.exit(0)
}
const fault = await portFault(read.value.port)
if (fault !== undefined) fail(`${fault}\nend what uses it, or choose another: npm start -- --port 9000`)

const other = read.value.fresh ? otherServer() : undefined
if (other !== undefined) fail(`process ${other} is serving this folder's data: end it before --fresh deletes them`)

/** The folder for the key of the local witness, and for the checkpoints that it has cosigned. */
const witnessPath = join(root, '.wrangler/witness')
let worker: LocalWorker | undefined
let witness: WitnessBeside | undefined
let provider: PeopleProvider | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
whenOrphaned(end)

try {
  await start(read.value)
} catch (error) {
  await worker?.stop()
  await witness?.stop()
  await provider?.stop()
  leaveServer()
  fail(error instanceof Error ? error.message : String(error))
}

async function start({ port, demo, fresh, witness: isWitnessed, verbose }: StartArguments): Promise<void> {
  const leftovers = await endLeftovers()
  if (leftovers.length > 0)
    console.error(`ended what a start that was killed had left serving this folder's data: ${leftovers.join(', ')}`)
  if (fresh) for (const path of [statePath, demoKeyPath, witnessPath]) rmSync(path, { recursive: true, force: true })
  const secrets = ensureSecrets(join(root, '.dev.vars'))
  await applyMigrations()
  witness = isWitnessed ? await startWitnessBeside(secrets) : undefined
  provider = await startProviderBeside(port)
  enterServer()
  const variables = { OIDC_ISSUERS: provider.line, ...(witness !== undefined && { WITNESSES: witness.variable }) }
  worker = await startWorker(port, variables, verbose ? (each) => console.log(accessLine(each)) : undefined)
  const key = await ensureDemoKey(worker.origin, secrets.ADMIN_KEY)
  const made = demo ? await runDemo(createClient({ baseUrl: worker.origin, apiKey: key })) : undefined

  if (made !== undefined) console.log(`${formatSummary(made)}\n`)
  console.log(`X-API-Key: ${key}`)
  console.log(`X-Admin-Key: ${secrets.ADMIN_KEY}`)
  console.log('secrets: .dev.vars; keep a copy of KEY_PEPPER in it, without which no API key made here works again\n')
  console.log(`${formatCommands(worker.origin, key, made?.run.id)}\n`)
  console.log(`${await describePeople({ origin: worker.origin, adminKey: secrets.ADMIN_KEY, demo })}\n`)
  if (witness !== undefined) {
    void worker.runScheduled()
    console.log(`witness: ${witness.url}; lines of a policy that asks for it:\n${witness.policy}\n`)
  }
  console.log(`ready on ${worker.origin}`)
}

async function end(): Promise<void> {
  await worker?.stop()
  await witness?.stop()
  await provider?.stop()
  leaveServer()
  process.exit(0)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/**
 * The next port, where it is free: the address of the provider is a part of who a member is, so it has to stay the same
 * from start to start.
 */
async function startProviderBeside(port: number): Promise<PeopleProvider> {
  const next = port + 1
  const isFree = next <= 65_535 && (await portFault(next)) === undefined
  const origins = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port}`)
  return startPeopleProvider({ port: isFree ? next : await freePort(), origins })
}

/** Members of an earlier start may have signed in at another port: then nobody can sign in until `--fresh`. */
async function describePeople(service: Parameters<typeof ensureDemoPeople>[0]): Promise<string> {
  try {
    return await ensureDemoPeople(service)
  } catch (error) {
    return `people: nobody can sign in here: ${error instanceof Error ? error.message : error}`
  }
}

interface WitnessBeside extends LocalWitness {
  readonly variable: string
  /**
   * Lines of a policy (C2SP tlog-policy) that ask for this witness. The reader has to add the line for the tenant's
   * log.
   */
  readonly policy: string
}

async function startWitnessBeside({ SIGNING_KEY, LOG_ORIGIN }: LocalSecrets): Promise<WitnessBeside> {
  const { publicKey } = await importIndexKey(Buffer.from(SIGNING_KEY, 'base64'))
  const logKey = verifierKeyOf(sha256, indexOriginOf(LOG_ORIGIN), publicKey)
  const witness = await startWitness({ directory: witnessPath, logKeys: [logKey] })
  return {
    ...witness,
    variable: `${witness.vkey} ${witness.url}`,
    policy: [`log ${formatVkey(logKey)}`, `witness local ${witness.vkey}`, 'quorum local'].join('\n'),
  }
}
