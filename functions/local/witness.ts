import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { verifySignature } from '@tallystick/audit/base/verify-signature'
import type { Sha256 } from '@tallystick/engine/base'
import {
  cosign,
  cosignerKeyOf,
  formatCosignerKey,
  formatTreeSize,
  treeSizeAnswer,
  type VerifierKey,
  type WitnessDecision,
  type WitnessedTree,
  witnessCheckpoint,
} from '@tallystick/engine/log'
import { importEd25519 } from '@tallystick/service/platform/ed25519-key'
import { writePrivateFile } from './secrets.ts'

/** A local witness (C2SP tlog-witness). It cosigns checkpoints that continue a log which it knows. */
export interface LocalWitness {
  readonly vkey: string
  /** The submission prefix of C2SP tlog-witness. */
  readonly url: string
  readonly stop: () => Promise<void>
}

interface WitnessSettings {
  readonly directory: string
  /** The keys of the log. Their name is the origin of the log. */
  readonly logKeys: readonly VerifierKey[]
}

/** A name that no witness of a deployed service can have (RFC 6761 §6.3). */
const name = 'witness.localhost'
/** SHA-256 by Node: that of the Worker is WebAssembly, which needs a bundler. */
export const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const bodyByteCountMax = 256 * 1024

/** Starts a witness on a free port of this machine. Its key and state survive restarts. */
export async function startWitness({ directory, logKeys }: WitnessSettings): Promise<LocalWitness> {
  mkdirSync(directory, { recursive: true })
  const key = await keyIn(join(directory, 'key'))
  const cosigner = { name, publicKey: key.publicKey, sign: key.sign }
  const state = stateAt(join(directory, 'cosigned.json'))
  const view = {
    keysOf: (origin: string) => logKeys.filter((each) => each.name === origin),
    treeOf: state.treeOf,
  }
  let last: Promise<unknown> = Promise.resolve()
  // Handles one request after another: the known tree must not change between a decision and its storage.
  const decide = (body: string): Promise<Answer> => {
    const decided = last.then(async () => {
      const decision = await witnessCheckpoint({ sha256, verify: verifySignature }, view, body)
      if (decision.status !== 'cosign') return answerOf(decision)
      state.store(decision.checkpoint)
      const time = BigInt(Math.floor(Date.now() / 1000))
      return {
        status: 200,
        type: 'text/plain; charset=utf-8',
        body: await cosign(sha256, cosigner, { text: decision.text, time }),
      }
    })
    last = decided.catch(() => undefined)
    return decided
  }
  const server = createServer((request, response) => {
    serve(request, decide).then(
      (answer) => write(response, answer),
      () => write(response, { status: 500, type: 'text/plain', body: 'The witness cannot store what it cosigns\n' }),
    )
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
    })
  })
  return {
    vkey: formatCosignerKey(cosignerKeyOf(sha256, name, key.publicKey)),
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const statuses = { malformed: 400, 'unknown log': 404, 'not signed': 403, inconsistent: 422 } as const

function answerOf(decision: Exclude<WitnessDecision, { readonly status: 'cosign' }>): Answer {
  if (decision.status === 'conflict') return { ...treeSizeAnswer, body: formatTreeSize(decision.known) }
  return { status: statuses[decision.status], type: 'text/plain; charset=utf-8', body: `${decision.detail}\n` }
}

async function serve(request: IncomingMessage, decide: (body: string) => Promise<Answer>): Promise<Answer> {
  if (request.url !== '/add-checkpoint')
    return { status: 404, type: 'text/plain', body: 'There is only /add-checkpoint\n' }
  if (request.method !== 'POST') return { status: 405, type: 'text/plain', body: 'Wanted POST\n' }
  const parts: Buffer[] = []
  let byteCount = 0
  for await (const part of request) {
    byteCount += part.length
    if (byteCount > bodyByteCountMax) return { status: 413, type: 'text/plain', body: 'The request is too long\n' }
    parts.push(part)
  }
  return decide(Buffer.concat(parts).toString())
}

function write(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': type }).end(body)
}

async function keyIn(path: string) {
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writePrivateFile(path, privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
  }
  return importEd25519(Buffer.from(readFileSync(path, 'utf8'), 'base64'))
}

/** The newest tree that was cosigned of each log. It is written to disk before the cosignature is given away. */
function stateAt(path: string) {
  const trees = new Map<string, WitnessedTree>(
    existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8'))) : [],
  )
  return {
    treeOf: (origin: string): WitnessedTree | undefined => trees.get(origin),
    store({ origin, size, root }: WitnessedTree & { readonly origin: string }): void {
      trees.set(origin, { size, root })
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(trees)), { flush: true })
      renameSync(`${path}.new`, path)
    },
  }
}
