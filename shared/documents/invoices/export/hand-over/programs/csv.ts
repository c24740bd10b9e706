import { safeCell } from '../../csv.ts';
import { csvLinesOf, csvText, type Decimals, numberCell } from '../../table-csv.ts';
import type { BookedDocument, BookedGroup, BookedPayment, BookedShare } from '#shared/model/accounting/booked.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { JournalRow } from '#shared/model/fiscal/journal.ts';
import { type Adapter, type BookedEntry, isPayment, type Piece } from '../adapter.ts';
import { partyOf } from '../partner-codes.ts';

/** A neutral hand-over file: tables of documents, lines, VAT groups, payments and partners (OUT-122 to OUT-124). */

type Cell = string | null | undefined;

/** A column: its title, its cell, and what it says in the README; numbers have a decimal comma if that is asked for. */
type Column<Row> = [title: string, cell: (row: Row) => Cell, says: string, type?: 'number'];

interface Table<Row> {
  file: string;
  says: string;
  columns: Column<Row>[];
}

const roleOf = ({ entry }: BookedEntry): string => entry.role;

const DOCUMENTS: Table<BookedDocument> = {
  file: 'documents.csv',
  says: 'A row for each invoice and credit note, issued or received, in the month of the journal in which it counts.',
  columns: [
    ['Document Id', ({ entry }) => entry.documentId, 'By which the other tables name it.'],
    ['Role', roleOf, '`sale` or `purchase`, as in the journals.'],
    ['Period', ({ entry }) => entry.period, 'The month of the journal.'],
    ['Tax Point', ({ row }) => row.date, 'The day on which the tax is due.'],
    ['Kind', ({ document }) => document && (document.isCreditNote ? 'credit note' : 'invoice'), '`invoice` or `credit note`.'],
    ['Type Code', ({ document }) => document?.invoiceTypeCode, 'UNTDID 1001.'],
    ['Advance', ({ isAdvance }) => (isAdvance ? 'yes' : 'no'), '`yes`: an advance, or what takes back from one.'],
    ['Number', ({ entry }) => entry.number, 'As printed.'],
    ['Issue Date', ({ entry }) => entry.issueDate, ''],
    ['Due Date', ({ document }) => document?.dueDate, ''],
    [
      'Entry Date',
      ({ entry, document }) => (entry.role === 'purchase' ? document?.booking?.receivedDate : ''),
      'Of purchases: the day of their entry.',
    ],
    ['Corrects', ({ entry }) => entry.corrects, 'The closed month that the document corrects.'],
    ['Settles', ({ entry }) => entry.settles, 'The id of the invoice that it takes back from.'],
    ['Source', ({ entry }) => entry.source, '`manual`, `taxauth`; empty: made in the service.'],
    ['Partner Id', keyOfPartner, 'Key of the partner in partners.csv.'],
    ['Partner', ({ entry }) => entry.partner.name, ''],
    ['Partner CIF', ({ entry }) => entry.partner.cif, ''],
    ['Country', ({ entry }) => entry.partner.country, ''],
    ['Currency', ({ entry }) => entry.currency, ''],
    ['Exchange Rate', ({ row }) => row.exchangeRate, 'Lei for one unit; empty: not known, the amounts in lei are 0.', 'number'],
    ['Base', ({ groups }) => sumOf(groups, 'base'), 'Without VAT, in the currency; negative: takes back.', 'number'],
    ['VAT', ({ groups }) => sumOf(groups, 'vat'), '', 'number'],
    ['Base RON', ({ groups }) => sumOf(groups, 'baseLei'), 'Sum of the lines.', 'number'],
    ['VAT RON', ({ groups }) => sumOf(groups, 'vatLei'), 'Sum of the VAT groups.', 'number'],
    ['Deductible Percent', ({ entry }) => entry.deductiblePercent, 'Of purchases: the deductible share of the VAT.', 'number'],
    [
      'VAT On Collection',
      ({ entry }) => (entry.notDue || entry.onCollection ? 'yes' : 'no'),
      '`yes`: the VAT is due, or deductible, as it is paid.',
    ],
    ['Partner Account', ({ partnerAccount }) => partnerAccount, 'Base + VAT is owed on it.'],
  ],
};

const LINES: Table<{ booked: BookedDocument; share: BookedShare; place: number }> = {
  file: 'lines.csv',
  says: 'A row for each line of a document, with its share of its VAT group. Discounts and charges of the whole document are spread over the lines.',
  columns: [
    ['Document Id', ({ booked }) => booked.entry.documentId, ''],
    ['Line', ({ place }) => String(place), 'By VAT group, then in the order of the document.', 'number'],
    ['Description', ({ share }) => share.line?.description, 'Empty: the base of a group of which no line is known.'],
    ['Product Code', ({ share }) => share.line?.productCode, ''],
    ['Kind', ({ share }) => share.kind, '`goods` or `service`; empty: not known.'],
    ['Quantity', ({ share }) => share.line?.quantity, 'As on the document.', 'number'],
    ['Unit', ({ share }) => share.line?.unitOfMeasure, ''],
    ['Unit Price', ({ share }) => share.line?.unitPrice, 'As on the document.', 'number'],
    ['VAT Category', ({ share }) => share.category, ''],
    ['VAT Rate', ({ share }) => share.rate, '', 'number'],
    ['Base', ({ share }) => share.base, 'In the currency of the document. The lines of a group sum to its base.', 'number'],
    ['VAT', ({ share }) => share.vat, 'The share of the VAT of its group.', 'number'],
    ['Base RON', ({ share }) => share.baseLei, 'The lines of a group sum to its base in lei.', 'number'],
    ['VAT RON', ({ share }) => share.vatLei, '', 'number'],
    ['Account', ({ share }) => share.account, 'Revenue, cost or advance; empty: not known.'],
  ],
};

const GROUPS: Table<{ booked: BookedEntry; row: JournalRow; group: BookedGroup }> = {
  file: 'vat-groups.csv',
  says: 'The VAT of documents, and of the payments that make it due, by operation, category and rate: the rows of the journals.',
  columns: [
    ['Document Id', ({ row }) => row.documentId, ''],
    ['Payment Id', ({ row }) => row.paymentId, 'Set where a payment makes VAT due.'],
    ['Operation', ({ group }) => group.operation, 'As in the journals.'],
    ['VAT Category', ({ group }) => group.category, ''],
    ['VAT Rate', ({ group }) => group.rate, '', 'number'],
    ['Base', ({ group }) => group.base, '', 'number'],
    ['VAT', ({ group }) => group.vat, '', 'number'],
    ['Base RON', ({ group }) => group.baseLei, '', 'number'],
    ['VAT RON', ({ group }) => group.vatLei, 'On the account of the partner.', 'number'],
    ['Base Due RON', ({ group }) => group.baseDueLei, 'Of the base, what counts in the month.', 'number'],
    ['VAT Due RON', ({ group }) => group.vatDueLei, 'Becomes due, or deductible, in the month: on `VAT Account`.', 'number'],
    ['VAT Not Due RON', ({ group }) => group.notDueLei, 'On `Not Due Account`; of a payment negative: taken off it.', 'number'],
    [
      'VAT Self-Assessed RON',
      ({ group }) => group.selfAssessedLei,
      'Debit `VAT Account`, credit `Self-Assessed Account`.',
      'number',
    ],
    ['VAT Deductible RON', ({ group }) => group.deductibleLei, 'Of purchases; the rest of what is due is a cost.', 'number'],
    ['VAT Account', ({ group }) => group.vatAccount, 'Empty: there is no VAT, or all of it is a cost.'],
    ['Not Due Account', ({ group }) => group.notDueAccount, ''],
    ['Self-Assessed Account', ({ group }) => group.selfAssessedAccount, ''],
  ],
};

const PAYMENTS: Table<BookedPayment> = {
  file: 'payments.csv',
  says: 'Money in the months of its dates: payments of documents, credit of clients (what they paid and no document has yet), and cash of receipts without a document.',
  columns: [
    ['Payment Id', ({ entry }) => entry.paymentId, ''],
    ['Document Id', ({ entry }) => entry.documentId, 'May be of another month. Empty: money that is on no document.'],
    ['Role', roleOf, 'Of the document.'],
    ['Period', ({ entry }) => entry.period, 'The month of the date.'],
    ['Date', ({ entry }) => entry.paymentDate, ''],
    [
      'Type',
      ({ entry }) => entry.type ?? 'payment',
      '`payment`, `refund`, or `offset` against another document or credit: no money.',
    ],
    ['Number', ({ entry }) => entry.number, 'Of the document; `advance`: credit of the client; else of the receipt.'],
    ['Partner Id', keyOfPartner, ''],
    ['Partner', ({ entry }) => entry.partner.name, ''],
    ['Partner CIF', ({ entry }) => entry.partner.cif, ''],
    ['Country', ({ entry }) => entry.partner.country, ''],
    ['Document Source', ({ entry }) => entry.source, ''],
    ['Method', ({ payment }) => payment?.paymentMethod, ''],
    ['Reference', ({ payment }) => payment?.reference, ''],
    ['Receipt', ({ payment }) => payment?.receipt?.number, 'The number of the receipt for the cash.'],
    [
      'Allocation Id',
      ({ payment }) => payment?.allocationId,
      'Money that came at once for several documents and credit: its rows have the same.',
    ],
    ['Currency', ({ entry }) => entry.currency, ''],
    ['Amount', ({ entry }) => entry.amount, 'In the currency; negative: paid back, or credit that is used.', 'number'],
    ['Exchange Rate', ({ entry }) => entry.exchangeRate, 'That of the document, or of the day on which credit came.', 'number'],
    ['Amount RON', ({ amountLei }) => amountLei, 'At that rate: differences of exchange are not in this file.', 'number'],
    ['Treasury Account', ({ treasuryAccount }) => treasuryAccount, 'Empty: an offset, or the method has no account.'],
    [
      'Partner Account',
      ({ partnerAccount }) => partnerAccount,
      'Of credit, and of cash of a client without a document, that of advances.',
    ],
  ],
};

const PARTNERS: Table<BookedEntry> = {
  file: 'partners.csv',
  says: 'The clients and suppliers of the documents and payments, as the first of them has them.',
  columns: [
    ['Partner Id', keyOfPartner, 'The id of the client or supplier; without a record, what names it.'],
    ['Role', roleOf, '`sale`: a client, `purchase`: a supplier.'],
    ['Name', ({ entry }) => entry.partner.name, ''],
    ['CIF', ({ entry }) => entry.partner.cif, ''],
    ['Registration Number', one => partyOf(one)?.registrationNumber, ''],
    ['Country', ({ entry }) => entry.partner.country, ''],
    ['County', one => partyOf(one)?.county, ''],
    ['City', one => partyOf(one)?.city, ''],
    ['Address', one => partyOf(one)?.address, ''],
    ['Account', ({ partnerAccount }) => partnerAccount, ''],
  ],
};

/** The id of a partner's record; of one without, its tax number or name. */
function keyOfPartner({ entry: { partner } }: BookedEntry): string {
  return partner.id ?? partner.cif ?? partner.name ?? '';
}

const sumOf = (groups: readonly BookedGroup[], name: 'base' | 'vat' | 'baseLei' | 'vatLei'): string =>
  amount(groups.reduce((sum, group) => sum.plus(group[name]), decimal(0)));

const textOf = <Row>({ columns }: Table<Row>, rows: readonly Row[], decimals: Decimals): string =>
  csvLinesOf(
    rows.map(row =>
      columns.map(([, cell, , type]) => {
        const value = cell(row) ?? '';
        return type === 'number' ? numberCell(value, decimals) : safeCell(value);
      }),
    ),
    decimals,
  );

type Section = 'documents' | 'lines' | 'groups' | 'payments' | 'partners';

const TABLES = { documents: DOCUMENTS, lines: LINES, groups: GROUPS, payments: PAYMENTS, partners: PARTNERS } as const;

export const csv: Adapter<Section> = {
  pieces(booked, { decimals }): Piece<Section>[] {
    const { row } = booked;
    const groups = row ? booked.groups.map(group => ({ booked, row, group })) : [];
    const partner: Piece<Section> = {
      section: 'partners',
      key: `${booked.entry.role} ${keyOfPartner(booked)}`,
      text: textOf(PARTNERS, [booked], decimals),
    };
    const vat: Piece<Section> = { section: 'groups', text: textOf(GROUPS, groups, decimals) };
    if (isPayment(booked)) return [{ section: 'payments', text: textOf(PAYMENTS, [booked], decimals) }, vat, partner];
    const lines = booked.lines.map((share, place) => ({ booked, share, place: place + 1 }));
    return [
      { section: 'documents', text: textOf(DOCUMENTS, [booked], decimals) },
      { section: 'lines', text: textOf(LINES, lines, decimals) },
      vat,
      partner,
    ];
  },
  files: ({ company, period, createdAt, decimals }) => [
    ...(Object.keys(TABLES) as Section[]).map(section => {
      const { file, columns } = TABLES[section] as Table<never>;
      return { path: file, content: [csvText([columns.map(([title]) => title)], decimals), { section }] };
    }),
    { path: 'README.txt', content: [readme(company.name, period, createdAt, decimals)] },
  ],
};

const readme = (name: string, { from, to }: { from: string; to: string }, at: string, decimals: Decimals): string =>
  `Sales, purchases and payments of ${name} from ${from} to ${to}, as stored from ${at} on, for an accounting program.

A document is in the month in which the journals have it, which may be later than that of its date. Amounts in lei are those of the journals and of the
VAT return. What takes back is negative. UTF-8 with a byte order mark, ${decimals === 'comma' ? 'semicolons between cells, decimal comma' : 'commas between cells, decimal point'}, CRLF, all cells in quotes. A cell that a
spreadsheet would run as a formula begins with an apostrophe.

How it is booked:
  sale            Partner Account = Account of the lines (Base RON) + VAT Account (VAT Due RON) + Not Due Account (VAT Not Due RON)
  purchase        Account of the lines + VAT Account (VAT Deductible RON) + Not Due Account (VAT Not Due RON) = Partner Account (Base RON + VAT RON)
  self-assessed   VAT Account (VAT Deductible RON) = Self-Assessed Account (VAT Self-Assessed RON); nothing of it is owed to the supplier
                  VAT that is due but not deductible is a cost, in both
  import          Base and VAT are those of the customs document: what the supplier is owed is on the invoice, the VAT is owed to customs
  payment         of a sale: Treasury Account = Partner Account (Amount RON); of a purchase the other way round
  offset          the rows of an Allocation Id move from one Partner Account to another: together they are nothing
  VAT on collection, when a sale is paid: Not Due Account = VAT Account (VAT Due RON); a purchase the other way round
Accounts are those that the company has set, else those of the general chart (OMFP 1802/2014). An empty account is not known: no
source was found for those of deposits of packaging (SGR) and of amounts paid in the name of a client (operation not_in_base).

Left out: differences of exchange, till receipts, stock, payments that were not recorded in the service.
${Object.values(TABLES)
  .map(
    ({ file, says, columns }) =>
      `\n${file}: ${says}\n${(columns as Column<never>[]).map(([title, , text]) => `  ${title}${text === '' ? '' : `: ${text}`}`).join('\n')}\n`,
  )
  .join('')}`;
