import { formatNote, parseNote } from '@tallystick/engine/log'
import type { Random } from '../../../bench/random.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { signaturesOf } from './reseal.ts'
import { tamperBytes, tamperLines, tamperSpelling } from './tamper-text.ts'

/** Changes of a signed note, or one that a stranger has signed. */

const stranger = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`

/** A note changed in its text or its signatures; `others` are honest notes of other runs. */
export async function tamperNote(random: Random, note: string, others: readonly string[]): Promise<string> {
  const other = others[random.between(0, others.length - 1)] ?? note
  const way = random.between(0, 11)
  if (way === 0) return tamperBytes(random, Buffer.from(note)).toString()
  if (way === 1) return tamperLines(random, note, others)
  if (way === 2) return tamperSpelling(random, note)
  if (way === 3) return note + stranger.repeat(random.pick([1, 1, 2, 97, 98, 99, 100]))
  if (way === 4) return note.replace('\n\n', `\n\n${stranger}`)
  if (way === 5) return other
  const [text, signatures] = partsOf(note)
  const [otherText, otherSignatures] = partsOf(other)
  if (way === 6) return text + otherSignatures
  if (way === 7) return otherText + signatures
  if (way === 8)
    return (
      text.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + random.pick([-1, 1, 2 ** 40])}\n`) + signatures
    )
  if (way === 9) return withoutLine(random, note)
  return signedBy(way === 10 ? [9] : [9, random.pick([1, 2])], text, note)
}

const partsOf = (note: string): readonly [text: string, signatures: string] => {
  const split = note.lastIndexOf('\n\n') + 2
  return [note.slice(0, split), note.slice(split)]
}

function withoutLine(random: Random, note: string): string {
  const [text, signatures] = partsOf(note)
  const lines = signatures.split('\n').slice(0, -1)
  return (
    text +
    lines
      .toSpliced(random.between(0, lines.length - 1), 1)
      .map((line) => `${line}\n`)
      .join('')
  )
}

/** The text signed by strangers, under the name of the log. */
async function signedBy(seeds: readonly number[], text: string, note: string): Promise<string> {
  const read = parseNote(note)
  const signed = text.slice(0, -1)
  // A key of the log that did sign leaves its line.
  const kept = read.ok ? read.value.signatures.slice(0, seeds.length - 1) : []
  const signatures = await signaturesOf(signed, seeds.slice(0, 1).map(signerOf))
  return formatNote({ text: signed, signatures: [...signatures, ...kept] })
}
