import { fromUtf8, toHex, utf8 } from '@tallystick/engine/base'
import {
  type CompiledPolicy,
  canonicalPolicy,
  canonicalRules,
  compileRules,
  policyIds,
  type RuleSetInput,
  readPolicy,
} from '@tallystick/engine/rules'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { readOn } from '../store/chunks.ts'
import type { Database } from '../store/database.ts'
import { policyStore } from '../store/policy-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { storageStore } from '../store/storage-store.ts'
import { failRunIfThrows } from './run-error.ts'

/** The columns of a run that hold its policy, or say where it is. */
export type PolicyColumns = Pick<RunRow, 'rules' | 'policyId' | 'policyHash' | 'policyParts'>

type PolicyRow = Pick<RunRow, 'tenantId' | 'rules' | 'policyHash' | 'policyParts'>

/** A policy as it is stored: the columns of its run, and the parts of a text that has tables, rates or calendars. */
export interface StoredPolicy {
  readonly columns: PolicyColumns
  readonly parts: readonly string[]
  /** Undefined for a policy that could not be compiled. */
  readonly compiled?: CompiledPolicy
}

/** A row of D1 has at most 2,000,000 bytes. */
const partByteCountMax = 1_000_000
/** No request brings a policy of more parts: a row that says so was changed. */
const partCountMax = 32
/** The most parts that are stored or read in one round trip. */
const partCountAtOnce = 4

/** A policy as a run stores it. A policy of rules alone is in the run's own row. */
export function storedPolicyOf(policy: CompiledPolicy): StoredPolicy {
  const text = canonicalPolicy(policy)
  const bytes = utf8(text)
  const isList = text.startsWith('[')
  const rules = isList ? text : canonicalRules(policy)
  const parts = isList ? [] : partsOf(bytes)
  const policyHash = toHex(sha256(bytes))
  return {
    columns: { rules, policyId: policy.policyId, policyHash, policyParts: parts.length },
    parts,
    compiled: policy,
  }
}

/** UTF-8 text in parts of at most `partByteCountMax` bytes, cut between characters. */
function partsOf(bytes: Uint8Array): readonly string[] {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + partByteCountMax, bytes.length)
    while (isWithinCharacter(bytes[end])) end -= 1
    parts.push(fromUtf8(bytes.subarray(start, end)))
    start = end
  }
  return parts
}

/** Whether a byte of UTF-8 continues a character (RFC 3629 §3). */
const isWithinCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Stores the parts of a policy, before the run that needs them. A policy of rules alone has no parts. */
export async function storePolicy(
  db: Database,
  tenantId: string,
  { policy, now }: { readonly policy: StoredPolicy; readonly now: number },
): Promise<void> {
  const { policyHash } = policy.columns
  const inserts = policy.parts.map((text, seq) =>
    policyStore(db).put(tenantId, { policyHash, seq, text, createdAt: now }),
  )
  for (let start = 0; start < inserts.length; start += partCountAtOnce) {
    const [first, ...others] = inserts.slice(start, start + partCountAtOnce)
    if (first) await db.batch([first, ...others, storageStore(db).requireRoom(tenantId)])
  }
}

/** SHA-256 of the policy in a run's row. A policy in parts is not read: its hash is the one in the row. */
export const policyHashOf = ({ rules, policyHash, policyParts }: PolicyColumns): string =>
  policyParts === 0 ? toHex(sha256(utf8(rules))) : policyHash

/**
 * The whole policy of a run, byte for byte as it was hashed. Throws `records_altered` when the stored text does not
 * have its hash. A round trip for every four parts; none for a policy of rules alone.
 */
export async function soundPolicyOf(db: Database, run: PolicyRow): Promise<string> {
  const text = await wholePolicyOf(db, run)
  if (toHex(sha256(utf8(text))) !== run.policyHash) throw recordsAltered('The stored policy does not have its hash.')
  return text
}

/** The UTF-8 of a run's canonical policy, part by part, read as it is taken; not checked. */
export async function* policyBytesOf(db: Database, run: PolicyRow): AsyncGenerator<Uint8Array> {
  for await (const text of policyTextOf(db, run)) yield utf8(text)
}

/** The text of a run's canonical policy, not checked. */
export async function wholePolicyOf(db: Database, run: PolicyRow): Promise<string> {
  let whole = ''
  for await (const text of policyTextOf(db, run)) whole += text
  return whole
}

async function* policyTextOf(db: Database, run: PolicyRow): AsyncGenerator<string> {
  if (run.policyParts === 0) {
    yield run.rules
    return
  }
  const place = { policyHash: run.policyHash, partCount: run.policyParts, limit: partCountAtOnce }
  const read = (fromSeq: number) => policyStore(db).range(run.tenantId, { ...place, fromSeq })
  for await (const { text } of readOn(await read(0), { limit: partCountAtOnce, read })) yield text
}

/** How many bytes the parts of a run's policy have at most; 0 for a policy of rules alone. */
export const policyByteCountMaxOf = ({ policyParts }: Pick<RunRow, 'policyParts'>): number =>
  Math.max(0, Math.min(policyParts, partCountMax)) * partByteCountMax

/**
 * The rule set that a run stores. Throws a `RunError` when its parts do not have the hash of the policy, or the text is
 * no policy. A round trip for every four parts; none for a policy of rules alone.
 */
export async function readStoredPolicy(db: Database, run: RunRow): Promise<RuleSetInput> {
  const text = await wholePolicyOf(db, run)
  return failRunIfThrows(unreadable, () => {
    if (run.policyParts !== 0 && toHex(sha256(utf8(text))) !== run.policyHash)
      throw new Error('The parts of a policy do not have its hash')
    return readPolicy(text)
  })
}

/** The compiled policy that a run stores. Throws a `RunError` when it cannot be read or does not compile. */
export async function loadPolicy(db: Database, run: RunRow): Promise<CompiledPolicy> {
  const ruleSet = await readStoredPolicy(db, run)
  return failRunIfThrows(unreadable, () => {
    const result = compileRules(ruleSet)
    if (!result.ok) throw new Error('An effective policy does not compile')
    return { ...result.policy, policyId: policyIdOf(run.policyId) }
  })
}

const unreadable = 'The stored rules of the run cannot be read.'

/**
 * The id of a stored policy. Any text but that of a built-in policy is `custom`: a damaged id, which is only shown,
 * must not make the list of all runs fail.
 */
export const policyIdOf = (text: string): CompiledPolicy['policyId'] => policyIds.find((id) => id === text) ?? 'custom'
