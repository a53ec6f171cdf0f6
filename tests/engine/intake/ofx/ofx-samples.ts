/** A file of OFX 1 with these statements inside. */
export const sgmlOf = (...statements: readonly string[]): string =>
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX>\n<BANKMSGSRSV1>\n${statements.join('\n')}\n</BANKMSGSRSV1>\n</OFX>\n`

/** A statement of OFX 1 with these entries, each of which is what stands inside of STMTTRN. */
export const statementOf = (account: string, entries: readonly string[], rest = ''): string =>
  `<STMTTRNRS><STMTRS>\n<CURDEF>EUR\n<BANKACCTFROM><BANKID>1<ACCTID>${account}</BANKACCTFROM>\n` +
  `<BANKTRANLIST><DTSTART>20260301<DTEND>20260331\n${entries.map((entry) => `<STMTTRN>${entry}</STMTTRN>\n`).join('')}` +
  `</BANKTRANLIST>\n${rest}</STMTRS></STMTTRNRS>`

/** A file of OFX 1 with one statement. */
export const ofxOf = (...entries: readonly string[]): string => sgmlOf(statementOf('A1', entries))

/** A file of OFX 2 with two accounts, one of them of a card. */
export const xmlSample = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="203" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
  <BANKMSGSRSV1><STMTTRNRS><STMTRS>
    <CURDEF>EUR</CURDEF>
    <BANKACCTFROM><BANKID>1</BANKID><ACCTID>A1</ACCTID></BANKACCTFROM>
    <BANKTRANLIST>
      <DTSTART>20260301</DTSTART><DTEND>20260331</DTEND>
      <STMTTRN>
        <TRNTYPE>DEBIT</TRNTYPE>
        <DTPOSTED>20260302120000[+1:CET]</DTPOSTED>
        <TRNAMT>-12.50</TRNAMT>
        <FITID>1</FITID>
        <PAYEE><NAME>Blum &amp; Söhne</NAME><ADDR1>Weg 1</ADDR1><CITY>Wien</CITY></PAYEE>
        <BANKACCTTO><BANKID>2</BANKID><ACCTID>B7</ACCTID></BANKACCTTO>
        <MEMO><![CDATA[<tea> & cake]]></MEMO>
      </STMTTRN>
      <STMTTRN>
        <TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260303</DTPOSTED><TRNAMT>5</TRNAMT><FITID>1</FITID><NAME/><MEMO></MEMO>
      </STMTTRN>
    </BANKTRANLIST>
    <LEDGERBAL><BALAMT>100.00</BALAMT><DTASOF>20260331</DTASOF></LEDGERBAL>
    <AVAILBAL><BALAMT>900.00</BALAMT><DTASOF>20260331</DTASOF></AVAILBAL>
  </STMTRS></STMTTRNRS></BANKMSGSRSV1>
  <CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
    <CURDEF>USD</CURDEF>
    <CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM>
    <BANKTRANLIST>
      <STMTTRN>
        <TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260304</DTPOSTED><TRNAMT>-7.25</TRNAMT><FITID>1</FITID>
        <CHECKNUM>1001</CHECKNUM><NAME>Shop</NAME>
        <ORIGCURRENCY><CURRATE>1.1</CURRATE><CURSYM>EUR</CURSYM></ORIGCURRENCY>
      </STMTTRN>
    </BANKTRANLIST>
  </CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>
</OFX>
`
