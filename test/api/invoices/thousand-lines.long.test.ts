import { beforeAll, describe, expect, it } from 'vitest';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Key } from '#shared/platform/store/table.ts';
import { EXTENSIONS, FIELDS, LINE_EXTENSIONS } from '../../support/invoice-fields.ts';
import { ALL } from '../../support/effort.ts';
import { assertValidUbl, oracleAvailable } from '../../support/einvoice/oracle.ts';
import { useTrader } from '../../support/trader.ts';

const { scope, request, post, act, invoiceBody, detailOf, file } = useTrader();
let productId: string;
let vatRateId: string;

beforeAll(async () => {
  const product = { name: 'Grindă', code: 'GR-1', unitPrice: '12.50' };
  productId = (await request<{ id: string }>('POST', '/products', product)).body.id;
  vatRateId = (await request<{ id: string }[]>('GET', '/vat-rates')).body[0]?.id ?? '';
});

const { descriptionCode: _, ...invoicePeriod } = EXTENSIONS.invoicePeriod;

/** A thousand lines with every field of the contract; of the document's own fields those that can be combined on an issued one. */
const body = () =>
  invoiceBody({
    ...FIELDS,
    ...{ receiverName: undefined, receiverCif: undefined, taxPointDate: undefined },
    ublExtensions: { ...EXTENSIONS, invoicePeriod },
    lines: Array.from({ length: 1000 }, (__, place) => ({
      description: `Reper ${place + 1}, grindă de stejar uscat`,
      quantity: 1 + (place % 7) / 4,
      unitPrice: (1000 + place) / 100,
      ...{ vatRate: 21, vatCategoryCode: 'S', vatRateId, unitOfMeasure: 'kg', productId, productCode: `GR-${place}` },
      ...(place % 2 === 0 ? { discount: 0.5 } : { discountPercent: 2.5 }),
      vatIncluded: place % 3 === 0,
      ublExtensions: LINE_EXTENSIONS,
    })),
  });

interface Line {
  lineNumber: number;
  productCode: string;
  subtotal: number;
  vatAmount: number;
  total: number;
  ublExtensions: object;
}

const cents = (values: number[]): number => values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;

describe('An invoice of 1,000 lines with all fields', () => {
  it('is created, read and issued; its lines add up exactly, and none of its items comes near 400 KB', async () => {
    const sent = body();
    const { status, body: created } = await post(sent);
    expect(status, JSON.stringify(created).slice(0, 500)).toBe(201);
    const { id } = created.invoice;

    const detail = await detailOf(id);
    const lines = detail.lines as Line[];
    expect(lines.map(line => [line.lineNumber, line.productCode])).toEqual(
      (sent.lines as { productCode?: string }[]).map((line, place) => [place + 1, line.productCode]),
    );
    expect(lines.map(line => line.ublExtensions)).toEqual(lines.map(() => LINE_EXTENSIONS));
    expect(detail).toMatchObject({
      subtotal: cents(lines.map(line => line.subtotal)),
      vatTotal: cents(lines.map(line => line.vatAmount)),
      total: cents(lines.map(line => line.total)),
    });

    const { status: code, body: issued } = await act(id, 'issue');
    expect(code, JSON.stringify(issued).slice(0, 500)).toBe(200);
    expect(issued).toMatchObject({ status: 'issued', xmlGenerated: true, number: 'FCT-001' });
    const xml = (await file(id, 'xml')).body.toString();
    expect(xml.match(/<cac:InvoiceLine>/g)).toHaveLength(1000);
    // Half a minute; this service's own rules validate it in every run.
    if (ALL && oracleAvailable) await assertValidUbl(xml);

    const company = companyPartition(scope.company);
    const items = await queryItems<Key>({ partition: company, beginsWith: `INV#${id}` });
    for (const item of items) expect(Buffer.byteLength(JSON.stringify(item)), item.sk).toBeLessThan(300_000);
  });
});

it('a draft with lines of the maximum length fits into the table', async () => {
  const line = { description: 'ă'.repeat(1000), quantity: 1, unitPrice: 100, vatRate: 21 };
  const { status, body } = await post(invoiceBody({ lines: Array(450).fill(line) }));
  expect([status, body.invoice.lines.length]).toEqual([201, 450]);
});
