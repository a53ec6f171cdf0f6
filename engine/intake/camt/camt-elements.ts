import type { ElementTree } from './element-tree.ts'

/**
 * The elements of camt that are read, for all versions together: an element that was renamed stands under both names.
 */

const amount = { Amt: '$amount' }
const codes = { Cd: 'code', Prtry: 'code' }

/** An amount in another currency or before charges, together with its exchange rate. */
const exchanged = (slot: string): ElementTree => ({
  Amt: `$${slot}`,
  CcyXchg: { XchgRate: '?exchangeRate' },
})

const amountDetails: ElementTree = {
  InstdAmt: exchanged('instructedAmount'),
  TxAmt: exchanged('transactionAmount'),
  CntrValAmt: exchanged('counterValue'),
}

const transactionCode: ElementTree = {
  Domn: { Cd: 'domain', Fmly: { Cd: 'family', SubFmlyCd: 'subfamily' } },
  Prtry: { Cd: 'proprietaryCode' },
}

const charges: ElementTree = {
  '@': 'charges',
  TtlChrgsAndTaxAmt: '$total',
  ...amount,
  CdtDbtInd: 'indicator',
  Rcrd: { '@': 'charge', ...amount, CdtDbtInd: 'indicator' },
}

const account = (slot: string): ElementTree => ({
  Id: { IBAN: slot, BBAN: slot, UPIC: slot, Othr: { Id: slot }, PrtryAcct: { Id: slot } },
})

const party = (slot: string, others: ElementTree = {}): ElementTree => {
  const named = { Nm: slot, ...others }
  return { ...named, Pty: named, Agt: { FinInstnId: { Nm: slot } } }
}

const agent = (slot: string): ElementTree => ({ FinInstnId: { BIC: slot, BICFI: slot } })

const creditorId = { Othr: { Id: '?creditorId' } }

const references: ElementTree = {
  MsgId: 'messageId',
  AcctSvcrRef: 'bankReference',
  PmtInfId: 'paymentInformationId',
  InstrId: 'instructionId',
  EndToEndId: 'endToEndId',
  UETR: 'uetr',
  TxId: 'transactionId',
  MndtId: 'mandateId',
  ChqNb: 'chequeNumber',
  ClrSysRef: 'clearingReference',
  AcctOwnrTxId: 'customerReference',
  Prtry: { Ref: 'proprietaryReference' },
}

const remittance: ElementTree = {
  Ustrd: 'remittance',
  Strd: {
    RfrdDocInf: { Nb: 'documentNumber', RfrdDocNb: 'documentNumber' },
    CdtrRefInf: { Ref: 'creditorReference', CdtrRef: 'creditorReference' },
    AddtlRmtInf: 'structuredRemittance',
  },
}

const details: ElementTree = {
  '@': 'details',
  Refs: references,
  ...amount,
  CdtDbtInd: 'indicator',
  AmtDtls: amountDetails,
  BkTxCd: transactionCode,
  Chrgs: charges,
  RltdPties: {
    Dbtr: party('debtor'),
    DbtrAcct: account('?debtorAccount'),
    UltmtDbtr: party('ultimateDebtor'),
    Cdtr: party('creditor', { Id: { PrvtId: creditorId, OrgId: creditorId } }),
    CdtrAcct: account('?creditorAccount'),
    UltmtCdtr: party('ultimateCreditor'),
  },
  RltdAgts: { DbtrAgt: agent('?debtorBic'), CdtrAgt: agent('?creditorBic') },
  RmtInf: remittance,
  Purp: { Cd: 'purpose', Prtry: 'purpose' },
  RltdDts: { AccptncDtTm: 'acceptanceTimestamp', TxDtTm: 'transactionTimestamp' },
  RtrInf: { Rsn: { Cd: 'returnReason', Prtry: 'returnReason' } },
  AddtlTxInf: 'transactionInformation',
}

const batch = { MsgId: 'batchMessageId', PmtInfId: 'batchPaymentId', NbOfTxs: 'batchCount' }

const entry: ElementTree = {
  '@': 'entry',
  NtryRef: 'entryReference',
  ...amount,
  CdtDbtInd: 'indicator',
  RvslInd: 'reversal',
  Sts: { '#': 'status', Cd: 'status', Prtry: 'status' },
  BookgDt: { Dt: 'date', DtTm: 'date' },
  ValDt: { Dt: 'valueDate', DtTm: 'valueDate' },
  AcctSvcrRef: 'bankReference',
  BkTxCd: transactionCode,
  AmtDtls: amountDetails,
  Chrgs: charges,
  Btch: batch,
  NtryDtls: { '@': 'batch', Btch: batch, TxDtls: details },
  TxDtls: details,
  AddtlNtryInf: 'entryInformation',
}

const pages = { PgNb: 'page', LastPgInd: 'isLastPage' }

const statement: ElementTree = {
  '@': 'statement',
  Id: 'identification',
  ElctrncSeqNb: 'electronicNumber',
  LglSeqNb: 'legalNumber',
  StmtPgntn: pages,
  RptPgntn: pages,
  NtfctnPgntn: pages,
  FrToDt: { FrDt: 'from', FrDtTm: 'from', ToDt: 'to', ToDtTm: 'to' },
  Acct: { '@': 'account', ...account('?account'), Ccy: 'currency', Prxy: { Id: '?proxy' } },
  Bal: {
    '@': 'balance',
    Tp: { ...codes, CdOrPrtry: codes },
    ...amount,
    CdtDbtInd: 'indicator',
    Dt: { Dt: 'date', DtTm: 'date' },
  },
  TxsSummry: {
    TtlNtries: { NbOfNtries: 'entryCount' },
    TtlCdtNtries: { NbOfNtries: 'creditCount', Sum: 'creditSum' },
    TtlDbtNtries: { NbOfNtries: 'debitCount', Sum: 'debitSum' },
  },
  Ntry: entry,
}

const message: ElementTree = { '@': 'message', Stmt: statement, Rpt: statement, Ntfctn: statement }

export const camtElements: ElementTree = {
  BkToCstmrStmt: message,
  BkToCstmrStmtV01: message,
  BkToCstmrAcctRpt: message,
  BkToCstmrAcctRptV01: message,
  BkToCstmrDbtCdtNtfctn: message,
  BkToCstmrDbtCdtNtfctnV01: message,
}
