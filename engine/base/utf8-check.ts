import { byteAt } from './at.ts'

/** Whether `bytes[start .. end)` are UTF-8, RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; ) {
    const byte = byteAt(bytes, index)
    if (byte < 0x80) {
      index += 1
      continue
    }
    const count = followersOf(byte)
    if (count === 0 || index + count >= end || !isSecond(byte, byteAt(bytes, index + 1))) return false
    for (let follower = 2; follower <= count; follower++) if (!isFollower(byteAt(bytes, index + follower))) return false
    index += count + 1
  }
  return true
}

function followersOf(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 1
  return first < 0xf0 ? 2 : 3
}

const isFollower = (byte: number): boolean => byte >= 0x80 && byte < 0xc0

function isSecond(first: number, second: number): boolean {
  if (!isFollower(second)) return false
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second < 0xa0
  if (first === 0xf0) return second >= 0x90
  return first !== 0xf4 || second < 0x90
}
