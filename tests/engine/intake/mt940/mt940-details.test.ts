import { describe, expect, it } from 'vitest'
import { readEntryDetails } from '../../../../engine/intake/mt940/entry-details.ts'

const detailsOf = (...lines: readonly string[]) => readEntryDetails(lines)

describe('German subfields', () => {
  it('name what they hold', () => {
    const text =
      '166?00GUTSCHRIFT?109248?20EREF+INV-1?21SVWZ+Danke?30COBADEFFXXX?31DE02500105170137075030?32Muster?33GmbH?34000'
    expect(detailsOf(text)).toEqual({
      description: 'Danke',
      counterparty: 'Muster GmbH',
      attributes: {
        transactionCode: '166',
        bookingText: 'GUTSCHRIFT',
        primaNota: '9248',
        endToEndId: 'INV-1',
        counterpartyBic: 'COBADEFFXXX',
        counterpartyAccount: 'DE02500105170137075030',
        textKeyExtension: '000',
      },
    })
  })

  it('go on where 27 characters were full, and are apart where they were not', () => {
    const text =
      '166?20EREF+INV-2026-00000000000017?214?22MREF+MANDATE-0123456789-ABC?23DEF?24SVWZ+Rechnung 4711 vom 02.0?253.2026?26Kunde 7?60Danke'
    expect(detailsOf(text)).toMatchObject({
      description: 'Rechnung 4711 vom 02.03.2026 Kunde 7 Danke',
      attributes: { endToEndId: 'INV-2026-000000000000174', mandateId: 'MANDATE-0123456789-ABCDEF' },
    })
  })

  it('have one space between words, where a subfield begins with one', () => {
    const text = '166?20SVWZ+Rechnung vom?21 01.02.2026?32Muster?33 GmbH'
    expect(detailsOf(text)).toMatchObject({ description: 'Rechnung vom 01.02.2026', counterparty: 'Muster GmbH' })
  })

  it('may have their code in a line of its own before', () => {
    const expected = { description: 'FV 1', counterparty: 'Jan', attributes: { transactionCode: '034' } }
    expect(detailsOf('034', '034~20FV 1~32Jan')).toMatchObject(expected)
    expect(detailsOf('034', '~20FV 1~32Jan')).toMatchObject(expected)
    expect(detailsOf('034', '0345').description).toBe('034 0345')
  })

  it('may cut a keyword, follow one another without space, and hold the sign itself', () => {
    const text =
      '835?20Cie., S.C.A.?21EREF+ 1234567890123 PAYPAL?22MREF+ 12AB234CD6E7F CRED+ A?23B12CDE0000000000000000034 S?24VWZ+ Wirklich? Ja'
    expect(detailsOf(text)).toMatchObject({
      description: 'Cie., S.C.A. Wirklich? Ja',
      attributes: {
        endToEndId: '1234567890123 PAYPAL',
        mandateId: '12AB234CD6E7F',
        creditorId: 'AB12CDE0000000000000000034',
      },
    })
  })

  it('may be cut anywhere by the ends of full lines, and a short line ends a word', () => {
    const full = `${'020?20Titel?00'.padEnd(64, 'x')}?`
    expect(detailsOf(full, '22INFO?32HUTA SZKLA', 'TOPIC')).toMatchObject({
      description: 'Titel INFO',
      counterparty: 'HUTA SZKLA TOPIC',
    })
  })

  it('of other banks have another sign, and an IBAN that replaces the account', () => {
    for (const sign of ['<', '>', '~', '^'])
      expect(
        detailsOf(`020${sign}20Opłata${sign}31123${sign}32FIRMA${sign}38PL25106000760000777777777777`),
      ).toMatchObject({
        description: 'Opłata',
        counterparty: 'FIRMA',
        attributes: { counterpartyAccount: 'PL25106000760000777777777777' },
      })
    expect(detailsOf('>20Opłata>31>32')).toMatchObject({ description: 'Opłata' })
  })

  it('are not seen in text that begins with a number', () => {
    expect(detailsOf('123/45 Miete').description).toBe('123/45 Miete')
    expect(detailsOf('0111111111 GPPeking 17').description).toBe('0111111111 GPPeking 17')
    expect(detailsOf('999PN0911DAUERAUFTR.NR. 14')).toMatchObject({
      description: 'DAUERAUFTR.NR. 14',
      attributes: { primaNota: '0911' },
    })
  })
})

describe('SEPA keywords', () => {
  it('stand in free text too, with a plus or a colon', () => {
    for (const sign of ['+', ': '])
      expect(
        detailsOf(`KREF${sign}K-1 EREF${sign}E-1 ABWA${sign}Tante Erna DEBT${sign}D-1 SVWZ${sign}Miete Mai`),
      ).toEqual({
        description: 'Miete Mai',
        attributes: { customerReference: 'K-1', endToEndId: 'E-1', ultimateDebtor: 'Tante Erna', debtorId: 'D-1' },
      })
  })

  it('end an identification where its subfield ended', () => {
    expect(detailsOf('166?20EREF+E-1?21Miete Mai')).toMatchObject({
      description: 'Miete Mai',
      attributes: { endToEndId: 'E-1' },
    })
  })

  it('are no ends of other words', () => {
    expect(detailsOf('GREREF+1 is a word').description).toBe('GREREF+1 is a word')
  })
})

describe('words between slashes', () => {
  it('name what they hold, in one line or cut by the ends of lines', () => {
    const text = '/TRTP/SEPA OVERBOEKING/IBAN/NL71RABO0123456789/BIC/RABONL2U/NAME/J. JANSEN/REMI/FACTUUR 7/EREF/E-1'
    expect(detailsOf(text.slice(0, 65), text.slice(65))).toEqual({
      description: 'FACTUUR 7',
      counterparty: 'J. JANSEN',
      attributes: {
        bookingText: 'SEPA OVERBOEKING',
        counterpartyAccount: 'NL71RABO0123456789',
        counterpartyBic: 'RABONL2U',
        endToEndId: 'E-1',
      },
    })
  })

  it('have the counterparty in one, and a creditor reference in the remittance', () => {
    expect(
      detailsOf('/EREF/E-1//CNTP/NL71RABO0123456789/RABONL2U/J. Jansen///REMI/STRD/CUR/9000000012345678/'),
    ).toMatchObject({
      counterparty: 'J. Jansen',
      description: '9000000012345678',
      attributes: { creditorReference: '9000000012345678', counterpartyAccount: 'NL71RABO0123456789' },
    })
    expect(detailsOf('/BENM//NAME/J. DOE/REMI/USTD//Ref 1/ISDT/2026-01-02')).toMatchObject({
      counterparty: 'J. DOE',
      description: 'Ref 1',
    })
  })
})

describe('free text', () => {
  it('goes on in full lines, and is apart in others', () => {
    expect(detailsOf('x'.repeat(65), 'y', 'z').description).toBe(`${'x'.repeat(65)}y z`)
    expect(detailsOf(`${'x'.repeat(64)}`, 'y').description).toBe(`${'x'.repeat(64)}y`)
    expect(detailsOf('x'.repeat(65), 'y'.repeat(64), 'z').description).toBe(`${'x'.repeat(65)}${'y'.repeat(64)} z`)
  })

  it('names a counterparty as Dutch banks do', () => {
    expect(detailsOf('FACTUUR 2026', 'REK: NL65INGB0123456789/NAAM: PICQER')).toMatchObject({
      counterparty: 'PICQER',
      attributes: { counterpartyAccount: 'NL65INGB0123456789' },
    })
  })
})
