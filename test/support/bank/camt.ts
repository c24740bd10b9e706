/** Bank statements in CAMT.053 as banks write them in one version or another, for tests. */

export interface Line {
  amount: string;
  /** By default `CRDT`. */
  direction?: 'CRDT' | 'DBIT';
  day?: string;
  currency?: string;
  name?: string;
  iban?: string;
  text?: string;
  reference?: string;
  endToEndId?: string;
  structured?: string;
  reversal?: boolean;
  status?: string;
  /** In place of the transfer. */
  details?: string;
}

interface Options {
  /** `02` to `13`. */
  version?: string;
  opening?: string;
  closing?: string;
  iban?: string;
  /** A prefix of the namespace, such as `ns2`. */
  prefix?: string;
}

export const OWN_IBAN = 'RO49AAAA1B31007593840000';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const element = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

/** Whether a version has names of parties in `Pty`, and codes of a status in `Cd`. */
const isLate = (version: string): boolean => Number(version) >= 8;

export function transfer(version: string, line: Line, amount?: string): string {
  const isIn = (line.direction ?? 'CRDT') === 'CRDT';
  const role = isIn === (line.reversal === true) ? 'Cdtr' : 'Dbtr';
  const name = element('Nm', line.name && escaped(line.name));
  const references =
    element('AcctSvcrRef', line.details === undefined ? undefined : line.reference) +
    element('EndToEndId', line.endToEndId ?? 'NOTPROVIDED');
  const value =
    amount &&
    (Number(version) < 4
      ? `<AmtDtls><TxAmt><Amt Ccy="${line.currency ?? 'RON'}">${amount}</Amt></TxAmt></AmtDtls>`
      : `<Amt Ccy="${line.currency ?? 'RON'}">${amount}</Amt>`);
  const parties = `${name && element(role, isLate(version) ? element('Pty', name) : name)}${line.iban ? element(`${role}Acct`, `<Id><IBAN>${line.iban}</IBAN></Id>`) : ''}`;
  const remittance =
    element('Ustrd', line.text && escaped(line.text)) +
    element('Strd', line.structured && `<CdtrRefInf><Ref>${escaped(line.structured)}</Ref></CdtrRefInf>`);
  return `<TxDtls>${element('Refs', references)}${value ?? ''}${element('RltdPties', parties)}${element('RmtInf', remittance)}</TxDtls>`;
}

function entry(version: string, line: Line): string {
  const day = line.day ?? '2026-11-10';
  const status = line.status ?? 'BOOK';
  return `<Ntry><Amt Ccy="${line.currency ?? 'RON'}">${line.amount}</Amt><CdtDbtInd>${line.direction ?? 'CRDT'}</CdtDbtInd>
${line.reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${isLate(version) ? element('Cd', status) : status}</Sts>
<BookgDt>${Number(version) % 2 === 0 ? element('Dt', day) : element('DtTm', `${day}T09:30:00+02:00`)}</BookgDt><ValDt><Dt>${day}</Dt></ValDt>
${element('AcctSvcrRef', line.reference)}<NtryDtls>${line.details ?? transfer(version, line)}</NtryDtls></Ntry>`;
}

const balance = (code: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="RON">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-11-10</Dt></Dt></Bal>`;

export function camtOf(
  lines: readonly Line[],
  { version = '02', opening, closing, iban = OWN_IBAN, prefix }: Options = {},
): string {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`;
  const body = `<BkToCstmrStmt><GrpHdr><MsgId>M-1</MsgId></GrpHdr><Stmt><Id>EXTRAS-1</Id><FrToDt><FrDtTm>2026-11-01T00:00:00</FrDtTm><ToDtTm>2026-11-30T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>RON</Ccy></Acct>${opening === undefined ? '' : balance('OPBD', opening)}${closing === undefined ? '' : balance('CLBD', closing)}
${lines.map(line => entry(version, line)).join('\n')}</Stmt></BkToCstmrStmt>`;
  const whole = `<Document xmlns="${namespace}">${body}</Document>`;
  const prefixed =
    prefix === undefined ? whole : whole.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace(' xmlns=', ` xmlns:${prefix}=`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prefixed}`;
}
