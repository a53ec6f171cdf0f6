import { describe, expect, it } from 'vitest'
import { createLineReader, lineLengthMax } from '../../../../engine/intake/format/text-lines.ts'
import { createBacklog } from '../../../../engine/intake/rows/backlog.ts'
import { createFaultLog } from '../../../../engine/intake/rows/row-fault.ts'
import { finish } from '../../../../engine/intake/rows/steps.ts'

/** `line:text` of each line, and `line code` of each fault. */
function linesOf(file: string | Uint8Array, partLength: number) {
  const faults = createFaultLog()
  const lines: string[] = []
  const reader = createLineReader(
    { take: (text, line) => lines.push(`${line}:${text}`), end: () => lines.push('end') },
    { faults, backlog: createBacklog(() => false) },
  )
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  for (let start = 0; start < bytes.length; start += partLength)
    finish(reader.write(bytes.slice(start, start + partLength)))
  finish(reader.end())
  return { lines, faults: faults.faults().map(({ line, code }) => `${line} ${code}`) }
}

describe('lines', () => {
  it.each(['a\r\nü\r\n\r\nb', 'a\nü\n\nb', 'a\rü\r\rb', 'a\nü\r\n\rb\n'])(
    'of %j are its lines in parts of any size',
    (file) => {
      for (const length of [1, 2, 3, 100])
        expect(linesOf(file, length)).toEqual({ lines: ['1:a', '2:ü', '3:', '4:b', 'end'], faults: [] })
    },
  )

  it('of nothing are none', () => {
    expect(linesOf('', 1)).toEqual({ lines: ['end'], faults: [] })
  })

  it('end at bytes that are no text', () => {
    expect(linesOf(Uint8Array.of(0x61, 0x0a, 0xff, 0x0a), 2)).toEqual({
      lines: ['1:a'],
      faults: ['2 invalid_encoding'],
    })
    expect(linesOf(Uint8Array.of(0xc3), 1).faults).toEqual(['1 invalid_encoding'])
  })

  it('end at one that is longer than a record may be', () => {
    expect(linesOf(`a\n${'b'.repeat(lineLengthMax)}\nc`, 1000).faults).toEqual([])
    expect(linesOf(`a\n${'b'.repeat(lineLengthMax + 1)}\nc`, 1000).faults).toEqual(['2 record_too_large'])
  })
})
