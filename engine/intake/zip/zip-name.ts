import { textOf } from '../../base/bytes.ts'
import { shown } from '../rows/row-fault.ts'

/** UTF-16 units of the path of a file in an archive. */
const nameLengthMax = 500

/** The characters of the bytes 0x80 to 0xFF in code page 437, which names are in that do not say otherwise (APPNOTE D.1). */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** A file's name as text: UTF-8 where it is, as programs that do not mark it write it too; with slashes between folders. */
export function zipNameOf(bytes: Uint8Array): string {
  const text =
    textOf(bytes) ??
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 0x80))).join('')
  return text.replaceAll('\\', '/')
}

/** What is wrong with a file's name: nothing is written anywhere by it, but people and programs see it. */
export function nameComplaint(name: string): string | undefined {
  if (name === '') return 'a file without a name'
  if (name.length > nameLengthMax) return `a name of ${name.length} characters`
  if (/\p{Cc}/u.test(name)) return `the name ${shown(name)} with control characters`
  const parts = name.split('/')
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || parts.includes('..') || parts.includes('.'))
    return `the name ${shown(name)}, which leads out of the archive`
  return undefined
}
