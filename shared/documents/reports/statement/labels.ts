import type { MailLanguage } from '#shared/output/mail/documents/model.ts';

/** The fixed texts of a statement of account beside those of all printed documents. */
export interface StatementLabels {
  title: string;
  /** After the title. */
  atDay: (day: string) => string;
  file: string;
  issuer: string;
  client: string;
  supplier: string;
  /** Who owes it. In Romanian as in the books of the issuer. */
  balance: Record<'byPartner' | 'byCompany' | 'none', string>;
  overdue: string;
  document: string;
  issued: string;
  due: string;
  settled: string;
  open: string;
  carried: string;
  brought: string;
  /** What the recipient is asked. */
  request: { heading: string; text: string };
  answer: { heading: string; text: string };
  signatures: readonly [string, string];
}

const BLANK = '........................................';

export const STATEMENT_LABELS: Record<MailLanguage, StatementLabels> = {
  ro: {
    title: 'Extras de cont și confirmare de sold',
    atDay: day => `la ${day}`,
    file: 'confirmare-sold',
    issuer: 'Emitent',
    client: 'Client',
    supplier: 'Furnizor',
    balance: { byPartner: 'Sold debitor', byCompany: 'Sold creditor', none: 'Sold' },
    overdue: 'din care scadent',
    document: 'Document',
    issued: 'Data',
    due: 'Scadența',
    settled: 'Decontat',
    open: 'Sold',
    carried: 'De reportat',
    brought: 'Sumă reportată',
    request: {
      heading: 'Solicitare',
      text:
        'Vă rugăm să verificați soldul de mai sus, rezultat din evidența noastră, și să ne returnați acest document semnat. ' +
        'Dacă suma diferă de evidența dumneavoastră, vă rugăm să anexați lista diferențelor.',
    },
    answer: {
      heading: 'Răspunsul partenerului',
      text: `Suma confirmată: ${BLANK}\nDiferențe: ${BLANK}\nData: ${BLANK}`,
    },
    signatures: ['Semnătura emitentului', 'Semnătura partenerului'],
  },
  en: {
    title: 'Statement of account and balance confirmation',
    atDay: day => `at ${day}`,
    file: 'statement',
    issuer: 'Issued by',
    client: 'Client',
    supplier: 'Supplier',
    balance: { byPartner: 'Owed to us', byCompany: 'Owed by us', none: 'Balance' },
    overdue: 'of which overdue',
    document: 'Document',
    issued: 'Date',
    due: 'Due date',
    settled: 'Settled',
    open: 'Open',
    carried: 'Carried forward',
    brought: 'Brought forward',
    request: {
      heading: 'Request',
      text:
        'Please compare the balance above, which follows from our books, with yours, and return this document signed. ' +
        'If your figure differs, please add a list of the differences.',
    },
    answer: {
      heading: 'Reply of the partner',
      text: `Confirmed amount: ${BLANK}\nDifferences: ${BLANK}\nDate: ${BLANK}`,
    },
    signatures: ['Signature of the issuer', 'Signature of the partner'],
  },
};
