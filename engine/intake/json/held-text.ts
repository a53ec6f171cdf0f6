interface HeldText {
  /** Adds bytes. `line` is the line of the file on which they begin. */
  add(piece: Uint8Array, line?: number): void
  isTooLong(): boolean
  /** The bytes so far. The view is valid until the next `add`. */
  bytes(): Uint8Array
  /** Returns the bytes so far, and starts an empty text. */
  take(): Uint8Array
  lineOf(line: number): number
}

export function createHeldText(byteCountMax: number): HeldText {
  let buffer = new Uint8Array(1024)
  let byteCount = 0
  let ownLine = 1
  /** Where pieces of the file were left out before a line: the line in this text, and the line in the file. */
  const jumps: { readonly own: number; readonly line: number }[] = []
  const bytes = (): Uint8Array => buffer.subarray(0, Math.min(byteCount, byteCountMax))
  return {
    add(piece, line) {
      const end = byteCount + piece.length
      if (end <= byteCountMax) {
        if (end > buffer.length) {
          const larger = new Uint8Array(2 * end)
          larger.set(bytes())
          buffer = larger
        }
        buffer.set(piece, byteCount)
        if (line !== undefined) {
          const last = jumps.at(-1)
          if (last === undefined || line - last.line !== ownLine - last.own) jumps.push({ own: ownLine, line })
          ownLine += lineCountOf(piece)
        }
      }
      byteCount = end
    },
    isTooLong: () => byteCount > byteCountMax,
    bytes,
    take() {
      const all = bytes()
      byteCount = 0
      return all
    },
    lineOf(line) {
      const jump = jumps.findLast(({ own }) => own <= line)
      return jump === undefined ? line : jump.line + line - jump.own
    },
  }
}

function lineCountOf(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === 0x0a) count += 1
  return count
}
