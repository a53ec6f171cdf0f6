/** The records of one account of one group, in a file whose counts and totals are right. */
export function bai2(
  lines: readonly string[],
  { account = '03,1234567890,,010,10000,,,015,10000,,/', group = 'USD', total = '' } = {},
): string {
  const accountLines = [account, ...lines]
  const count = accountLines.length + 1
  return [
    '01,BANK,ME,260302,0600,1,80,,2/',
    `02,ME,BANK,1,260301,2400,${group},2/`,
    ...accountLines,
    `49,${total},${count}/`,
    `98,${total},1,${count + 2}/`,
    `99,${total},1,${count + 4}/`,
    '',
  ].join('\n')
}

/** Files in the forms that banks write, each with a trap. */
export const bai2Samples: readonly string[] = [
  bai2(
    [
      '16,195,1500,Z,BR1,INV-1,ACH CREDIT a/b, 03/01/26',
      '88,EREF: E-1',
      '88,DBNM: Payer Inc',
      '16,475,500,V,260302,,BR2,4711/',
      '88,CHECK PAID/',
      '16,699,1000,S,500,300,200,BR3,,text',
    ],
    { account: '03,1234567890,USD,010,10000,,,015,10000,,/', total: '23000' },
  ),
  `${bai2(['16,142,100,D,2,0,60,1,40,BR,C,x/'], { total: '20100' })
    .split('\n')
    .map((line) => line.padEnd(80))
    .join('\r\n')}\r\n`,
  bai2(['88,100,500,1,,400,,,/', '16,108,500,,,,TFR/', '16,890,,,,,NO MONEY/'], {
    account: '03,1,CAD,040,+00,,,/',
    total: '1000',
  }),
]
