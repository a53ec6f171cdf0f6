import { isRawKey, parseVkey, toBase64 } from '@tallystick/engine'
import type { VerifyArguments } from './arguments.ts'
import { type CheckLine, formatChecks, lineOfCheck } from './check-lines.ts'
import { type PackFile, withPack } from './pack-file.ts'
import { replayPack } from './replay-pack.ts'
import { sha256 } from './sha256.ts'
import type { Terminal } from './terminal.ts'
import { verifyPack } from './verify-pack.ts'

export type VerifyEnd =
  | { readonly ok: true; readonly holds: boolean }
  /** Why the pack, or a part of what was asked, cannot be judged. */
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Verifies an evidence pack and prints a line for each check, the keys it went by, and the first broken link. Nothing
 * is printed of a pack that turns out unreadable.
 */
export async function runVerify(asked: VerifyArguments, terminal: Terminal): Promise<VerifyEnd> {
  const faults = asked.keys.flatMap((text) => keyFault(text) ?? [])
  if (faults.length > 0) return { ok: false, faults }
  const judged = await withPack(asked.pack, (pack) => judge(pack, asked))
  if (!judged.ok) return judged
  const { lines, keys, basis, damaged } = judged.value
  const broken = lines.find(({ verdict }) => verdict === 'does not hold')
  if (broken === undefined && damaged.length > 0) return { ok: false, faults: damaged }
  const end = broken === undefined ? `every check holds, ${basis}` : `first broken link: ${broken.name}`
  const open = broken === undefined ? lines.filter(({ verdict }) => verdict === 'not judged') : []
  terminal.print(`${formatChecks(lines)}\n${keys}\n${open.length > 0 ? '' : `${end}\n`}`)
  if (open.length > 0) return { ok: false, faults: open.map(({ name, detail }) => `${name}: ${detail}`) }
  return { ok: true, holds: broken === undefined }
}

function keyFault(text: string): string | undefined {
  if (isRawKey(text)) return undefined
  const key = parseVkey(sha256, text)
  return key.ok ? undefined : `--key: ${key.detail}, or base64 of 32 bytes`
}

interface Judgement {
  readonly lines: readonly CheckLine[]
  /** Which keys it rests on, in words, and in how far it does. */
  readonly keys: string
  readonly basis: string
  /** Faults of the archive that none of its files shows. */
  readonly damaged: readonly string[]
}

async function judge(pack: PackFile, { pack: path, replay, keys }: VerifyArguments): Promise<Judgement> {
  const report = await verifyPack(pack, keys)
  const checks = report.checks.map(lineOfCheck)
  const lines = replay ? [...checks, await replayPack(pack, report)] : checks
  return {
    lines,
    ...(keys.length > 0
      ? { keys: trustedText(keys), basis: 'by a key that you trust' }
      : { keys: packKeysText(pack.input.keys), basis: 'if the keys above are the service’s: they came with the pack' }),
    damaged: [...pack.damaged].map(
      (name) => `${path}: ${name} is damaged, its checksum in the archive is of other bytes`,
    ),
  }
}

const trustedText = (keys: readonly string[]): string => `keys: those that you trust\n${keyLines(keys)}`

const packKeysText = (keys: readonly string[]): string => `\
keys: these came with the pack, so that whoever made it chose them; they prove something once you have found them in
/.well-known/tallystick-keys of the service, or in a copy that you kept, or have given the one you trust as --key
${keyLines(keys)}`

/** A key each as the service lists it, base64 of the raw 32 bytes; what is no key fails a check of its own. */
const keyLines = (keys: readonly string[]): string => keys.map(keyLine).join('')

function keyLine(text: string): string {
  if (isRawKey(text)) return `  ${text}\n`
  const key = parseVkey(sha256, text)
  return key.ok ? `  ${toBase64(key.value.publicKey)}   key id ${key.value.keyId}\n` : ''
}
