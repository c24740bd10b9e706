import { amount, decimal, plain } from '#shared/base/kernel/money.ts';
import { element, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { BookedDocument, BookedPayment, BookedShare } from '#shared/model/accounting/booked.ts';
import type { Company } from '#shared/model/company.ts';
import { type Adapter, type BookedEntry, type Context, isPayment } from '../adapter.ts';
import { partyOf } from '../partner-codes.ts';

/**
 * The import form of SAGA C ("Import date"): invoices, receipts and payments in its XML (OUT-127, OUT-128). The elements and their order are those of
 * its manual; what the manual does not say is in the README. Source: docs/adr/0057.
 */

type Section = 'invoices' | 'receipts' | 'payments';

/** `dd.mm.yyyy`. */
const day = (date: string): string => date.split('-').toReversed().join('.');
const yesOrNo = (is: boolean): string => (is ? 'Da' : 'Nu');
/** The tax number as the manual wants that of the firm: without `RO`. */
const digits = (cif: string | null | undefined): string => (cif ?? '').replace(/^RO/i, '');

interface Named {
  name: string | null;
  cif: string | null;
  registrationNumber?: string | null | undefined;
  country: string;
  city?: string | null | undefined;
  county?: string | null | undefined;
  address?: string | null | undefined;
}

const companyOf = ({ name, cif, registrationNumber, country, city, state, address }: Company): Named => ({
  ...{ name, cif, registrationNumber, country, city, address },
  county: state,
});

function partnerOf(booked: BookedEntry): Named {
  const { name, cif, country } = booked.entry.partner;
  const party = partyOf(booked);
  const { registrationNumber, city, county, address } = party ?? {};
  return { name, cif, country, registrationNumber, city, county, address };
}

const supplierElements = (of: Named): Xml[] => [
  text('FurnizorNume', of.name),
  text('FurnizorCIF', digits(of.cif)),
  text('FurnizorNrRegCom', of.registrationNumber),
  text('FurnizorTara', of.country),
  text('FurnizorLocalitate', of.city),
  text('FurnizorJudet', of.county),
  text('FurnizorAdresa', of.address),
];

const clientElements = (of: Named): Xml[] => [
  text('ClientNume', of.name),
  text('ClientCIF', digits(of.cif)),
  text('ClientNrRegCom', of.registrationNumber),
  text('ClientJudet', of.county),
  text('ClientTara', of.country),
  text('ClientLocalitate', of.city),
  text('ClientAdresa', of.address),
];

/** In the currency of the document, negative for what takes back, by a negative quantity. */
function lineOf(booked: BookedDocument, share: BookedShare, place: number): Xml {
  const { line } = share;
  const base = decimal(share.base);
  const counted = decimal(line?.quantity ?? '1').abs();
  const quantity = counted.eq(0) ? decimal(1) : counted;
  return element(
    'Linie',
    text('LinieNrCrt', String(place + 1)),
    text('Descriere', line?.description ?? booked.entry.number),
    text('CodArticolFurnizor', line?.productCode),
    text('UM', line?.unitOfMeasure),
    text('Cantitate', plain(base.lt(0) ? quantity.neg() : quantity)),
    text('Pret', base.abs().div(quantity).toFixed(4)),
    text('Valoare', share.base),
    text('ProcTVA', decimal(share.rate).toFixed(2)),
    text('TVA', share.vat),
    text('Cont', share.account),
  );
}

function invoiceOf(booked: BookedDocument, { company }: Context): Xml {
  const { entry, document, row } = booked;
  const [own, other] = [companyOf(company), partnerOf(booked)];
  const [supplier, client] = entry.role === 'sale' ? [own, other] : [other, own];
  const isReversed = row.groups.some(
    ({ operation, selfAssessedLei }) => operation === 'reverse_charge' || !decimal(selfAssessedLei).eq(0),
  );
  return element(
    'Factura',
    element(
      'Antet',
      ...supplierElements(supplier),
      ...clientElements(client),
      text('FacturaNumar', entry.number),
      text('FacturaData', day(entry.issueDate)),
      text('FacturaScadenta', document?.dueDate ? day(document.dueDate) : ''),
      text('FacturaTaxareInversa', yesOrNo(isReversed)),
      text('FacturaTVAIncasare', yesOrNo(entry.notDue !== undefined || entry.onCollection === true)),
      text('FacturaMoneda', entry.currency),
      text('FacturaIndexSPV', document?.taxauthUploadIndex),
    ),
    element('Detalii', element('Continut', ...booked.lines.map((share, place) => lineOf(booked, share, place)))),
    text('FacturaID', entry.documentId),
  );
}

const paymentOf = (booked: BookedPayment): Xml =>
  element(
    'Linie',
    text('Data', day(booked.entry.paymentDate)),
    text(
      'Numar',
      booked.payment?.receipt?.number ?? booked.payment?.reference ?? booked.entry.paymentId.replaceAll('-', '').slice(-12),
    ),
    text('Suma', amount(decimal(booked.entry.amount))),
    text('Cont', booked.treasuryAccount),
    text('Explicatie', `${booked.entry.number} ${booked.entry.partner.name ?? ''}`),
    text('FacturaID', booked.entry.documentId),
    text('FacturaNumar', booked.entry.documentId && booked.entry.number),
    text('CodFiscal', digits(booked.entry.partner.cif)),
    text('Moneda', booked.entry.currency),
  );

export const saga: Adapter<Section> = {
  pieces(booked, context) {
    if (!isPayment(booked)) return [{ section: 'invoices', text: `${invoiceOf(booked, context)}\n` }];
    // What is set off moves no money: it has no account of class 5.
    if (booked.entry.type === 'offset') return [];
    return [{ section: booked.entry.role === 'sale' ? 'receipts' : 'payments', text: `${paymentOf(booked)}\n` }];
  },
  files(context) {
    const { company, period } = context;
    const file = (path: string, root: string, section: Section) => ({
      path,
      content: [`<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n`, { section }, `</${root}>\n`],
    });
    const to = day(period.to).replaceAll('.', '-');
    return [
      file(`F_${digits(company.cif)}_${period.from.slice(0, 7)}_${to}.xml`, 'Facturi', 'invoices'),
      file(`I_${to}.xml`, 'Incasari', 'receipts'),
      file(`P_${to}.xml`, 'Plati', 'payments'),
      { path: 'README.txt', content: [readme(context)] },
    ];
  },
};

const readme = ({ company, period: { from, to }, createdAt }: Context): string =>
  `Sales, purchases and payments of ${company.name} that count from ${from} to ${to}, as stored from ${createdAt} on, in the XML of SAGA C
(Diverse, Import date). Make a backup there first; what is imported is not validated yet.

F_….xml: invoices and credit notes, issued and received. SAGA tells them apart by the tax number of the firm. Amounts are in the currency of the document; what takes
back has a negative quantity and value.
I_….xml: receipts, P_….xml: payments, by the id of the invoice (FacturaID). Negative: paid back. Without FacturaID: credit of a client, and cash of a receipt
without an invoice, which belong to no invoice.

The manual of SAGA does not say how dates, decimals and tax numbers are written, nor whether Cont takes analytic accounts: here they are dd.mm.yyyy, with a decimal point, without RO, and
as the company has set them. Try one month on a copy of the firm first.

Not in it: what is set off (it moves no money), the month of entry of purchases that came later, VAT that is not deductible, exchange rates, partners and articles as lists of their own,
differences of exchange. An element is left out where nothing is known, such as Cont of a line without an account.
`;
