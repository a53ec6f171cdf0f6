import { describe, expect, it } from 'vitest'
import { adapterKinds, isDemoKind, readAdapter } from '../../schema/adapter.ts'

describe('readAdapter', () => {
  it.each(adapterKinds)('knows the kind %s', (kind) => {
    expect(readAdapter(kind)).toEqual({ ok: true, adapter: { text: kind, kind, instance: undefined } })
  })

  it.each([
    ['bank:main-eur', 'bank', 'main-eur'],
    ['stripe:A', 'stripe', 'A'],
    ['custom:0._-', 'custom', '0._-'],
    [`ledger:${'x'.repeat(64)}`, 'ledger', 'x'.repeat(64)],
    ['dataset:dat_01kabcdefghjkmnpqrstvwxyz0', 'dataset', 'dat_01kabcdefghjkmnpqrstvwxyz0'],
  ])('splits %s into kind and instance', (text, kind, instance) => {
    expect(readAdapter(text)).toEqual({ ok: true, adapter: { text, kind, instance } })
  })

  it.each([
    '',
    'Bank',
    ':main',
    'bank:',
    'bank::main',
    'bank:-main',
    'bank:main/eur',
    'bank:main eur',
    ' bank',
    'bank\n',
    '1bank',
    `bank:${'x'.repeat(65)}`,
    'x'.repeat(33),
  ])('refuses %j as no adapter at all', (text) => {
    expect(readAdapter(text)).toEqual({ ok: false, fault: 'grammar' })
  })

  it.each([
    ['strpe', 'stripe'],
    ['quickbook', 'quickbooks'],
    ['bnak:main', 'bank'],
    ['ndjsn', 'ndjson'],
    ['demo-leger', 'demo-ledger'],
    ['constructor', undefined],
    ['mynocur2', undefined],
  ])('names the nearest known kind of %s, if one is near', (text, nearest) => {
    expect(readAdapter(text)).toEqual({ ok: false, fault: 'unknown', nearest })
  })
})

describe('isDemoKind', () => {
  it('holds for the built-in sides alone', () => {
    expect(adapterKinds.filter(isDemoKind)).toEqual(['demo-bank', 'demo-ledger'])
  })
})
