import { type XmlElement, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml, rootOf } from '#shared/authority/einvoice/xml/parse.ts';
import { compare } from '#shared/base/kernel/collate.ts';
import type { BankEntry } from '#shared/model/bank/entry.ts';
import { at, childrenOf, dayAt, dayOf, isCredit, moneyOf, textAt } from './elements.ts';
import {
  boundedIban,
  boundedReference,
  boundedText,
  digestOf,
  MOST_INFORMATION,
  MOST_NAME,
  MOST_REFERENCE,
  MOST_TEXT,
} from './texts.ts';

/**
 * Bank statements in CAMT.053 (ISO 20022 `BankToCustomerStatement`, versions camt.053.001.02 to .13), read as BNK-2 to BNK-7 say. Where
 * versions differ, names of parties are in `Pty` or not, a status has its code in `Cd` or not, and transfers have their amount in `Amt` or
 * in `AmtDtls`. Pure.
 */

export interface Balance {
  date: string | null;
  /** Negative when the account is overdrawn. */
  cents: number;
  currency: string;
}

export interface BankStatement {
  id: string | null;
  iban: string | null;
  /** The account's number where it has no IBAN. */
  account: string | null;
  currency: string | null;
  from: string | null;
  to: string | null;
  opening: Balance | null;
  closing: Balance | null;
  entries: BankEntry[];
  /** Sum of what was received less what was paid, as the bank's lines have it. */
  movement: number;
  /** Lines that are not booked yet, and not read. */
  pending: number;
}

export interface StatementFile {
  /** `camt.053.001.08` */
  messageType: string;
  statements: BankStatement[];
}

/** The most lines of a file. */
export const MOST_ENTRIES = 500;
/** The most statements, of days or accounts, of a file. */
const MOST_STATEMENTS = 100;
/** The most references of a line. */
const MOST_REFERENCES = 20;
const EXPECTED = 'Send the XML of a bank statement in CAMT.053 (camt.053.001.02 to camt.053.001.13)';
const MESSAGE = /^\{urn:iso:std:iso:20022:tech:xsd:(camt\.053\.001\.(?:0[2-9]|1[0-3]))\}Document$/;
const OTHER_MESSAGE = /xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})\}/;

/**
 * Reads a file.
 *
 * @throws XmlError for anything but CAMT.053, for lines that cannot be read, and for more than `MOST_ENTRIES`; its message says what to change
 */
export function readCamt(xml: string): StatementFile {
  refuseOther(xml);
  const messageType = messageOf(rootOf(xml));
  const { root } = parseXml(xml);
  const found = childrenOf(at(root, 'BkToCstmrStmt'), 'Stmt');
  if (found.length === 0) throw new XmlError(`The document has no statement (BkToCstmrStmt/Stmt). ${EXPECTED}.`);
  if (found.length > MOST_STATEMENTS)
    throw new XmlError(`The file has ${found.length} statements; split it into files of at most ${MOST_STATEMENTS}.`);
  const statements = found.map(statementOf);
  const count = statements.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > MOST_ENTRIES)
    throw new XmlError(`The file has ${count} lines; split it into files of at most ${MOST_ENTRIES}, such as one for each week.`);
  return { messageType, statements: withOwnReferences(statements) };
}

/** What people send in place of XML. */
function refuseOther(text: string): void {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{1:') || start.startsWith(':20:')) throw new XmlError(`This is a statement in MT940. ${EXPECTED}.`);
  if (!start.startsWith('<')) throw new XmlError(`This is no XML. ${EXPECTED}.`);
}

function messageOf(root: XmlElement): string {
  const [, messageType] = MESSAGE.exec(root.name) ?? [];
  if (messageType !== undefined) return messageType;
  const [, other] = OTHER_MESSAGE.exec(root.name) ?? [];
  throw new XmlError(`The document is ${other ?? `<${root.qname.slice(0, 60)}>`}, no CAMT.053. ${EXPECTED}.`);
}

function statementOf(statement: XmlElement, place: number): BankStatement {
  const what = `Statement ${place + 1}`;
  const account = at(statement, 'Acct');
  const balances = childrenOf(statement, 'Bal');
  const lines = childrenOf(statement, 'Ntry');
  const booked = lines
    .map((line, at) => ({ line, name: `Line ${at + 1} of statement ${place + 1}` }))
    .filter(({ line }) => ['BOOK', null].includes(textAt(line, 'Sts', 'Cd') ?? textAt(line, 'Sts')));
  const currency = textAt(account, 'Ccy');
  return {
    id: boundedReference(textAt(statement, 'Id')),
    iban: boundedIban(textAt(account, 'Id', 'IBAN')),
    account: boundedReference(textAt(account, 'Id', 'Othr', 'Id')),
    currency: currency?.length === 3 ? currency : null,
    from: dayOf(textAt(statement, 'FrToDt', 'FrDtTm'), `${what}: FrDtTm`),
    to: dayOf(textAt(statement, 'FrToDt', 'ToDtTm'), `${what}: ToDtTm`),
    // A bank that gives no opening balance gives the closing one of the day before.
    opening: balanceOf(balances, ['OPBD', 'PRCD'], what),
    closing: balanceOf(balances, ['CLBD'], what),
    entries: booked.flatMap(({ line, name }) => entriesOf(line, name)),
    movement: booked.reduce((sum, { line, name }) => {
      const amount = at(line, 'Amt');
      return sum + (amount ? moneyOf(amount, name).cents * (isCredit(line, name) ? 1 : -1) : 0);
    }, 0),
    pending: lines.length - booked.length,
  };
}

function balanceOf(balances: readonly XmlElement[], codes: readonly string[], what: string): Balance | null {
  for (const code of codes) {
    const balance = balances.find(one => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
    const amount = at(balance, 'Amt');
    if (!balance || !amount) continue;
    const { cents, currency } = moneyOf(amount, `${what}: balance ${code}`);
    const sign = isCredit(balance, `${what}: balance ${code}`) ? 1 : -1;
    return { date: dayAt(at(balance, 'Dt'), `${what}: date of balance ${code}`), cents: cents * sign, currency };
  }
  return null;
}

/** The lines of an entry: one for each transfer of a batch whose amounts the bank gives, else one. */
function entriesOf(line: XmlElement, what: string): BankEntry[] {
  const amount = at(line, 'Amt');
  if (!amount) throw new XmlError(`${what} has no amount (Amt).`);
  const { cents, currency } = moneyOf(amount, what);
  const isIn = isCredit(line, what);
  const bookingDate = dayAt(at(line, 'BookgDt'), `${what}: BookgDt`) ?? dayAt(at(line, 'ValDt'), `${what}: ValDt`);
  if (bookingDate === null) throw new XmlError(`${what} has no day (BookgDt or ValDt).`);
  const transfers = childrenOf(line, 'NtryDtls').flatMap(details => childrenOf(details, 'TxDtls'));
  const isReversal = ['true', '1'].includes(textAt(line, 'RvslInd') ?? '');
  const common = {
    ...{ bookingDate, valueDate: dayAt(at(line, 'ValDt'), `${what}: ValDt`), currency, isReversal },
    reference: boundedReference(textAt(line, 'AcctSvcrRef')),
    information: boundedText(textAt(line, 'AddtlNtryInf') ?? '', MOST_INFORMATION),
  };
  if (cents === 0) return [];
  const parts = transfers.map(transfer => partOf(transfer, { currency, isIn, what }));
  const sum = parts.reduce<number | null>((all, part) => (all === null || part === null ? null : all + part), 0);
  if (transfers.length > 1 && sum === (isIn ? cents : -cents))
    return transfers.flatMap((transfer, place) => {
      const part = parts[place] ?? 0;
      return part === 0 ? [] : [entryOf([transfer], { ...common, cents: Math.abs(part), isIn: part > 0 })];
    });
  return [entryOf(transfers, { ...common, cents, isIn })];
}

/** The amount of a transfer of a batch, negative for what is paid; null when the bank does not give it in the currency of the account. */
function partOf(transfer: XmlElement, of: { currency: string; isIn: boolean; what: string }): number | null {
  const amount = at(transfer, 'Amt') ?? at(transfer, 'AmtDtls', 'TxAmt', 'Amt') ?? at(transfer, 'AmtDtls', 'InstdAmt', 'Amt');
  if (!amount) return null;
  const { cents, currency } = moneyOf(amount, `${of.what}: a transfer of it`);
  if (currency !== of.currency) return null;
  const isIn = textAt(transfer, 'CdtDbtInd') === null ? of.isIn : isCredit(transfer, of.what);
  return isIn ? cents : -cents;
}

interface Common {
  bookingDate: string;
  valueDate: string | null;
  currency: string;
  isReversal: boolean;
  reference: string | null;
  information: string;
  cents: number;
  isIn: boolean;
}

function entryOf(transfers: readonly XmlElement[], { reference, information, isIn, ...common }: Common): BankEntry {
  const [transfer] = transfers.length === 1 ? transfers : [];
  const all = (...path: string[]): string[] =>
    transfers.flatMap(one => {
      const parent = path
        .slice(0, -1)
        .reduce<XmlElement[]>((found, name) => found.flatMap(each => childrenOf(each, name)), [one]);
      return parent.flatMap(each => childrenOf(each, path.at(-1) ?? '')).flatMap(each => textAt(each) ?? []);
    });
  const text = [...all('RmtInf', 'Ustrd'), ...all('RmtInf', 'Strd', 'AddtlRmtInf')].join(' ');
  const endToEnd = textAt(transfer, 'Refs', 'EndToEndId');
  return {
    ...common,
    flow: isIn ? 'in' : 'out',
    // A line that is taken back has the parties of the first one.
    counterparty: partyOf(transfer, isIn === common.isReversal ? 'Cdtr' : 'Dbtr'),
    text: boundedText(text || textAt(transfer, 'AddtlTxInf') || information, MOST_TEXT),
    references: [...all('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'), ...all('RmtInf', 'Strd', 'RfrdDocInf', 'Nb')]
      .slice(0, MOST_REFERENCES)
      .map(one => boundedText(one, MOST_REFERENCE)),
    endToEndId: endToEnd === 'NOTPROVIDED' ? null : endToEnd && boundedText(endToEnd, MOST_REFERENCE),
    bankReference: boundedReference(textAt(transfer, 'Refs', 'AcctSvcrRef')) ?? reference ?? '',
    isBatch: transfers.length > 1,
  };
}

/** The other party; who really pays comes second, because banks repeat there what the payer has typed. */
function partyOf(transfer: XmlElement | undefined, role: 'Dbtr' | 'Cdtr'): BankEntry['counterparty'] {
  const parties = at(transfer, 'RltdPties');
  const party = [role, `Ultmt${role}`].map(name => at(parties, name)).map(one => at(one, 'Pty') ?? one);
  const numbers = party.flatMap(one => ['OrgId', 'PrvtId'].map(kind => textAt(one, 'Id', kind, 'Othr', 'Id')));
  const name = party.map(one => textAt(one, 'Nm')).find(one => one !== null);
  return {
    name: name === undefined ? null : boundedText(name, MOST_NAME),
    iban: boundedIban(textAt(parties, `${role}Acct`, 'Id', 'IBAN')),
    taxCode: numbers.find(number => number !== null && /^(?:RO)?\s?\d{2,13}$/i.test(number)) ?? null,
  };
}

/**
 * The statements with a reference of its own for each line, the same whenever the line is in a file: that of the bank; without one a digest of
 * the line. Lines that share one, such as a transfer and its fee, are numbered by amount and text.
 */
function withOwnReferences(statements: readonly BankStatement[]): BankStatement[] {
  const named = statements.flatMap(({ iban, entries }) =>
    entries.map(entry => ({ entry, name: entry.bankReference || nameOf(iban, entry), digest: nameOf(null, entry) })),
  );
  const own = new Map<BankEntry, string>();
  const groups = Map.groupBy(named, one => one.name);
  for (const [name, group] of groups) {
    let place = 1;
    for (const { entry } of group.toSorted((a, b) => b.entry.cents - a.entry.cents || compare(a.digest, b.digest))) {
      own.set(entry, place === 1 ? name : `${name}/${place}`);
      // The bank may have given what the next one would be called to another line.
      do place += 1;
      while (groups.has(`${name}/${place}`));
    }
  }
  return statements.map(statement => ({
    ...statement,
    entries: statement.entries.map(entry => ({ ...entry, bankReference: own.get(entry) ?? entry.bankReference })),
  }));
}

const nameOf = (iban: string | null, { bankReference: _, ...entry }: BankEntry): string =>
  `BNK-${digestOf(JSON.stringify([iban, entry]))}`;
