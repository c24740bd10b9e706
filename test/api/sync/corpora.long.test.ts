import { XmlDocument } from 'libxml2-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listedMessages } from '#shared/documents/received-sync/messages/store.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { corpusSpecimens, type Specimen } from '../../conformance/corpus.ts';
import { oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { newReceiver, type Receiver } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';

/**
 * * Every document of the public corpora, sent by a supplier: it is stored with the amounts that it states, found by XPath, or rejected
 * with a reason. In `npm test` the whole documents; in the long run the snippets of the unit tests as well, and PDFs.
 */

const service = useOwnService();

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

interface Delivered extends Specimen {
  /** As it is stored; undefined if it was rejected. */
  document: InvoiceDocument | undefined;
  /** Why it was rejected. */
  problem: string | null;
}

let scope: Receiver;
let delivered: Delivered[] = [];
/** Documents that the authority itself rejects: no UBL document, or not well-formed. */
let untaken = 0;

beforeAll(async () => {
  if (!oracleAvailable) return;
  scope = await newReceiver(service(), { lasting: true });
  const specimens = corpusSpecimens();
  const sent = new Map<string, Specimen>();
  for (const specimen of specimens) {
    const answer = await service().api('POST', '/_local/taxauth/inbox', { body: { cif: scope.cif, xml: specimen.xml } });
    if (answer.status === 201) sent.set((answer.body as { messageId: string }).messageId, specimen);
    else untaken++;
  }
  expect((await call(service(), scope, 'POST', '/sync/trigger', {})).status).toBe(202);
  await service().idle(900_000);
  // A run waits when the calls of a minute are used up.
  const isRunning = async () => (await call<{ running: boolean }>(service(), scope, 'GET', '/sync/status')).body.running;
  while (await isRunning()) await service().advance('PT2M');
  const company = scope.company;
  const messages = await listedMessages(company, undefined);
  delivered = await Promise.all(
    messages.map(async ({ listed, invoice, problem }) => ({
      ...sent.get(listed.id)!,
      problem,
      document: invoice ? (await readInvoice(company, invoice.id))?.document : undefined,
    })),
  );
  expect(delivered.map(({ name }) => name).sort()).toEqual([...sent.values()].map(({ name }) => name).sort());
}, 900_000);

/** The trimmed texts at a path of a document. */
function texts(xml: string, paths: string[]): string[][] {
  const document = XmlDocument.fromString(xml.replace(/^<\?xml[^>]{0,200}\?>/, ''));
  try {
    return paths.map(path => document.root.find(path, NAMESPACES).map(node => node.content.trim()));
  } finally {
    document.dispose();
  }
}

// XML Schema lets a decimal begin with a plus.
const money = (text: string | undefined): string => amount(decimal(text?.replace(/^\+/, '')));

/** The content of a document, as it should be stored: credit notes negative. */
function statedBy(xml: string) {
  const total = 'cac:LegalMonetaryTotal/cbc:';
  const own = 'cac:TaxTotal[cac:TaxSubtotal or count(../cac:TaxTotal)=1]';
  const [net, vat, gross, payable, lines, taxable, taxes, allowances] = texts(xml, [
    `${total}TaxExclusiveAmount`,
    `${own}/cbc:TaxAmount`,
    `${total}TaxInclusiveAmount`,
    `${total}PayableAmount`,
    'cac:InvoiceLine/cbc:LineExtensionAmount | cac:CreditNoteLine/cbc:LineExtensionAmount',
    'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
    'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount',
    'cac:AllowanceCharge/cbc:Amount',
  ]) as [string[], string[], string[], string[], string[], string[], string[], string[]];
  const sign = /<(?:[\w-]+:)?CreditNote[\s>]/.test(xml) ? -1 : 1;
  const signed = (text: string | undefined): string => amount(decimal(money(text)).times(sign));
  return {
    subtotal: signed(net[0]),
    vatTotal: signed(vat[0]),
    total: signed(gross[0]),
    payable: signed(payable[0]),
    lines: lines.map(signed),
    vatGroups: taxable.map((text, place) => [signed(text), signed(taxes[place])]),
    allowances: allowances.map(money),
  };
}

const storedOf = (document: InvoiceDocument): ReturnType<typeof statedBy> => ({
  subtotal: document.subtotal,
  vatTotal: document.vatTotal,
  total: document.total,
  payable: document.payable ?? document.total,
  lines: document.lines.map(({ subtotal }) => subtotal),
  vatGroups: document.vatGroups.map(({ taxable, vat }) => [taxable, vat]),
  allowances: (document.ublExtensions?.allowanceCharges ?? []).map(one => money(String(one.amount))),
});

describe.skipIf(!oracleAvailable)(`the public corpora, as suppliers send them${SKIPPED}`, () => {
  it('are all processed: stored, or rejected with a reason', () => {
    const stored = delivered.filter(({ document }) => document);
    const refused = delivered.filter(({ document }) => !document);
    console.log(`${stored.length} stored, ${refused.length} refused, ${untaken} that the authority does not take`);
    expect(stored.length).toBeGreaterThan(50);
    expect(refused.filter(({ problem }) => !problem).map(({ name }) => name)).toEqual([]);
  });

  it('are stored with the totals, lines, groups of VAT and allowances that they state', () => {
    const wrong = delivered.flatMap(({ name, xml, document }) => {
      if (!document) return [];
      const [stored, stated] = [storedOf(document), statedBy(xml)];
      return JSON.stringify(stored) === JSON.stringify(stated) ? [] : [{ name, stored, stated }];
    });
    expect(wrong).toEqual([]);
  });

  it('print their totals', async () => {
    const stored = delivered.flatMap(({ name, document }) => (document ? [{ name, document }] : []));
    const whole = stored.filter(({ name }) => !name.includes('#'));
    const wrong: string[] = [];
    for (const { name, document } of whole) {
      const pdf = await call<Buffer>(service(), scope, 'GET', `/invoices/${document.id}/pdf`);
      const text = pdf.status === 200 ? (await pdfText(pdf.body)).replace(/[\s\u00a0.]/g, '') : '';
      const printed = document.total.replace('.', ',').replace('-', '');
      if (!text.includes(printed)) wrong.push(`${name} (${pdf.status}): ${document.total}`);
    }
    expect(wrong).toEqual([]);
  }, 900_000);
});
