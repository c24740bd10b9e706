import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import type { Adapter, BookedEntry, Context, Sums } from '#shared/documents/invoices/export/hand-over/adapter.ts';
import { added } from '#shared/documents/invoices/export/hand-over/part.ts';
import { bookedDocument, bookedPayment } from '#shared/model/accounting/booked.ts';
import type { Company } from '#shared/model/company.ts';
import { paymentEntryOf, projectionOf } from '#shared/model/fiscal/projection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  type DocumentOverrides,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  samplePayment,
  sampleSeller,
} from '../../../support/documents.ts';

/** A month for the tests of programs: a sale of goods in lei, one in euros, a credit note, a purchase under reverse charge, a receipt and an offset. */

const booked = (document: InvoiceDocument) => bookedDocument(null, projectionOf(document), { document, takesBackAdvance: false });
const issued = (overrides: DocumentOverrides) =>
  sampleDocument({ status: 'issued', issueDate: '2026-03-10', dueDate: '2026-04-09', ...overrides });

export const GOODS = issued({
  number: 'FCT-1',
  lines: [
    sampleLine({
      description: 'Masă & scaun',
      productCode: 'M-1',
      quantity: '4',
      unitPrice: '250',
      vatRate: '21',
      kind: 'goods',
    }),
  ],
});
export const EUROS = issued({
  ...{ number: 'FCT-2', currency: 'EUR', exchangeRate: '5.0812' },
  lines: [sampleLine({ quantity: '1', unitPrice: '100', vatRate: '21', kind: 'service', unitOfMeasure: 'ora' })],
});
export const CREDIT = sampleCreditNote({
  ...{ status: 'issued', number: 'NC-1', issueDate: '2026-03-20', dueDate: null },
  lines: [sampleLine({ quantity: '1', unitPrice: '250', vatRate: '21', kind: 'goods' })],
});
export const PURCHASE = sampleDocument({
  ...{ direction: 'incoming', status: 'synced', clientId: null, number: 'F/7', issueDate: '2026-03-12' },
  seller: sampleSeller({ id: '0198c0de-0000-7000-8000-00000000000a', name: 'Fier Vechi SRL', cif: 'RO18547290', vatCode: null }),
  received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
  booking: { expenseCategory: null, expenseAccount: '301', vatDeductiblePercent: '100', receivedDate: '2026-03-15' },
  lines: [sampleLine({ quantity: '1', unitPrice: '1000', vatRate: '0', vatCategoryCode: 'AE' })],
});
const receipt = samplePayment({ amount: '605.00', paymentMethod: 'cash', reference: 'CH-9', paymentDate: '2026-03-11' });
const offset = samplePayment({ amount: '100.00', type: 'offset', paymentDate: '2026-03-21' });

export const ENTRIES: BookedEntry[] = [
  ...[GOODS, EUROS, CREDIT, PURCHASE].map(booked),
  ...[receipt, offset].map(payment => bookedPayment(null, paymentEntryOf(GOODS, payment), { document: GOODS, payment })),
];

export const CONTEXT: Context = {
  company: { name: 'Atelierul SRL', cif: '40123452', vatCode: 'RO40123452', city: 'București', country: 'RO' } as Company,
  period: { from: '2026-03-01', to: '2026-03-31' },
  createdAt: '2026-04-02T08:00:00.000Z',
  decimals: 'point',
};

/** The files of a program, as the worker puts them together. */
export function filesOf(adapter: Adapter, entries: readonly BookedEntry[] = ENTRIES): Record<string, string> {
  const pieces = entries.flatMap(entry => adapter.pieces(entry, CONTEXT));
  const sums = entries.reduce<Sums>((all, entry) => added(all, adapter.sums?.(entry) ?? {}), {});
  const once = pieces.filter(
    ({ section, key }, place) =>
      key === undefined || pieces.findIndex(other => other.section === section && other.key === key) === place,
  );
  const ofSection = (section: string): string =>
    once
      .filter(piece => piece.section === section)
      .map(piece => piece.text)
      .join('');
  return Object.fromEntries(
    adapter
      .files(CONTEXT, sums)
      .map(({ path, content }) => [
        path,
        content.map(part => (typeof part === 'string' ? part : ofSection(part.section))).join(''),
      ]),
  );
}

export type Tree = { [name: string]: (Tree | string)[] };

/** An XML file as trees: the children of an element by their names, in their order. */
export function treeOf(xml: string): { root: string; tree: Tree; orders: Map<string, string[][]> } {
  const document = XmlDocument.fromString(xml);
  const orders = new Map<string, string[][]>();
  const read = (node: XmlElement): Tree | string => {
    const children: XmlElement[] = [];
    for (let child = node.firstChild; child; child = child.next) if ('attrs' in child) children.push(child as XmlElement);
    if (children.length === 0) return node.content;
    const known = orders.get(node.name) ?? [];
    orders.set(node.name, [...known, children.map(({ name }) => name)]);
    const tree: Tree = {};
    for (const child of children) (tree[child.name] ??= []).push(read(child));
    return tree;
  };
  const tree = read(document.root) as Tree;
  const root = document.root.name;
  document.dispose();
  return { root, tree, orders };
}

/** The names that are not in the order, or not in the list at all. */
export function misplaced(children: readonly string[], order: readonly string[]): string[] {
  const places = children.map(name => order.indexOf(name));
  return children.filter((_, place) => places[place] === -1 || (place > 0 && places[place]! < places[place - 1]!));
}
