import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { refusal } from '../../support/refusals.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { invoiceBody } from '../../support/invoices.ts';
import { DEPTH } from '../../support/effort.ts';

interface Received {
  number: string;
  standard: string;
  sha256: string;
  b2c: boolean;
  extern: boolean;
  autofactura: boolean;
}
const digits = String(randomInt(10_000_000, 99_999_999));

const { service, scope, request, act, draft, inForce, detailOf, become, creditDraft, newTrader } = useTrader({ connected: true });

const upload = (id: string, by: Pick<Trader, 'act'> = { act }) => by.act(id, 'upload');
/** The uploads to the authority of the last request. */
const callsOfUpload = () => {
  const calls = service()
    .runtime.meter.last(1)
    .flatMap(request => request.calls);
  return calls.filter(call => call.service === 'taxauth' && call.operation.startsWith('upload')).map(call => call.operation);
};

const received = async (number: string): Promise<Received[]> => {
  const { body } = await service().api('GET', '/_local/taxauth/received');
  return (body as { uploads: Received[] }).uploads.filter(one => one.number === number);
};

const client = (overrides: object) =>
  service().newClient(scope, { name: randomUUID(), cui: null, vatCode: null, isVatPayer: false, ...overrides });

const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });

describe('POST /invoices/{uuid}/upload (EIN-18)', () => {
  it('issues a draft and submits it: number, files, sent_to_provider (INV-37 to INV-44)', async () => {
    const { status, body } = await upload((await draft()).id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'sent_to_provider',
      number: 'FCT-001',
      xmlGenerated: true,
      pdfGenerated: true,
      taxauthStatus: 'uploaded',
    });
    expect(body.events.map(one => one.type)).toEqual(expect.arrayContaining(['taxauth_submitted', 'status_change', 'created']));
  });

  it.each(DEPTH ? (['issued', 'rejected', 'error'] as const) : (['rejected'] as const))(
    'submits one that is %s',
    async status => {
      const { id } = await draft();
      await act(id, 'issue');
      await become(id, { status });
      expect((await upload(id)).body).toMatchObject({ status: 'sent_to_provider' });
    },
  );

  it('rejects one that is submitted, validated or cancelled: 409', async () => {
    const { id } = await inForce();
    for (const [status, reason] of [
      ['sent_to_provider', 'already_submitted'],
      ['validated', 'already_submitted'],
      ['cancelled', 'cancelled'],
    ] as const) {
      await become(id, { status });
      expect(refusal(await upload(id))).toMatchObject([409, 'conflict', { status, reason }]);
    }
  });

  it('an incomplete draft stays a draft: 422', async () => {
    const { id } = await draft({ clientId: null });
    expect(refusal(await upload(id))).toMatchObject([
      422,
      'validation_error',
      { clientId: expect.arrayContaining([expect.any(String)]) },
    ]);
    expect((await detailOf(id)).status).toBe('draft');
  });

  it.runIf(DEPTH)('a credit note becomes uploaded', async () => {
    const invoice = await inForce();
    const note = await creditDraft(invoice);
    expect((await upload(note.id)).body).toMatchObject({ status: 'uploaded', number: 'NC-001' });
  });

  it.runIf(DEPTH)('when the submission fails the document stays issued, and the error of submit is returned', async () => {
    const other = await newTrader({});
    const unconnected = await other.draft();
    expect(refusal(await upload(unconnected.id, other))).toMatchObject([400, 'bad_request', { reason: 'taxauth_not_connected' }]);
    expect((await other.detailOf(unconnected.id)).status).toBe('issued');

    const { id } = await draft();
    await taxauth({ mode: 'down' });
    expect((await upload(id)).status).toBe(503);
    await taxauth({ mode: 'ok' });
    const after = await detailOf(id);
    expect([after.status, after.taxauthStatus]).toEqual(['issued', null]);
    expect((await upload(id)).body.status).toBe('sent_to_provider');
    expect(await received(after.number)).toHaveLength(1);
  });

  it.runIf(DEPTH)('a deployment without a connection to the authority returns 503 and starts no submission', async () => {
    const { id } = await draft();
    const restore = setEnvironment({ TAXAUTH_URL: '' });
    const refused = await upload(id).finally(restore);
    expect(refusal(refused).slice(0, 2)).toEqual([503, 'service_unavailable']);
    const after = await detailOf(id);
    expect([after.status, after.taxauthStatus]).toEqual(['issued', null]);
    expect((await upload(id)).body.status).toBe('sent_to_provider');
  });

  it.runIf(DEPTH)('two simultaneous requests: one upload at the authority', async () => {
    const { id } = await draft();
    const answers = await Promise.all([upload(id), upload(id)]);
    expect(answers.map(answer => answer.status)).toContain(200);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await received((await detailOf(id)).number)).toHaveLength(1);
  });
});

const RECEIVERS: [string, object, string][] = [
  ['a company', { type: 'company', cui: digits }, 'upload'],
  ['a natural person', { type: 'individual' }, 'uploadb2c'],
  ['a record of a company with a personal number', { type: 'company', cui: '1800101221169' }, 'uploadb2c'],
  ['a natural person with a personal number', { type: 'individual', cnp: '1800101221144' }, 'uploadb2c'],
  ['a natural person whose personal number is kept as tax id', { type: 'individual', cui: '1800101221151' }, 'uploadb2c'],
  ['a person in business, with a tax id', { type: 'individual', cui: `${digits}1` }, 'upload'],
];

describe('receivers without a tax id are sent to uploadb2c automatically', () => {
  it.each(RECEIVERS.slice(0, DEPTH ? 6 : 3))('%s', async (_, overrides, endpoint) => {
    const { id: clientId } = await client(overrides);
    const { body } = await upload((await draft({ clientId })).id);
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'sent_to_provider' });
    expect(callsOfUpload()).toEqual([endpoint]);
    expect(await received(body.number)).toMatchObject([{ standard: 'UBL' }]);
  });

  const xmlOf = async (id: string): Promise<string> => String((await request<string>('GET', `/invoices/${id}/xml`)).body);

  it.runIf(DEPTH).each([
    ['is 13 zeros in the XML', {}, '0000000000000'],
    ['is the number where the client record says that it is sent', { sendPersonalNumber: true }, '1800101221177'],
  ])('the personal number of a consumer %s', async (_, overrides, stated) => {
    const { id: clientId } = await client({ type: 'individual', cnp: '1800101221177', ...overrides });
    const { body } = await upload((await draft({ clientId })).id);
    expect(await xmlOf(body.id)).toMatch(
      new RegExp(`<cbc:RegistrationName>[^<]*</cbc:RegistrationName>\\s*<cbc:CompanyID>${stated}<`),
    );
    expect((await received(body.number))[0]).toMatchObject({ b2c: true, extern: false });
  });

  it.runIf(DEPTH)('a credit note to a consumer is sent the same way as its invoice', async () => {
    const { id: clientId } = await client({ type: 'individual', cui: '1800101221185' });
    const parent = (await upload((await draft({ clientId })).id)).body;
    const { id } = await creditDraft(parent, { clientId });
    const sent = await upload(id);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(callsOfUpload()).toEqual(['uploadb2c']);
    expect(await xmlOf(id)).not.toContain('1800101221185');
  });

  it.runIf(DEPTH)('a receiver without a client record; data that an e-invoice needs about it are required by field', async () => {
    const { id } = await draft({ clientId: null, receiverName: 'Ion Pop' });
    const asked = await upload(id);
    expect(asked.status).toBe(422);
    expect(Object.keys(asked.body.error.details)).toEqual(['receiverAddress', 'receiverCity', 'receiverCounty', 'rules']);
    const address = { receiverAddress: 'Str. Lungă 1', receiverCity: 'Brașov', receiverCounty: 'Brașov' };
    expect((await request('PUT', `/invoices/${id}`, address)).body).toMatchObject({
      invoice: { ...address, client: null, receiverCountry: null },
      validation: { valid: true },
    });
    const { body } = await upload(id);
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'sent_to_provider', receiverName: 'Ion Pop', client: null });
    expect(callsOfUpload()).toEqual(['uploadb2c']);
  });
});

describe.runIf(DEPTH)('Submitting again after an error (EIN-21, EIN-22)', () => {
  const inError = (id: string) => become(id, { status: 'error', taxauthStatus: 'error' });
  const again = async (id: string) => {
    const { status, body } = await act(id, 'submit');
    expect([status, body.status], JSON.stringify(body)).toEqual([200, 'sent_to_provider']);
    return { calls: callsOfUpload(), index: body.taxauthUploadIndex };
  };

  it('a document that the authority has without a result is not sent again; a corrected or rejected one is', async () => {
    const { body: first } = await upload((await draft()).id);
    await inError(first.id);
    expect(await again(first.id)).toEqual({ calls: [], index: first.taxauthUploadIndex });
    expect(await received(first.number)).toHaveLength(1);

    await inError(first.id);
    expect((await request('PUT', `/invoices/${first.id}`, { notes: 'Corectată' })).status).toBe(200);
    expect((await again(first.id)).calls).toEqual(['upload']);

    await taxauth({ mode: 'reject', errors: ['BR-RO-XXX: nu este bine'], processing: 0 });
    const { body: refused } = await upload((await draft()).id);
    await taxauth({ mode: 'ok', processing: 1 });
    await inError(refused.id);
    expect((await again(refused.id)).calls).toEqual(['upload']);
  });
});

describe.runIf(DEPTH)('A self-billed invoice (389) is uploaded by its buyer', () => {
  it('with autofactura=DA; the client is the seller, with its own account and VAT; the open amount is payable, and it is no sale', async () => {
    const bank = { bankAccount: 'RO09BCYP0000001234567890', bankName: 'Banca' };
    const cui = String(randomInt(10_000_000, 99_999_999));
    const buying = await newTrader();
    const seller = await service().newClient(buying.scope, { cui, vatCode: null, isVatPayer: false, ...bank });
    const { body: made } = await buying.post({
      ...invoiceBody(seller.id, { invoiceTypeCode: '389' }),
      // The seller is no VAT payer, so the line is not taxed, though the company is a VAT payer.
      lines: [{ description: 'Cereale', quantity: 1, unitPrice: 100, vatCategoryCode: 'O', vatRate: 0 }],
    });
    expect(made.validation.warnings).toContainEqual(
      expect.stringMatching(/^documentSeriesId: .* give self-billed invoices a series of their own\.$/),
    );
    const checked = await buying.request<{ warnings: string[] }>('POST', `/invoices/${made.invoice.id}/validate`);
    expect(checked.body.warnings).toContainEqual(expect.stringContaining('a series of their own'));
    const { body } = await upload(made.invoice.id, buying);
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'sent_to_provider' });
    expect((await received(body.number)).slice(-1)).toMatchObject([
      { autofactura: true, extern: false, b2c: false, verdict: 'ok' },
    ]);
    // Its credit note is the seller's too, and the default series of credit notes numbers the company's own.
    const seriesOf = await buying.request<{ id: string; type: string }[]>('GET', '/document-series');
    const rates = await buying.request<{ id: string; categoryCode: string }[]>('GET', '/vat-rates');
    const { body: credit } = await buying.request<{ warnings: string[] }>('POST', '/invoices', {
      ...{ isCreditNote: true, direction: 'outgoing', parentDocumentId: made.invoice.id, clientId: seller.id, currency: 'RON' },
      ...{ seriesId: seriesOf.body.find(({ type }) => type === 'credit_note')?.id, issueDate: today(), dueDate: today() },
      lines: [
        {
          ...{ description: 'Cereale', quantity: -1, unitPrice: 1 },
          vatRateId: rates.body.find(({ categoryCode }) => categoryCode === 'Z')?.id,
        },
      ],
    });
    expect(credit.warnings).toContainEqual(expect.stringContaining('a series of their own'));
    // The open amount is owed by the company, in both ways in which lists add up.
    const sums = async (more: string) => {
      const path = `/invoices?includeTotals=true${more}`;
      return (await buying.request<{ totals: object[] }>('GET', path)).body.totals;
    };
    const owed = { receivable: 0, payable: 100 };
    for (const more of ['', `&search=${body.number}`]) expect(await sums(more)).toMatchObject([owed]);
    const { body: shown } = await buying.request<{ client: Record<string, unknown> }>('GET', `/clients/${seller.id}`);
    expect(shown).toMatchObject({ invoiceTotal: 0 });
  });
});

describe.runIf(DEPTH)('The parameter extern=DA is for buyers without a Romanian number', () => {
  const abroad = { country: 'DE', address: 'Leopoldstraße 12', city: 'München', county: null, isVatPayer: false };

  it.each<[string, object, boolean]>([
    ['a company abroad', { cui: 'DE129273398' }, true],
    ['a company abroad with a Romanian VAT code', { cui: 'HRB4471', vatCode: 'RO18547290' }, false],
  ])('%s', async (_, overrides, extern) => {
    const { id: clientId } = await service().newClient(scope, { name: randomUUID(), vatCode: null, ...abroad, ...overrides });
    const { body } = await upload((await draft({ clientId })).id);
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'sent_to_provider' });
    expect(await received(body.number)).toMatchObject([{ extern, b2c: false, autofactura: false }]);
  });
});
