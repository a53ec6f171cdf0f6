import { describe, expect, it } from 'vitest'
import { exponentOf } from '../../../engine/base/currency.ts'

/**
 * ISO 4217, list one as published on 2026-09-17: the 178 codes by their first letter, each as its two other letters and
 * its minor unit, `-` for N.A.
 */
const listOne = `
A: ED2 FN2 LL2 MD2 OA2 RS2 UD2 WG2 ZN2
B: AM2 BD2 DT2 HD3 IF0 MD2 ND2 OB2 OV2 RL2 SD2 TN2 WP2 YN2 ZD2
C: AD2 DF2 HE2 HF2 HW2 LF4 LP0 NY2 OP2 OU2 RC2 UP2 VE2 ZK2
D: JF0 KK2 OP2 ZD2
E: GP2 RN2 TB2 UR2
F: JD2 KP2
G: BP2 EL2 HS2 IP2 MD2 NF0 TQ2 YD2
H: KD2 NL2 TG2 UF2
I: DR2 LS2 NR2 QD3 RR2 SK0
J: MD2 OD3 PY0
K: ES2 GS2 HR2 MF0 PW2 RW0 WD3 YD2 ZT2
L: AK2 BP2 KR2 RD2 SL2 YD3
M: AD2 DL2 GA2 KD2 MK2 NT2 OP2 RU2 UR2 VR2 WK2 XN2 XV2 YR2 ZN2
N: AD2 GN2 IO2 OK2 PR2 ZD2
O: MR3
P: AB2 EN2 GK2 HP2 KR2 LN2 YG0
Q: AR2
R: ON2 SD2 UB2 WF0
S: AR2 BD2 CR2 DG2 EK2 GD2 HP2 LE2 OS2 RD2 SP2 TN2 VC2 YP2 ZL2
T: HB2 JS2 MT2 ND3 OP2 RY2 TD2 WD2 ZS2
U: AH2 GX0 SD2 SN2 YI0 YU2 YW4 ZS2
V: ED2 ES2 ND0 UV0
W: ST2
X: AD2 AF0 AG- AU- BA- BB- BC- BD- CD2 CG2 DR- OF0 PD- PF0 PT- SU- TS- UA- XX-
Y: ER2
Z: AR2 MW2 WG2
`

const unitsByCode = new Map(
  listOne
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first, rest] = [line.slice(0, 1), line.slice(3)]
      return rest.split(' ').map((text): [string, string] => [`${first}${text.slice(0, 2)}`, text.slice(2)])
    }),
)

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const allCodes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))

describe('the minor units of currencies', () => {
  it('are those of ISO 4217, list one, for each of its codes', () => {
    expect(unitsByCode.size).toBe(178)
    for (const [code, unit] of unitsByCode) expect([code, exponentOf(code)?.toString() ?? '-']).toEqual([code, unit])
  })

  it('are known for no other code than those of currencies withdrawn since 2021, which had 2', () => {
    const others = allCodes.filter((code) => !unitsByCode.has(code) && exponentOf(code) !== undefined)
    expect(others.map((code) => `${code} ${exponentOf(code)}`)).toEqual([
      'ANG 2',
      'BGN 2',
      'CUC 2',
      'HRK 2',
      'SLL 2',
      'ZWL 2',
    ])
  })

  it('are not those of Intl, which differ for 16 codes', () => {
    const digitsOf = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    const differing = allCodes.filter((code) => {
      const exponent = unitsByCode.has(code) ? exponentOf(code) : undefined
      return exponent !== undefined && exponent !== digitsOf(code)
    })
    expect(differing.join(' ')).toBe('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER')
  })

  it.each(['', 'eur', 'EU', 'EURO', 'toString'])('are unknown for %j', (text) => {
    expect(exponentOf(text)).toBeUndefined()
  })
})
