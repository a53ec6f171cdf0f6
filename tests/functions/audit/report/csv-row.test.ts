import { describe, expect, it } from 'vitest'
import { formatCsvRow } from '../../../../functions/audit/report/csv-row.ts'

describe('formatCsvRow', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a', undefined, ''], 'a,,\r\n'],
    [['Tom, Dick', 'say "hi"', 'two\nlines'], '"Tom, Dick","say ""hi""","two\nlines"\r\n'],
    [['-12.5', '0', '-0.01'], '-12.5,0,-0.01\r\n'],
    [['=1+1', '+1', '-1-1', '@x'], "'=1+1,'+1,'-1-1,'@x\r\n"],
    [['\t=1', '\r=1', '\t\t=1'], `'\t'=1,"'\r'=1",'\t\t'=1\r\n`],
    [['＝1+1', '＋1', '－1', '＠x', ' ＝1'], "'＝1+1,'＋1,'－1,'＠x,' ＝1\r\n"],
    [['a=1', "'=1"], "a=1,'=1\r\n"],
    [['a;b', ';'], '"a;b",";"\r\n'],
    [['\u200b=1', '\u200c+1', '\u200d@x', '\ufeff-x'], "'\u200b=1,'\u200c+1,'\u200d@x,'\ufeff-x\r\n"],
    [
      ['\u0000=1', '\u0008\u001f=1', '\u007f\u009f-x', ' \u200b\u0001＝1'],
      "'\u0000=1,'\u0008\u001f=1,'\u007f\u009f-x,' \u200b\u0001＝1\r\n",
    ],
    [['\u0000a', '\u200b12'], '\u0000a,\u200b12\r\n'],
    [['a;=1+1', 'a; \u200b+1;@x', '=a;=b'], `"a;'=1+1","a; \u200b'+1;'@x","'=a;'=b"\r\n`],
    [['a\n=1', 'a\t@x'], `"a\n'=1",a\t'@x\r\n`],
    [['a;-5', 'a;-5.50;b', 'a;-5x', 'a;5-1'], `"a;-5","a;-5.50;b","a;'-5x","a;5-1"\r\n`],
  ])('writes %j', (cells, row) => {
    expect(formatCsvRow(cells)).toBe(row)
  })
})
