import { textOf } from '../../base/bytes.ts'
import { shown } from '../rows/row-fault.ts'

const nameLengthMax = 500

/** The bytes 0x80 to 0xFF in code page 437, the encoding of names that are not marked as UTF-8 (APPNOTE D.1). */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** UTF-8 if the bytes decode as such, since some programs do not mark it. Folders end with a slash. */
export function zipNameOf(bytes: Uint8Array): string {
  const text =
    textOf(bytes) ??
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 0x80))).join('')
  return text.replaceAll('\\', '/')
}

/** What is wrong with a name. No file is written by it, but people and programs see it. */
export function nameComplaint(name: string): string | undefined {
  if (name === '') return 'a file without a name'
  if (name.length > nameLengthMax) return `a name of ${name.length} characters`
  if (/\p{Cc}/u.test(name)) return `the name ${shown(name)} with control characters`
  const parts = name.split('/')
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || parts.includes('..') || parts.includes('.'))
    return `the name ${shown(name)}, which leads out of the archive`
  return undefined
}
