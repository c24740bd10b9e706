import type { Printing } from '#shared/documents/common/files/complete.ts';
import { placeTexts } from '#shared/documents/common/print/parties.ts';
import { fact, factField, field, present, unbroken, type Wording, wordingOf } from '#shared/documents/common/print/wording.ts';
import { decimal, plain, sum } from '#shared/base/kernel/money.ts';
import { RECEIPTS, type ReceiptKind } from '#shared/model/kinds.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { leiInWords } from '#shared/model/receipts/words.ts';
import type { LinesTable, PrintedDocument, PrintedParty, PrintedSection } from '#shared/output/pdf/document.ts';
import { receiptFile } from './identity.ts';
import { readReceipt } from './store.ts';

/** How receipts are printed: always in Romanian, as the forms 14-4-1 and 14-4-4 of OMFP 2634/2015. */
export const RECEIPT_PRINTING: Printing<Receipt> = {
  title: RECEIPTS.receipt.title,
  read: readReceipt,
  identity: receiptFile,
  print: printedReceipt,
};

interface Form {
  title: string;
  partner: string;
  total: string;
  /** For a receipt without a document. */
  other: string;
  /** For what is over beside documents: credit of the client. */
  rest: string;
  signatures: readonly string[];
}

const FORMS: Record<ReceiptKind, Form> = {
  receipt: {
    title: 'Chitanță',
    partner: 'Am primit de la',
    total: 'Total încasat',
    other: 'Încasare în numerar fără document',
    rest: 'Avans, fără factură',
    signatures: ['Casier'],
  },
  cash_payment: {
    title: 'Dispoziție de plată către casierie',
    partner: 'Se plătește către',
    total: 'Total de plată',
    other: 'Plată în numerar fără document',
    rest: 'Restituire avans',
    signatures: [
      ...['Conducătorul unității', 'Viza de control financiar preventiv', 'Compartiment financiar-contabil'],
      ...['Casier', 'Am primit suma (calitatea, act de identitate seria/nr., data, semnătura)'],
    ],
  },
};

/** The content of the PDF of a receipt. Pure. */
export function printedReceipt(receipt: Receipt): PrintedDocument {
  const wording = wordingOf('ro');
  const { labels, format } = wording;
  const form = FORMS[receipt.kind];
  const sum = format.sum(receipt.amount, 'RON');
  const section = (heading: string, text: string | null): PrintedSection | null => (text ? { heading, text } : null);
  return {
    language: 'ro',
    title: form.title,
    number: receipt.number,
    company: receipt.issuer.name,
    watermark: receipt.status === 'cancelled' ? labels.cancelled : null,
    changedAt: receipt.updatedAt,
    dates: [
      { label: 'Data', ...fact('date', format.date(receipt.date)) },
      { label: 'Suma', ...fact('amount', sum), style: 'due' },
    ],
    parties: [issuer(receipt, wording), partner(receipt, form, wording)],
    references: [],
    transport: null,
    lines: lines(receipt, form, wording),
    ...{ adjustments: null, vat: null, legalMentions: [], statement: null, payment: null },
    totals: { rows: [{ label: form.total, ...fact('total', sum), weight: 'grand' }], payable: sum },
    remarks: present([
      section('Suma în litere', leiInWords(receipt.amount)),
      receipt.documents.length > 0 ? section(labels.mentions, receipt.notes) : null,
      section('Anulat, motivul', receipt.status === 'cancelled' ? receipt.cancellationReason : null),
    ]),
    people: present([field('Întocmit de', receipt.createdBy.name)]),
    signatures: form.signatures,
  };
}

function issuer({ issuer: company }: Receipt, wording: Wording): PrintedParty {
  const { labels } = wording;
  const isVatId = company.vatPayer && company.vatCode !== null;
  const place = placeTexts({ ...company, county: company.state, postalCode: null }, wording);
  return {
    heading: 'Unitatea',
    name: fact('issuer name', company.name),
    address: [...(company.address ? [{ text: company.address }] : []), ...place],
    fields: present([
      factField('issuer tax number', isVatId ? labels.vatId : labels.taxId, isVatId ? company.vatCode : company.cif),
      field(labels.registrationNumber, company.registrationNumber),
    ]),
  };
}

const partner = ({ partner: party }: Receipt, form: Form, { labels }: Wording): PrintedParty => ({
  heading: form.partner,
  name: fact('partner name', party.name),
  address: party.address ? [{ text: party.address }] : [],
  fields: present([
    factField('partner tax number', labels.taxId, party.cif),
    field(labels.registrationNumber, party.registrationNumber),
  ]),
});

/** The documents that have a row each: a receipt with more of them would not stay on its page. */
const MOST_ROWS = 6;

/** Many documents in one row, with the amount of each behind its number. */
const together = (documents: Receipt['documents'], kind: ReceiptKind, format: Wording['format']) => ({
  text: `${kind === 'receipt' ? 'Contravaloare facturi' : 'Restituire din facturi'} ${documents
    .map(one => `${one.number} din ${unbroken(format.date(one.issueDate))} (${unbroken(format.money(one.amount))})`)
    .join(', ')}`,
  ...{ day: '', amount: plain(sum(documents.map(one => one.amount))) },
});

/** What the cash is for: its documents and what is over, or else what the notes say. */
function lines({ documents, amount, notes, kind }: Receipt, form: Form, { labels, format }: Wording): LinesTable {
  const rest = decimal(amount).minus(sum(documents.map(one => one.amount)));
  const verb = kind === 'receipt' ? 'Contravaloarea facturii' : 'Restituire din factura';
  const rows =
    documents.length === 0
      ? [{ text: notes ?? form.other, day: '', amount }]
      : [
          ...(documents.length > MOST_ROWS
            ? [together(documents, kind, format)]
            : documents.map(one => ({
                ...{ text: `${verb} ${one.number}`, day: unbroken(format.date(one.issueDate)), amount: one.amount },
              }))),
          ...(rest.gt(0) ? [{ text: form.rest, day: '', amount: plain(rest) }] : []),
        ];
  const isDated = rows.some(({ day }) => day !== '');
  return {
    columns: [
      { label: labels.line.number, style: 'number' },
      { label: 'Reprezentând', style: 'description' },
      ...(isDated ? [{ label: 'Din', style: 'unit' as const }] : []),
      { label: 'Suma', style: 'figure' },
    ],
    rows: rows.map((row, place) => [
      { text: String(place + 1) },
      { text: row.text },
      ...(isDated ? [{ text: row.day }] : []),
      { text: format.money(row.amount) },
    ]),
    carried: null,
  };
}
