interface HeldText {
  /** `line` is the line of the file on which the piece begins. */
  add(piece: Uint8Array, line?: number): void
  isTooLong(): boolean
  /** The bytes so far, as a view that the next `add` makes invalid. */
  bytes(): Uint8Array
  /** The bytes so far, and begins anew. */
  take(): Uint8Array
  lineOf(line: number): number
}

export function createHeldText(byteCountMax: number): HeldText {
  let buffer = new Uint8Array(1024)
  let byteCount = 0
  let ownLine = 1
  /** Places where the lines of the text and of the file diverge: the line in the text, and in the file. */
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
