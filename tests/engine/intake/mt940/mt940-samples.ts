/** A statement with these lines between the opening and the closing balance. */
export const mt940 = (lines: readonly string[], { closing = '' } = {}): string =>
  [':20:STARTUMSE', ':25:DE02120300000000202051', ':28C:7/1', ':60F:C260228EUR100,00', ...lines, closing, '-', '']
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\r\n')

/** Messages in the forms that banks write, each with a trap. */
export const mt940Samples: readonly string[] = [
  mt940(
    [
      ':61:2603020302DR10,50NDDTKREF+//B-17',
      ':86:105?00LASTSCHRIFT?109248?20EREF+INV-2026-0000000000004?217?22MREF+M-1?23CRED+DE98ZZZ0999999',
      '9999?24SVWZ+Danke?30COBADEFFXXX?31DE02500105170137075030?32Grün &',
      'Söhne?34000',
      ':61:2603030303CR20,NTRFNONREF',
      ':86:166?20SVWZ+Zahlung um 13',
      ':45:10 Uhr',
    ],
    { closing: ':62F:C260303EUR109,50' },
  ),
  `{1:F01BANKNL2AXXXX0000000000}{2:I940BANKNL2AXXXXN}{4:\r\n:20:X\r\n:25:NL20INGB0001234567EUR\r\n:28C:00000\r\n:60F:C260228EUR1,00\r\n:61:260302D0,25N654NONREF\r\n:86:/EREF/E-1//MARF/M-2//CNTP/NL71RABO0123456789/RABONL2U/J. Jansen///REMI/USTD//Factuur 7/\r\n:62F:C260302EUR0,75\r\n:86:/SUM/1/0/0,25/0,00/\r\n-}`,
  ':20:P\n:25:/PL25106000760000888888888888\n:28C:1/1\n:60F:C260101PLN10,00\n:61:2601020102DN3,00FCHGNONREF\n:86:020<00Przelew<20Opłata<21za kartę<32FIRMA<33SP. Z O.O.<38PL25106000760000777777777777\n\n:62F:C260102PLN7,00\n',
  ':20:I\n:25:1\n:28C:1/1\n:34F:EURD0,00\n:34F:EURC0,00\n:13D:2603021730+0100\n:61:2603020302C5,00NTRFA//1\n/OCMT/USD6,00/\n:61:2603020302ED1,00NTRFB\n:90D:1EUR1,00\n:90C:1EUR5,00\n-\n',
]
