import type { BankEntry, BankPartner, KnownPayment, OpenDocument } from '#shared/model/bank/entry.ts';
import { type Known, matchEntries, type Matched } from '#shared/model/bank/proposals.ts';

/** Makers of what proposals are made of. */

export const ALFA_IBAN = 'RO09BCYP0000001234567890';
export const BETA_IBAN = 'RO66BACX0000001234567890';

let count = 0;

export const entryOf = (fields: Partial<BankEntry> & { name?: string; iban?: string; taxCode?: string } = {}): BankEntry => {
  const { name, iban, taxCode, ...rest } = fields;
  return {
    ...{ bookingDate: '2026-11-10', valueDate: null, flow: 'in', cents: 11_900, currency: 'RON' },
    counterparty: { name: name ?? null, iban: iban ?? null, taxCode: taxCode ?? null },
    ...{ text: '', references: [], endToEndId: null, bankReference: `BT${++count}`, isReversal: false, isBatch: false },
    ...rest,
  };
};

export const ALFA: BankPartner = {
  key: 'sale:alfa',
  role: 'sale',
  id: 'alfa',
  name: 'S.C. Alfa Trans S.R.L.',
  taxCode: 'RO14399840',
  iban: ALFA_IBAN,
};
export const BETA: BankPartner = {
  key: 'sale:beta',
  role: 'sale',
  id: 'beta',
  name: 'Întreprinderea Beta SA',
  taxCode: '18547290',
  iban: BETA_IBAN,
};
export const GAMA: BankPartner = {
  key: 'purchase:gama',
  role: 'purchase',
  id: 'gama',
  name: 'Gama Serv SRL',
  taxCode: 'RO6859662',
  iban: 'RO11RNCB0000001234567890',
};

export const documentOf = (id: string, fields: Partial<OpenDocument> = {}): OpenDocument => ({
  ...{ id, number: id.toUpperCase(), role: 'sale', what: 'balance', partnerKey: ALFA.key, currency: 'RON' },
  ...{ issueDate: '2026-11-01', dueDate: null, cents: 11_900, alsoNamed: [] },
  ...fields,
});

export const paymentOf = (id: string, fields: Partial<KnownPayment> = {}): KnownPayment => ({
  ...{ id, documents: [{ id: 'fct-001', number: 'FCT-001' }], isAllocation: false, partnerKey: ALFA.key, role: 'sale' },
  ...{ date: '2026-11-10', flow: 'in' },
  ...{ cents: 11_900, currency: 'RON', reference: null },
  ...fields,
});

export const matchOne = (entry: BankEntry, known: Partial<Known>): Matched => {
  const [matched] = matchEntries([entry], { documents: [], partners: [ALFA, BETA, GAMA], payments: [], ...known });
  if (!matched) throw new Error('no line');
  return matched;
};

/** Each proposal as text: level, documents with their amounts, reasons and cautions. */
export const shown = ({ proposals }: Matched): string[] =>
  proposals.map(({ confidence, shares, reasons, cautions, over, isRefund }) =>
    [
      confidence,
      shares.map(({ document, cents }) => `${document.id}=${cents}`).join('+') || 'advance',
      ...(over > 0 ? [`over ${over}`] : []),
      ...(isRefund ? ['refund'] : []),
      reasons.join(' ') || '-',
      ...(cautions.length > 0 ? [`(${cautions.join(' ')})`] : []),
    ].join('; '),
  );
