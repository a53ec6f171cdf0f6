import { type Client, TallystickError } from '@tallystick/client'
import { type DeliveryRecord, listenAddress, type NewWebhookRecord } from '@tallystick/schema/webhook'
import { takeInterruption } from '../interruption.ts'
import { outlast, type Patience, pauseFor } from '../outlast.ts'
import { createPatientClient, readApiKey } from '../patient-client.ts'
import { printable, type Terminal } from '../terminal.ts'
import { type Forwarded, forwardEvent } from './forward-event.ts'
import type { ListenArguments } from './listen-arguments.ts'

/** Between two looks at what the listener was told. */
const lookMilliseconds = 2_000

/** Read at each look, since the newest may all be known. */
const lookCount = 50

/** How often the listener is tested, which says that somebody listens: a day without a test ends it. */
const testMilliseconds = 3_600_000

interface Listening extends Patience {
  readonly client: Client
  readonly input: ListenArguments
  readonly terminal: Terminal
}

/**
 * Makes a listener in the service, prints the events that it is told of, and sends them on to `--forward`, until Ctrl-C.
 * Then removes the listener. Returns the faults that ended it before.
 */
export async function runListen(input: ListenArguments, terminal: Terminal): Promise<readonly string[]> {
  const key = readApiKey(input.key)
  if (!key.ok) return key.faults
  const client = createPatientClient({ address: input.address, apiKey: key.apiKey }, terminal)
  const interruption = takeInterruption()
  const { signal } = interruption
  const listening = { client, input, terminal, signal }
  try {
    // Not ended by the signal: a listener that was made and not heard of would stay.
    const listener = await client.webhooks.create({ url: listenAddress, events: [...input.events] })
    try {
      signal.throwIfAborted()
      await follow(listening, listener)
    } finally {
      await remove(listening, listener)
    }
  } catch (error) {
    if (signal.aborted) return []
    if (error instanceof TallystickError) return [error.message]
    throw error
  } finally {
    interruption.end()
  }
  return []
}

/** Rejects once the signal is aborted or the service does not know the listener any more. */
async function follow(listening: Listening, listener: NewWebhookRecord): Promise<never> {
  const { client, signal } = listening
  const seen = new Set<string>()
  for (let testedAt = 0; ; await pauseFor(listening, lookMilliseconds)) {
    if (Date.now() - testedAt >= testMilliseconds) {
      await outlast(listening, () => client.webhooks.test(listener.id, { signal }))
      if (testedAt === 0) printBeginning(listening, listener)
      testedAt = Date.now()
    }
    for (const delivery of await outlast(listening, () => unseenOf(listening, listener, seen))) {
      signal.throwIfAborted()
      seen.add(delivery.id)
      await tell(listening, listener, delivery)
    }
  }
}

function printBeginning({ input: { address, forward }, terminal }: Listening, { secret }: NewWebhookRecord): void {
  const goal = forward === undefined ? '' : `, forwards to ${printable(forward)}, signs with ${secret}`
  terminal.printError(`listens to ${printable(address)}${goal}; Ctrl-C ends it\n`)
}

/**
 * The events that are not among `seen`, the oldest first. Reads pages, newest first, until one has nothing new: an event
 * may be stored after one that happened later.
 */
async function unseenOf(
  { client, signal }: Listening,
  { id }: NewWebhookRecord,
  seen: ReadonlySet<string>,
): Promise<readonly DeliveryRecord[]> {
  const unseen: DeliveryRecord[] = []
  for await (const { items } of client.webhooks.deliveries(id, { limit: lookCount }, { signal }).pages()) {
    const fresh = items.filter((delivery) => !seen.has(delivery.id))
    if (fresh.length === 0) break
    unseen.push(...fresh)
  }
  return unseen.reverse()
}

async function tell(
  { input: { forward: url, isJson }, terminal }: Listening,
  { secret }: NewWebhookRecord,
  delivery: DeliveryRecord,
): Promise<void> {
  const forwarded = url === undefined ? undefined : await forwardEvent(delivery, { url, secret, now: Date.now() })
  terminal.print(isJson ? jsonLine(delivery, forwarded) : eventLine(delivery, forwarded))
}

const jsonLine = ({ id, body }: DeliveryRecord, forwarded: Forwarded | undefined): string =>
  `${JSON.stringify({ id, ...JSON.parse(body), ...(forwarded !== undefined && { forwarded }) })}\n`

/** `2026-11-30T07:00:00.000Z  run.completed  msg_01k…  {"runId":"run_01k…"}  → 204` */
function eventLine({ id, event, body }: DeliveryRecord, forwarded: Forwarded | undefined): string {
  const { timestamp, data } = JSON.parse(body)
  const answer = forwarded && `→ ${'status' in forwarded ? forwarded.status : forwarded.fault}`
  const words = [timestamp, event, id, JSON.stringify(data), answer].filter((word) => word !== undefined)
  return `${printable(words.join('  '))}\n`
}

/** Never rejects: a listener that stays is told of nothing a day after its last test. */
async function remove({ client, terminal }: Listening, { id }: NewWebhookRecord): Promise<void> {
  try {
    await client.webhooks.remove(id)
  } catch (error) {
    if (!(error instanceof TallystickError)) throw error
    if (error.failure.code === 'webhook_not_found') return
    terminal.printError(`tallystick: ${printable(error.message)}; ${id} stays, and ends by itself within a day\n`)
  }
}
