import { PAGE_FIELDS, without } from '../../common.ts';
import type { AreaDescriptions } from '../../model.ts';

/** Ledgers, open balances and opening balances; a part of the area `reports`. */

const FILE = {
  format: '`csv` for a file with all lines.',
  decimals: '`comma`: decimal commas, and `;` between the cells of the CSV.',
};

const ROLE = 'Clients (`sale`) or suppliers (`purchase`); clients by default.';

const PARTNER = {
  partnerKey: 'Key of the client or supplier: the id of its record, else `cif:` and its tax number, else `name:` and its name.',
  partner: 'The client or supplier.',
};

const sums = (prefix = ''): Record<string, string> => ({
  [`${prefix}currency`]: 'Currency by ISO 4217.',
  [`${prefix}opening`]:
    'What was open before `from`: what clients owe, or what suppliers are owed; negative for what is owed back.',
  [`${prefix}debit`]: 'Sum of the debits.',
  [`${prefix}credit`]: 'Sum of the credits.',
  [`${prefix}closing`]: 'What is open at the end of `to`.',
});

const aged = (prefix: string, unit: string): Record<string, string> => ({
  [`${prefix}balance`]: `What is open, ${unit}; negative when more is owed back.`,
  [`${prefix}overdue`]: 'What of it is past its due date.',
  [`${prefix}buckets`]: 'By days after the due date.',
});

/** What the answer and the input of an opening balance have alike. */
const OPENING = {
  role: 'Client (`sale`) or supplier (`purchase`).',
  partnerId: 'Id of its record.',
  date: 'The day at whose end it was open.',
  amount: 'What was open; negative for what was owed back.',
  documents: 'What was open by document, at most 100; `amount` is their sum.',
  'documents.number': 'Number.',
  'documents.date': 'Date of issue.',
  'documents.dueDate': 'Due date, by which it ages.',
  'documents.amount': 'What was open of it.',
  settlements: 'What was paid of it since, at most 100.',
  'settlements.date': 'Day of the payment.',
  'settlements.note': 'A note.',
};

export const ledgers = {
  operations: {
    'reports-ledger': {
      description: `The accounts of all clients, or with \`role=purchase\` of all suppliers, over a period of at most 24 months: what was open before it, debits, credits, and
what is open after it, by currency. With \`partnerKey\` the movements of one: invoices, credit notes, payments, refunds, offsets and what an opening balance brought. \`totals\` are of all
pages. A document that takes back without naming an invoice settles itself: it has a row of kind \`refund\` beside its own.`,
      parameters: {
        ...FILE,
        role: ROLE,
        partnerKey: 'The movements of this client or supplier alone.',
        from: 'First day; by default the first of the month of `to`. At most 60 months back.',
        to: 'Last day; by default today.',
      },
    },
    'reports-balance': {
      description: `What clients owe, or with \`role=purchase\` what suppliers are owed, at the end of a day, by days overdue. \`totalUnpaid\`, \`buckets\` and \`clients\` are in lei, at the
rate of each document; \`currencies\` has the sums of each currency.`,
      parameters: { ...FILE, role: ROLE, date: 'The day; by default today. At most 60 months back.' },
    },
    'reports-openings': {
      description: 'What clients and suppliers owed, or were owed, when the company began with this service.',
      parameters: { role: 'Those of clients (`sale`) or suppliers (`purchase`) alone.' },
    },
    'reports-save-opening': {
      description: `Replaces what a client owed, or a supplier was owed, in a currency at the end of a day; ledgers and open balances begin with it. Its payments are
recorded in \`settlements\`: send the whole list each time. The amount 0 without documents removes it.`,
    },
  },
  schemas: {
    Ledger: {
      description: 'Accounts, or the movements of one partner.',
      fields: {
        ...PAGE_FIELDS,
        ...{ data: 'Accounts by name; with `partnerKey` movements by currency and date.', role: 'Clients or suppliers.' },
        ...{ from: 'First day.', to: 'Last day.', totals: 'Sums of all accounts by currency.' },
        ...sums('totals.'),
        leftOut: 'What is not counted, as texts.',
      },
    },
    LedgerAccount: { description: 'The account of a client or supplier in a currency.', fields: { ...PARTNER, ...sums() } },
    LedgerRow: {
      description: 'A movement of an account.',
      fields: {
        ...PARTNER,
        ...{ currency: 'Currency by ISO 4217.', date: 'Date of issue, or of the payment.' },
        kind: 'What it is; `settlement` is a payment of an opening balance.',
        number: 'Number of the document.',
        documentId: 'Id of the document; null for an opening balance.',
        paymentId: 'Id of the payment; null for others.',
        ...{ debit: 'Debit.', credit: 'Credit.', balance: 'What is open after it.' },
      },
    },
    LedgerPartner: {
      description: 'A client or supplier.',
      fields: { id: 'Id of its record; null without one.', name: 'Its name.', cif: 'Its tax number.' },
    },
    AgeBuckets: {
      description: 'What is open by days after the due date.',
      fields: {
        current: 'Not overdue, or without a due date.',
        '0-30': '1 to 30 days.',
        '31-60': '31 to 60 days.',
        '61-90': '61 to 90 days.',
        '90+': 'More than 90 days.',
      },
    },
    OpenBalances: {
      description: 'What is open at a day.',
      fields: {
        ...without(PAGE_FIELDS, 'data'),
        ...{ date: 'The day.', role: 'Clients or suppliers.', currency: 'Currency of the amounts: lei.' },
        ...{ totalUnpaid: 'What is open in all.', totalOverdue: 'What of it is past its due date.' },
        ...{ buckets: 'Of all, by days after the due date.' },
        currencies: 'Sums by currency, each in its own amounts.',
        'currencies.currency': 'Currency by ISO 4217.',
        ...aged('currencies.', 'in the currency'),
        clients: 'By client, or with `role=purchase` by supplier.',
        leftOut: 'What is not counted, as texts.',
      },
    },
    PartnerBalance: {
      description: 'What is open of a client or supplier.',
      fields: {
        ...{ clientId: 'Id of its record; null without one.', clientName: 'Its name.', cif: 'Its tax number.' },
        partnerKey: PARTNER.partnerKey,
        ...aged('', 'in lei'),
      },
    },
    OpeningBalance: {
      description: 'What a client owed, or a supplier was owed, at the beginning.',
      fields: {
        ...OPENING,
        partnerName: 'Its name.',
        ...{ currency: 'Currency by ISO 4217.', exchangeRate: 'Lei for one unit of it; null for lei.' },
        open: 'What is still open of it.',
        'settlements.amount': 'What it lowered the balance by.',
        updatedAt: 'When it was last changed.',
      },
    },
    OpeningBalanceInput: {
      description: 'What a client owed, or a supplier was owed, at the beginning.',
      fields: {
        ...OPENING,
        currency: 'Currency by ISO 4217; RON by default.',
        exchangeRate: 'Lei for one unit of a foreign currency; required for one.',
        'settlements.amount': 'What it lowers the balance by, above 0.',
      },
    },
    OpeningBalancesPage: {
      description: 'A page of opening balances.',
      fields: { ...PAGE_FIELDS, data: 'By name of the client or supplier.' },
    },
  },
} satisfies AreaDescriptions;
