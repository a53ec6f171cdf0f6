interface Utf8Decoder {
  decode(bytes: Uint8Array): Decoded
  end(): Decoded
}

export interface Decoded {
  readonly text: string
  /** If false, the text ends at an invalid byte, and nothing behind it is decoded. */
  readonly isSound: boolean
}

export function createUtf8Decoder(): Utf8Decoder {
  const decoder = new TextDecoder('utf-8', options)
  let held = new Uint8Array()
  return {
    decode(bytes) {
      const joined = held.length === 0 ? bytes : concatenated(held, bytes)
      const length = wholeLength(joined)
      held = joined.slice(length)
      try {
        return { text: decoder.decode(joined.subarray(0, length)), isSound: true }
      } catch {
        return { text: soundStart(joined), isSound: false }
      }
    },
    end: () => ({ text: '', isSound: held.length === 0 }),
  }
}

const options = { fatal: true, ignoreBOM: true }

function concatenated(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length)
  joined.set(left)
  joined.set(right, left.length)
  return joined
}

function wholeLength(bytes: Uint8Array): number {
  for (const [back, byte] of bytes.subarray(-3).toReversed().entries()) {
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back + 1 ? bytes.length - back - 1 : bytes.length
  }
  return bytes.length
}

function soundStart(bytes: Uint8Array): string {
  const start = (length: number): string | undefined => {
    try {
      return new TextDecoder('utf-8', options).decode(bytes.subarray(0, length), { stream: true })
    } catch {
      return undefined
    }
  }
  let [sound, end] = [0, bytes.length]
  while (sound < end) {
    const middle = Math.ceil((sound + end) / 2)
    if (start(middle) === undefined) end = middle - 1
    else sound = middle
  }
  return start(sound) ?? ''
}
