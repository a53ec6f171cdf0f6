import { describe, expect, it } from 'vitest'
import { formatCsvRow } from '../../../functions/http/csv-row.ts'

describe('formatCsvRow', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a', undefined, ''], 'a,,\r\n'],
    [['Tom, Dick', 'say "hi"', 'two\nlines'], '"Tom, Dick","say ""hi""","two\nlines"\r\n'],
    [['-12.5', '0', '-0.01'], '-12.5,0,-0.01\r\n'],
    [['=1+1', '+1', '-1-1', '@x'], "'=1+1,'+1,'-1-1,'@x\r\n"],
    [['\t=1', '\r=1'], `'\t=1,"'\r=1"\r\n`],
    [['＝1+1', '＋1', '－1', '＠x', ' ＝1'], "'＝1+1,'＋1,'－1,'＠x,' ＝1\r\n"],
    [['a=1', "'=1"], "a=1,'=1\r\n"],
  ])('writes %j', (cells, row) => {
    expect(formatCsvRow(cells)).toBe(row)
  })
})
