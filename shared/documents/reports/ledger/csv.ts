import { fromCents } from '#shared/base/kernel/money.ts';
import { safeCell } from '#shared/documents/invoices/export/csv.ts';
import type { Account, AccountRow } from '#shared/model/ledger/accounts.ts';
import { AGE_NAMES, type Aged, type Ageing } from '#shared/model/ledger/ageing.ts';
import type { LedgerPartner } from '#shared/model/ledger/partners.ts';
import { csvText, type Decimals, numberCell } from '../csv.ts';

/** Ledgers and open balances as CSV, with a byte order mark. Pure. */

type Cell<Row> = (row: Row) => string | number | null;
/** Texts are made safe for spreadsheets; numbers are whole cents. */
type Column<Row> = [title: string, cell: Cell<Row>];

function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], decimals: Decimals): string {
  const cellOf = (value: string | number | null): string =>
    typeof value === 'number' ? numberCell(fromCents(value), decimals) : safeCell(value ?? '');
  return csvText([columns.map(([title]) => title), ...rows.map(row => columns.map(([, cell]) => cellOf(cell(row))))], decimals);
}

const partnerColumns = <Row extends { partner: LedgerPartner; partnerKey: string }>(): Column<Row>[] => [
  ['Partner', ({ partner }) => partner.name],
  ['Partner CIF', ({ partner }) => partner.cif],
  ['Partner Key', ({ partnerKey }) => partnerKey],
];

/** The trial balance of partners: a line for each account. */
export const accountsCsv = (accounts: readonly Account[], decimals: Decimals): string =>
  csvOf<Account>(
    [
      ...partnerColumns<Account>(),
      ['Currency', ({ currency }) => currency],
      ['Opening', ({ opening }) => opening],
      ['Debit', ({ debit }) => debit],
      ['Credit', ({ credit }) => credit],
      ['Closing', ({ closing }) => closing],
    ],
    accounts,
    decimals,
  );

/** The account of a partner: a line for each movement. */
export const rowsCsv = (rows: readonly AccountRow[], decimals: Decimals): string =>
  csvOf<AccountRow>(
    [
      ['Date', ({ date }) => date],
      ['Kind', ({ kind }) => kind],
      ['Number', ({ number }) => number],
      ...partnerColumns<AccountRow>(),
      ['Currency', ({ currency }) => currency],
      ['Debit', ({ debit }) => debit],
      ['Credit', ({ credit }) => credit],
      ['Balance', ({ balance }) => balance],
      ['Document Id', ({ documentId }) => documentId],
      ['Payment Id', ({ paymentId }) => paymentId],
    ],
    rows,
    decimals,
  );

/** Open balances in lei: a line for each partner. */
export const balanceCsv = ({ partners }: Ageing, decimals: Decimals): string =>
  csvOf<Ageing['partners'][number]>(
    [
      ...partnerColumns<Ageing['partners'][number]>(),
      ['Balance RON', ({ balance }: Aged) => balance],
      ['Overdue RON', ({ overdue }: Aged) => overdue],
      ...AGE_NAMES.map((age): Column<Ageing['partners'][number]> => [age, ({ buckets }) => buckets[age]]),
    ],
    partners,
    decimals,
  );
