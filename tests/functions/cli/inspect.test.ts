import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../support/node/command.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

describe('tallystick inspect', () => {
  it('says what a file is, and warns of what its sender hardly meant', async () => {
    const path = scratch.write(
      'bank.csv',
      'Buchungstag;Betrag;Verwendungszweck;Filiale\n02.03.2026;1.234,50;INV-7;Zug\n03.03.2026;-7,00;INV-9;Zug\n;1.227,50;Summe;\n',
    )
    const { code, output, errors } = await runWords(['inspect', path, '--currency', 'EUR'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const lines = output.split('\n')
    expect(lines.slice(0, 9)).toEqual([
      `file      ${path}, 118 bytes`,
      'format    csv',
      'encoding  utf-8',
      'records   3 records',
      'period    2026-03-02 to 2026-03-03',
      'totals    2,455.00 EUR',
      'columns   amount ← Betrag, date ← Buchungstag, description ← Verwendungszweck, 1 more as attributes',
      '',
      'first records',
    ])
    expect(lines[9]).toMatch(/^ {2}\{"amount":"1234.5","attributes":\{"Filiale":"Zug"\},"currency":"EUR"/)
    expect(lines.slice(12)).toEqual([
      '',
      'warning: 1 record has no date, the first on line 4, 1227.5 EUR in all, as a line of totals has none. If it is one, "skip" in the mapping leaves it out',
      '',
    ])
  })

  it('reads a list of JSON, by the map of its kind', async () => {
    const list = {
      added: [{ transaction_id: 't', account_id: 'a', amount: 4.5, iso_currency_code: 'USD', date: '2026-03-01' }],
    }
    const path = scratch.write('answer.json', JSON.stringify(list, null, 2))
    const { code, output } = await runWords(['inspect', path, '--adapter', 'plaid'])
    expect(code).toBe(0)
    expect(output).toContain('format    json\n')
    expect(output).toContain('totals    -4.50 USD\n')
  })

  it('asks of a refund beside amounts without a sign, and reads the file with the mapping that it offers', async () => {
    const text = 'Date,Type,Amount\n2026-03-01,Sale,209.00\n2026-03-02,Refund,209.00\n'
    const path = scratch.write('shop.csv', text)
    for (const words of [
      ['inspect', path],
      ['reconcile', path, path],
    ]) {
      const { code, output, errors } = await runWords(words)
      expect(code).toBe(words.length - 1)
      const offered = /go out: (\{.*\})$/m.exec(output + errors)?.[1] ?? ''
      expect(JSON.parse(offered)).toMatchObject({ amount: { flag: 'Type', debitValues: ['Refund'] } })
      const again = await runWords([...words, '--mapping', offered, '--currency', 'EUR'])
      expect(again).toMatchObject({ code: 0, errors: expect.not.stringContaining('Refund') })
    }
  })

  it('says why a file cannot be read', async () => {
    const path = scratch.write('list.csv', 'a,b\n1,2\n')
    const { code, output } = await runWords(['inspect', path])
    expect(code).toBe(1)
    expect(output).toContain(`${path} cannot be read as csv\n`)
    expect(output).toContain(`${path}:1: Got no header row`)
  })

  it.each([
    [
      'mt940',
      [':20:X', ':25:DE1', ':60F:C260301EUR1,', ':61:2603Q1D1,NTRF', ':61:2603Q2D2,NTRF', ':62F:C260301EUR1,', '-'],
      [4, 5],
      'wanted YYMMDD',
    ],
    [
      'bai2',
      ['01,A,B,260301,0800,1,80,1,2/', '02,A,B,1,260301,,USD,2/', '17,a/', '18,b/', '98,0,0,4/', '99,0,1,5/'],
      [3, 4],
      'wanted a record, one of 01',
    ],
  ])('tells the faults of a file of %s in its own words', async (format, lines, faulty, wanted) => {
    const path = scratch.write(`two-faults.${format}`, `${lines.join('\n')}\n`)
    const { output } = await runWords(['inspect', path])
    expect(output).toContain(`${path} cannot be read as ${format}\n`)
    for (const line of faulty) expect(output).toContain(`${path}:${line}: `)
    expect(output).toContain(wanted)
    expect(output).not.toContain('NDJSON')
  })

  it('says that a file is no NDJSON of which no line is an object', async () => {
    const path = scratch.write('no.ndjson', '{a}\n{b}\n')
    expect((await runWords(['inspect', path])).output).toContain('it begins like NDJSON')
  })

  it('shows the columns of a file without a header that is known, a line each, and a mapping that reads it', async () => {
    const path = scratch.write('unknown.csv', 'Tag;Wieviel\n01.03.2026;-5,50\n02.03.2026;7,00\n')
    const { output } = await runWords(['inspect', path])
    expect(output.split('\n').slice(2)).toEqual([
      '    The columns of line 1:',
      '      "Tag": "01.03.2026", "02.03.2026"',
      '      "Wieviel": "-5,50", "7,00"',
      '    A mapping that reads them, if its guesses are right: {"date":"Tag","amount":"Wieviel"}',
      '',
    ])
    const mapping = scratch.write('mapping.json', '{"date":"Tag","amount":"Wieviel"}')
    for (const each of [mapping, '{"date":"Tag","amount":"Wieviel"}'])
      expect((await runWords(['inspect', path, '--mapping', each])).code).toBe(0)
    for (const [each, fault] of [
      ['{"date":', '--mapping:1:'],
      [' {"amount":5}', '--mapping /amount: '],
    ] as const)
      expect(await runWords(['inspect', path, '--mapping', each])).toMatchObject({
        code: 2,
        errors: expect.stringContaining(fault),
      })
  })

  it('refuses options that it does not know, all at once', async () => {
    const { code, errors } = await runWords([
      'inspect',
      scratch.write('a.csv', ''),
      '--currency',
      'eur',
      '--adapter',
      'bnak',
      '--level',
      'x',
    ])
    expect(code).toBe(2)
    for (const fault of ['"eur" as --currency', '"bnak" as --adapter', '"x" as --level, wanted entry or detail'])
      expect(errors).toContain(fault)
  })

  it('refuses a file that is not there, and words that are too many', async () => {
    expect((await runWords(['inspect', scratch.path('none.csv')])).code).toBe(2)
    expect((await runWords(['inspect'])).errors).toContain('Got no file, wanted FILE')
    expect((await runWords(['inspect', 'a', 'b'])).errors).toContain('"b", wanted nothing after FILE')
  })
})
