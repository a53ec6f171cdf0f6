/** Texts that programs have stumbled over, each of which is text like any other here. Well-formed and not blank. */

const combining = '\u0300\u0316\u0327\u0489'

/** Texts that a spreadsheet would run, and those that hide one. */
const formulas: readonly string[] = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://example.org","x")',
  '\t=1+1',
  'a;=1+1',
  'a\n=1+1',
  '\u200b=1+1',
  '\uff1d1+1',
  "'=1+1",
  '"=1+1"',
  '_x003D_1+1',
]

const markup: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</td></tr></table><iframe src=//example.org>',
  '<!--',
  ']]>',
  '&lt;b&gt;&amp;',
  'javascript:alert(1)',
  '</script><svg/onload=alert(1)>',
  '{{7*7}}#{7*7}<%= 7*7 %>',
]

const commands: readonly string[] = [
  "' OR 1=1 --",
  "Robert'); DROP TABLE runs; --",
  '%00',
  '../../etc/passwd',
  '$(touch /x)`touch /x`',
  '%s%n%x',
  '\\u0000\\n',
  '{"id":"x"}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
]

const characters: readonly string[] = [
  '\u202eabc\u202c',
  '\u2066abc',
  'ab\u200bc\u200d\u2060',
  '\ufeffabc',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{1f1e9}\u{1f1ea}',
  '\u0627\u0644\u0639\u0631\u0628\u064a\u0629',
  '田中さん',
  'ﬀ İ ı ſ K',
  'e\u0301 é',
  `Z${combining.repeat(40)}`,
  '\u0000a',
  'a\u0000b',
  'a\u0007\u001b[2Jb',
  'a\u007f\u0085\u009fb',
  'a\u2028b\u2029c',
  '\ufffe\uffff\ufffd',
  '\u{10ffff}',
]

const words: readonly string[] = [
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '-0',
  '1e400',
  '0x10',
  '１２',
  '1,000.00',
]

export const naughtyTexts: readonly string[] = [...formulas, ...markup, ...commands, ...characters, ...words]

/** JSON whose text has no UTF-8. */
export const loneSurrogates: readonly string[] = ['\\ud800', 'a\\udfff', '\\udc00\\ud800']
