import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { upperHalves } from '../../../../engine/intake/text/byte-encodings.ts'
import { createTranscoder, type Encoding, encodingOfLabel } from '../../../../engine/intake/text/encoding.ts'

function transcode(bytes: Uint8Array, declared?: Encoding, partSize = bytes.length || 1): Uint8Array {
  const transcoder = createTranscoder(declared)
  const parts: Uint8Array[] = []
  for (let offset = 0; offset < bytes.length; offset += partSize) {
    parts.push(transcoder.write(bytes.slice(offset, offset + partSize)).slice())
  }
  parts.push(transcoder.end().slice())
  return Uint8Array.from(Buffer.concat(parts))
}

const decoded = (bytes: Uint8Array, declared?: Encoding) => Buffer.from(transcode(bytes, declared)).toString('utf8')
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return Uint8Array.from(isBigEndian ? bytes.swap16() : bytes)
}

function bytesIn(page: 'windows-1250' | 'windows-1252', text: string): Uint8Array {
  const upper: readonly string[] = [...upperHalves[page]]
  return Uint8Array.from(text, (letter) => (letter < '\x80' ? letter.charCodeAt(0) : 0x80 + upper.indexOf(letter)))
}

describe('createTranscoder', () => {
  it('takes what decodes as UTF-8 for UTF-8, and else for windows-1252', () => {
    expect(decoded(Buffer.from('Müller €', 'utf8'))).toBe('Müller €')
    expect(decoded(Uint8Array.of(0x4d, 0xfc, 0x80))).toBe('Mü€')
  })

  it.each([
    ['windows-1250', 'Data księgowania;Tytuł;Kwota\n01.03.2026;ŻABKA;5'],
    ['windows-1250', 'Data operacji;Kwota\n01.03.2026;ZAKUP PRZY UŻYCIU KARTY'],
    ['windows-1250', 'datum zaúčtování;částka;měna'],
    ['windows-1250', 'Könyvelés dátuma;Összeg\n01.03.2026;ŐRSÉG'],
    ['windows-1252', 'Buchungstag;Betrag\n01.03.2026;Müller €'],
    ['windows-1252', "Date d'opération;Libellé;Montant\n01.03.2026;forêt, ça, où, très;5"],
    ['windows-1252', 'Bokføringsdato;Beløp;Ærø, Åse, ñ, ã, õ, ¿qué?, m³, £5, ¥5, ½'],
  ] as const)('tells %s by the words: %s', (page, text) => {
    expect(decoded(bytesIn(page, text))).toBe(text)
  })

  it.each([
    'Przelew wychodzący;Żabka Polska;zakup',
    'Jan Wiśniewski;czynsz za styczeń',
    'PRZELEW DO URZĘDU SKARBOWEGO',
    'ŻŁOBEK MIEJSKI',
    'ul. Świętokrzyska 12',
    'Sklep "Jaś i Małgosia", Poznań',
    'Jiří Novák; nájem za květen',
    'Dobití mobilu; Třebíč',
    'Výběr z bankomatu Plzeň',
    'Kaufland Košice; Ľubica Ďuričková',
    'Mzda za október; Ján Kováč',
    'Átutalás; Erdős Péter; köszönöm szépen',
    'Gépjármű biztosítás; Nyíregyháza',
    'Nakup v trgovini; Čebelarstvo Žnidaršič',
    'Kupovina; Đakovo; Šibenik; čokolada',
    'Plată factură; Bucureşti',
  ])('tells windows-1250 by the letters of any words: %s', (text) => {
    expect(decoded(bytesIn('windows-1250', text))).toBe(text)
  })

  it.each([
    'Überweisung; Straße; 5 m³ Wasser; Preis £5',
    'Virement reçu; loyer août; crème brûlée; œuvre; Moïse; chèque; règlement',
    'NUMÉRO DE COMPTE; CRÉDIT; INTÉRÊT; Évreux',
    'COMPAÑÍA ESPAÑOLA; 1º piso; ¿Qué es?; Mª José; 2ª planta; nº 12',
    'Transferência; São Paulo; três; comissões; câmbio; Irmã',
    'Bonifico; perché; più; città; è; così; però; caffè; Cantù',
    'Betaling; geïnd; één; financiële; Zoë',
    'Overførsel; København; Frøs Sparekasse; læge; træ; æble',
    'Överföring; Malmö; årsavgift; Åke',
    'Greiðsla; Þór; Ægir; þjónusta',
    'Makse; Tõnu; Põlva; võlg; Jüri',
  ])('tells windows-1252 by the letters of any words: %s', (text) => {
    expect(decoded(bytesIn('windows-1252', text))).toBe(text)
  })

  it('lets a byte order mark win over what is declared, and leaves it out', () => {
    expect(decoded(Buffer.from('\ufeffä', 'utf8'), 'windows-1252')).toBe('ä')
    expect(decoded(utf16('\ufeffä€😀'), 'utf-8')).toBe('ä€😀')
    expect(decoded(utf16('\ufeffä€😀', true))).toBe('ä€😀')
  })

  it('believes what is declared where there is no byte order mark', () => {
    expect(decoded(Buffer.from('ä', 'utf8'), 'windows-1252')).toBe('Ã¤')
    expect(decoded(Uint8Array.of(0xe8, 0xf8), 'windows-1250')).toBe('čř')
    expect(decoded(utf16('ab'), 'utf-16le')).toBe('ab')
  })

  it('sniffs 64 KB, even when they end inside a character', () => {
    const text = Buffer.from(`${'a'.repeat(65_535)}ä${'b'.repeat(10)}`)
    expect(Buffer.from(transcode(text)).equals(text)).toBe(true)
  })

  it('leaves a byte behind those 64 KB that is no UTF-8 for the reader to find', () => {
    const bytes = Uint8Array.from([...Buffer.from('a'.repeat(65_536)), 0xe4])
    expect(transcode(bytes)[65_536]).toBe(0xe4)
  })

  it('marks half a surrogate pair, and half a unit, by a byte that no UTF-8 text has', () => {
    expect([...transcode(utf16('a\ud800b'), 'utf-16le')]).toEqual([0x61, 0xff, 0x62])
    expect([...transcode(utf16('a\ud800'), 'utf-16le')]).toEqual([0x61, 0xff])
    expect([...transcode(Uint8Array.of(0x61, 0, 0x62), 'utf-16le')]).toEqual([0x61, 0xff])
  })

  it('gives the same whatever parts the bytes come in', () => {
    const encodings = fc.constantFrom<(Encoding | undefined)[]>(
      undefined,
      'utf-8',
      'utf-16le',
      'utf-16be',
      'windows-1252',
    )
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        encodings,
        fc.integer({ min: 1, max: 5 }),
        (bytes, encoding, size) => {
          expect(transcode(bytes, encoding, size)).toEqual(transcode(bytes, encoding))
        },
      ),
    )
  })

  it('reads the single-byte encodings as the Encoding Standard does', () => {
    const bytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128)
    for (const page of ['windows-1250', 'windows-1251', 'windows-1257', 'iso-8859-2', 'iso-8859-15'] as const) {
      expect(new TextDecoder(page).decode(bytes)).toBe(upperHalves[page])
    }
    expect([...upperHalves['windows-1252']].slice(0, 32).join('')).toBe(
      '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ',
    )
  })
})

describe('cp850', () => {
  it('has the letters of Western Europe where MS-DOS had them', () => {
    const bytes = Uint8Array.of(0x81, 0x84, 0x94, 0x8e, 0x99, 0x9a, 0xe1, 0x82, 0xd5, 0xff)
    expect(decoded(bytes, 'cp850')).toBe('üäöÄÖÜßéı\xa0')
    expect([...upperHalves['cp850']]).toHaveLength(128)
    expect(new Set(upperHalves['cp850']).size).toBe(128)
  })

  it('has a sister for Central Europe', () => {
    expect(decoded(Uint8Array.of(0xa5, 0xa9, 0x88, 0x9d, 0xbd, 0xfd, 0xd8), 'cp852')).toBe('ąęłŁŻřě')
    expect([...upperHalves['cp852']]).toHaveLength(128)
  })

  it('is read when it is named, and never guessed', () => {
    expect([encodingOfLabel('CP850'), encodingOfLabel('ibm850')]).toEqual(['cp850', 'cp850'])
    expect(decoded(Uint8Array.of(0x4d, 0x81))).toBe('M\x81')
  })
})

describe('the 7-bit sets of Germany and Sweden', () => {
  const letters = Buffer.from('a@[\\]{|}~^')

  it('have letters where ASCII has brackets, and no bytes beyond 7 bits', () => {
    expect(decoded(letters, 'din_66003')).toBe('a§ÄÖÜäöüß^')
    expect(decoded(letters, 'sen_850200_b')).toBe('a@ÄÖÅäöå~^')
    expect([...transcode(Uint8Array.of(0x61, 0xe4), 'din_66003')]).toEqual([0x61, 0xff])
  })

  it('are read when they are named, and never guessed', () => {
    expect(['DIN_66003', 'iso646-de', 'ISO646-SE'].map(encodingOfLabel)).toEqual([
      'din_66003',
      'din_66003',
      'sen_850200_b',
    ])
    expect(decoded(letters)).toBe(letters.toString())
  })
})

describe('encodingOfLabel', () => {
  it('knows the usual labels in any case, and no other', () => {
    expect([' UTF-8', 'ISO-8859-1', 'cp1250', 'shift_jis'].map(encodingOfLabel)).toEqual([
      'utf-8',
      'windows-1252',
      'windows-1250',
      undefined,
    ])
  })
})
