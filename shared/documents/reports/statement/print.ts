import { amount, decimal } from '#shared/base/kernel/money.ts';
import { mailField } from '#shared/documents/common/print/links.ts';
import { placeTexts } from '#shared/documents/common/print/parties.ts';
import { fact, factField, field, present, unbroken, type Wording, wordingOf } from '#shared/documents/common/print/wording.ts';
import type { Company } from '#shared/model/company.ts';
import { statedBalances } from '#shared/model/ledger/statement.ts';
import type {
  LinesTable,
  PrintedDocument,
  PrintedField,
  PrintedParty,
  PrintedText,
  TotalsRow,
} from '#shared/output/pdf/document.ts';
import { printedIban } from '#shared/output/pdf/format.ts';
import { companyParty } from '../print.ts';
import { STATEMENT_LABELS, type StatementLabels } from './labels.ts';
import type { StatementPartner } from './partner.ts';
import type { Statement } from './read.ts';

/** The content of the PDF of a statement of account (REP-55), in its language. Pure. */
export function printedStatement(
  statement: Statement,
  company: Company,
  { showBankInfo = true }: { showBankInfo?: boolean } = {},
): PrintedDocument {
  const wording = wordingOf(statement.language);
  const { labels, format } = wording;
  const own = STATEMENT_LABELS[statement.language];
  const iban = showBankInfo && statement.of === 'client' ? company.bankAccount : null;
  return {
    language: labels.language,
    title: own.title,
    number: own.atDay(format.date(statement.day)),
    company: company.name,
    watermark: null,
    changedAt: `${statement.day}T00:00:00.000Z`,
    dates: statedBalances(statement).map(balance => ({
      ...printedBalance(balance, statement, own, format),
      style: 'due' as const,
    })),
    parties: [companyParty(company, own.issuer, wording), partner(statement, own, wording)],
    references: [],
    transport: null,
    lines: openDocuments(statement, own, wording),
    adjustments: null,
    vat: null,
    legalMentions: [],
    totals: totals(statement, own, wording),
    payment:
      iban === null
        ? null
        : {
            heading: labels.payment,
            fields: present([
              { label: labels.iban, ...fact('IBAN', printedIban(iban)), style: 'iban' },
              field(labels.bank, company.bankName),
            ]),
            text: null,
          },
    statement: null,
    remarks: [own.request, own.answer],
    people: [],
    signatures: own.signatures,
  };
}

/** The label says who owes it, so the amount needs no sign. */
function printedBalance(
  { currency, open }: Statement['balances'][number],
  { of }: Statement,
  own: StatementLabels,
  format: Wording['format'],
): PrintedField {
  const value = decimal(open);
  const owing = value.eq(0) ? 'none' : value.gt(0) === (of === 'client') ? 'byPartner' : 'byCompany';
  return { label: own.balance[owing], ...fact('balance', amountText(open, currency, format)) };
}

const amountText = (value: string, currency: string, format: Wording['format']): string =>
  format.sum(amount(decimal(value).abs()), currency);

function partner({ of, partner: party }: Statement, own: StatementLabels, wording: Wording): PrintedParty {
  const { labels } = wording;
  return {
    heading: own[of],
    name: fact('partner name', party.name),
    address: address(party, wording),
    fields: present([
      factField(
        'partner tax number',
        party.country.toUpperCase() === 'RO' ? labels.taxId : labels.foreign.taxId,
        party.taxNumber,
      ),
      field(labels.registrationNumber, party.registrationNumber),
      mailField(labels.email, party.email),
    ]),
  };
}

const address = (
  { address: street, ...place }: Pick<StatementPartner, 'address' | 'city' | 'county' | 'postalCode' | 'country'>,
  wording: Wording,
): PrintedText[] => [...(street ? [{ text: street }] : []), ...placeTexts(place, wording)];

type Cell = Statement['documents'][number];

function openDocuments({ documents }: Statement, own: StatementLabels, { labels, format }: Wording): LinesTable {
  const isMixed = new Set(documents.map(({ currency }) => currency)).size > 1;
  const columns: [
    label: string,
    style: LinesTable['columns'][number]['style'],
    cell: (one: Cell, place: number) => PrintedText,
  ][] = [
    [labels.line.number, 'number', (_, place) => ({ text: String(place + 1) })],
    [own.document, 'description', ({ number }) => fact(`document ${number}`, number)],
    [own.issued, 'unit', ({ issueDate }) => ({ text: unbroken(format.date(issueDate)) })],
    [own.due, 'unit', ({ dueDate }) => ({ text: dueDate === null ? '' : unbroken(format.date(dueDate)) })],
    [labels.line.total, 'figure', ({ total }) => ({ text: format.money(total) })],
    [own.settled, 'figure', ({ settled }) => ({ text: format.money(settled) })],
    [own.open, 'figure', ({ number, open }) => fact(`open amount of ${number}`, format.money(open))],
    ...(isMixed
      ? [[labels.currency, 'unit', ({ currency }: Cell) => ({ text: currency })] satisfies (typeof columns)[number]]
      : []),
  ];
  let sum = decimal('0');
  const sums = documents.map(({ open }) => {
    sum = sum.plus(open);
    return columns.map(([label], place) => (label === own.open && place > 2 ? format.money(amount(sum)) : ''));
  });
  return {
    columns: columns.map(([label, style]) => ({ label, style })),
    rows: documents.map((one, place) => columns.map(([, , cell]) => cell(one, place))),
    // Amounts of several currencies have no sum.
    carried: isMixed ? null : { label: own.carried, broughtLabel: own.brought, sums },
  };
}

function totals(statement: Statement, own: StatementLabels, { format }: Wording): PrintedDocument['totals'] {
  const all = statedBalances(statement);
  const rows = all.flatMap((balance): TotalsRow[] => [
    { ...printedBalance(balance, statement, own, format), weight: 'grand' },
    ...(balance.overdue === '0.00'
      ? []
      : [{ label: own.overdue, text: amountText(balance.overdue, balance.currency, format), weight: 'minor' as const }]),
  ]);
  const amounts = all.map(({ currency, open }) => amountText(open, currency, format));
  return { rows, payable: amounts.reduce((longest, one) => (one.length > longest.length ? one : longest)) };
}
