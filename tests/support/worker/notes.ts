import { at } from '@tallystick/engine/base'

/** Signed notes (C2SP signed-note, tlog-checkpoint), read and verified without the engine's code for notes. */
export interface Note {
  /** All that is signed: up to and with the newline before the empty line. */
  readonly text: string
  readonly origin: string
  readonly size: number
  /** Lower-case hex. */
  readonly root: string
  readonly signatures: readonly NoteLine[]
}

interface NoteLine {
  readonly name: string
  /** Lower-case hex of 4 bytes. */
  readonly keyId: string
  readonly signature: Uint8Array
}

/** The parts of a note; fails the test when `note` has another form. */
export function readNote(note: string | null | undefined): Note {
  const parts = /^(([^\n]+)\n([1-9][0-9]*)\n([^\n]+)\n)\n((?:— [^\n]+\n)+)$/.exec(note ?? '')
  if (parts === null) throw new Error(`No signed checkpoint: ${note}`)
  const [text, origin, size, root, lines] = [at(parts, 1), at(parts, 2), at(parts, 3), at(parts, 4), at(parts, 5)]
  return {
    text,
    origin,
    size: Number(size),
    root: hexOf(bytesOf(root)),
    signatures: lines.trimEnd().split('\n').map(lineOf),
  }
}

function lineOf(line: string): NoteLine {
  const parts = /^— (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line)
  if (parts === null) throw new Error(`No signature line: ${line}`)
  const bytes = bytesOf(at(parts, 2))
  if (bytes.length !== 68) throw new Error(`No Ed25519 signature line: ${line}`)
  return { name: at(parts, 1), keyId: hexOf(bytes.slice(0, 4)), signature: bytes.slice(4) }
}

/** The id of a key in notes: the first 4 bytes of SHA-256(name ‖ newline ‖ 0x01 ‖ public key). */
export async function keyIdFor(name: string, publicKey: string): Promise<string> {
  const named = new TextEncoder().encode(`${name}\n\u0001`)
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.of(...named, ...bytesOf(publicKey)))
  return hexOf(new Uint8Array(hash).slice(0, 4))
}

/** Whether a line of `note` is the signature of its text, or of `text`, by the key whose raw public half is `publicKey`. */
export async function isSignedBy(note: Note, publicKey: string, text = note.text): Promise<boolean> {
  const keyId = await keyIdFor(note.origin, publicKey)
  const line = note.signatures.find((each) => each.name === note.origin && each.keyId === keyId)
  if (line === undefined) return false
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, line.signature, new TextEncoder().encode(text))
}

/** A new key: what a secret holds of it, and the raw public half in base64. */
export async function newSigningKey(): Promise<{ readonly secret: string; readonly publicKey: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('Ed25519 keys come in pairs')
  const exported = async (form: 'pkcs8' | 'raw', key: CryptoKey) => {
    const bytes = await crypto.subtle.exportKey(form, key)
    if (!(bytes instanceof ArrayBuffer)) throw new Error('A key is exported as bytes')
    return btoa(String.fromCharCode(...new Uint8Array(bytes)))
  }
  return { secret: await exported('pkcs8', pair.privateKey), publicKey: await exported('raw', pair.publicKey) }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
