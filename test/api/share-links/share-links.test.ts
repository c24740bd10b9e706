import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { verifyDocument } from '../../../shared/invoices/audit/verify.ts';
import { readInvoice } from '../../../shared/invoices/store.ts';
import { companyScope } from '../../../shared/store/table.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import {
  type Answered,
  call,
  detailOf,
  draft,
  type InvoiceAnswer,
  issued,
  lastingTrader,
  type Refusal,
} from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

interface Link {
  id: string;
  token: string;
  url: string;
  expiresAt: string;
  status: string;
  isValid: boolean;
  viewCount: number;
  lastViewedAt: string | null;
  revokedAt: string | null;
  createdBy: { name: string };
}

const newInvoice = (overrides = {}) => issued(service(), scope, { clientId: scope.clientId, ...overrides });
const share = (id: string, body: object = {}) =>
  call<Link & Refusal>(service(), scope, 'POST', `/invoices/${id}/share-links`, body);
const links = async (id: string): Promise<Link[]> =>
  (await call<Link[]>(service(), scope, 'GET', `/invoices/${id}/share-links`)).body;
const open = <T = Record<string, unknown>>(token: string, file = '') =>
  service().api('GET', `/api/v1/share/${token}${file}`) as Promise<Answered<T>>;
const codeOf = ({ status, body }: Answered<Refusal>) => [status, body.error.code];
const typesOf = async (id: string, ...types: string[]) =>
  (await detailOf(service(), scope, id)).events.filter(event => types.includes(event.type));

async function shared(): Promise<{ invoice: InvoiceAnswer; link: Link }> {
  const invoice = await newInvoice();
  return { invoice, link: (await share(invoice.id)).body };
}

const DAY = 86_400_000;

describe('POST /invoices/{uuid}/share-links (completions-documents §1.15)', () => {
  it('201: id, token of 64 hex characters, url, expiry in 30 days', async () => {
    const { link } = await shared();
    expect(link.token).toMatch(/^[0-9a-f]{64}$/);
    expect(link.url.endsWith(`/share/${link.token}`)).toBe(true);
    expect(Math.abs(Date.parse(link.expiresAt) - service().runtime.clock.now() - 30 * DAY)).toBeLessThan(60_000);
  });

  it('expiryDays 1 to 365; 422 for others', async () => {
    const { id } = await newInvoice();
    for (const expiryDays of [1, 365]) expect((await share(id, { expiryDays })).status).toBe(201);
    for (const expiryDays of [0, 366, 1.5, '30', null]) {
      const refused = await share(id, { expiryDays });
      expect(codeOf(refused)).toEqual([422, 'validation_error']);
      expect(Object.keys(refused.body.error.details)).toEqual(['expiryDays']);
    }
  });

  it('409 for a draft and for a cancelled invoice', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    expect(codeOf(await share(id))).toEqual([409, 'conflict']);
    await call(service(), scope, 'POST', `/invoices/${id}/cancel`, { reason: 'Comandată de două ori' });
    expect((await share(id)).body.error.details).toEqual({ status: 'cancelled', reason: 'cancelled' });
  });

  it('the first links of a company, made at once, are all good', async () => {
    const own = await lastingTrader(service());
    const { id } = await issued(service(), own, { clientId: own.clientId });
    const made = await Promise.all([1, 2, 3].map(() => call<Link>(service(), own, 'POST', `/invoices/${id}/share-links`, {})));
    const answers = await Promise.all(made.map(({ body }) => open(body.token)));
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
  });

  it('no token lies in the table', async () => {
    const { link } = await shared();
    await open(link.token);
    const table = await everythingAtRest();
    expect(table).toContain(link.id);
    expect(table).not.toContain(link.token);
  });
});

describe('GET /invoices/{uuid}/share-links', () => {
  it('shows every link, newest first, with token, status, views and who made it', async () => {
    const { invoice, link } = await shared();
    const second = (await share(invoice.id)).body;
    const shown = await links(invoice.id);
    expect(shown.map(one => [one.id, one.token])).toEqual([
      [second.id, second.token],
      [link.id, link.token],
    ]);
    expect(shown[1]).toMatchObject({
      url: link.url,
      status: 'active',
      isValid: true,
      paymentEnabled: false,
      viewCount: 0,
      lastViewedAt: null,
      revokedAt: null,
      createdBy: { name: 'Ana Popescu' },
    });
  });
});

describe('DELETE /invoices/{uuid}/share-links/{linkId}', () => {
  it('204; the link is revoked, the token opens nothing; again 204', async () => {
    const { invoice, link } = await shared();
    const revoke = () => call(service(), scope, 'DELETE', `/invoices/${invoice.id}/share-links/${link.id}`);
    expect((await revoke()).status).toBe(204);
    expect((await open(link.token)).status).toBe(404);
    const [first] = await links(invoice.id);
    expect(first).toMatchObject({ status: 'revoked', isValid: false, revokedAt: expect.any(String) as string });
    expect((await revoke()).status).toBe(204);
    expect((await links(invoice.id))[0]?.revokedAt).toBe(first?.revokedAt);
  });
});

describe('GET /share/{token}', () => {
  it('200 without a credential: the document as the client may see it', async () => {
    const { invoice, link } = await shared();
    const { status, body, headers } = await open(link.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      invoiceNumber: invoice.number,
      issueDate: invoice['issueDate'],
      total: invoice.total,
      currency: 'RON',
      hasPdf: true,
      hasXml: true,
      paymentEnabled: false,
      amountDue: invoice.total,
      amountPaid: 0,
      paidAt: null,
      expiresAt: link.expiresAt,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).sort()).toEqual(
      [
        ...[
          'invoiceNumber',
          'issueDate',
          'dueDate',
          'total',
          'currency',
          'companyName',
          'senderName',
          'senderCif',
          'receiverName',
        ],
        ...['receiverCif', 'hasPdf', 'hasXml', 'expiresAt', 'paymentEnabled', 'amountDue', 'amountPaid', 'paidAt'],
      ].sort(),
    );
  });

  it('a personal number is not shown as the receiver’s tax number', async () => {
    const receiver = { clientId: null, receiverName: 'Ion Pop', receiverCif: '1800101221144' };
    const address = { receiverAddress: 'Str. Lungă 1', receiverCity: 'Brașov', receiverCounty: 'Brașov' };
    const { body: link } = await share((await newInvoice({ ...receiver, ...address })).id);
    expect((await open(link.token)).body).toMatchObject({ receiverName: 'Ion Pop', receiverCif: null });
  });

  it('/pdf and /xml are the files that the owner gets', async () => {
    const { invoice, link } = await shared();
    for (const [file, type] of [
      ['pdf', 'application/pdf'],
      ['xml', 'application/xml'],
    ] as const) {
      const theirs = await open<Buffer>(link.token, `/${file}`);
      const ours = await call<Buffer>(service(), scope, 'GET', `/invoices/${invoice.id}/${file}`);
      expect([theirs.status, theirs.headers.get('content-type')]).toEqual([200, type]);
      // A PDF that is printed again differs in its identifier.
      expect(theirs.body.length).toBe(ours.body.length);
      if (file === 'xml') expect(Buffer.compare(theirs.body, ours.body)).toBe(0);
      expect(theirs.headers.get('content-disposition')).toContain(`filename="${invoice.number}.${file}"`);
    }
  });

  it('404 alike for a token that is unknown, malformed, revoked, expired, or of a cancelled invoice', async () => {
    const [revoked, cancelled] = [await shared(), await shared()];
    const short = await newInvoice();
    const expired = (await share(short.id, { expiryDays: 1 })).body;
    await call(service(), scope, 'DELETE', `/invoices/${revoked.invoice.id}/share-links/${revoked.link.id}`);
    await call(service(), scope, 'POST', `/invoices/${cancelled.invoice.id}/cancel`, { reason: 'Comandată de două ori' });
    await service().advance('P1DT1M');
    const tokens = [
      '0'.repeat(64),
      'x',
      revoked.link.token,
      expired.token,
      cancelled.link.token,
      revoked.link.token.toUpperCase(),
    ];
    for (const file of ['', '/pdf', '/xml']) {
      const answers = await Promise.all(tokens.map(token => open<Refusal>(token, file)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
    expect((await links(short.id))[0]).toMatchObject({ status: 'expired', isValid: false, revokedAt: null });
    expect((await links(cancelled.invoice.id))[0]).toMatchObject({ status: 'revoked', isValid: false });
  });

  it('a link that was made before a cancellation opens nothing after restore and new issue; a new one does', async () => {
    const { invoice, link } = await shared();
    for (const [action, body] of [['cancel', { reason: 'Comandată de două ori' }], ['restore'], ['issue']] as const) {
      const answer = await call(service(), scope, 'POST', `/invoices/${invoice.id}/${action}`, body);
      expect(answer.status, action).toBe(200);
    }
    expect((await open(link.token)).status).toBe(404);
    expect((await open((await share(invoice.id)).body.token)).status).toBe(200);
  });
});

describe('events: at most one of each per link per hour (completions-documents §1.15)', () => {
  it('viewed: one for many looks at once, another after an hour; every look is counted', async () => {
    const { invoice, link } = await shared();
    await Promise.all(Array.from({ length: 5 }, () => open(link.token)));
    await open(link.token);
    const [entry, ...others] = await typesOf(invoice.id, 'viewed', 'downloaded');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ type: 'viewed', status: null, user: null, metadata: { shareLinkId: link.id } });
    expect((await links(invoice.id))[0]).toMatchObject({ viewCount: 6, lastViewedAt: expect.any(String) as string });
    await service().advance('PT61M');
    await open(link.token);
    expect(await typesOf(invoice.id, 'viewed')).toHaveLength(2);
    expect((await links(invoice.id))[0]?.viewCount).toBe(7);
  });

  it('downloaded: one for the files of a link, with the file in its metadata; another link has its own', async () => {
    const { invoice, link } = await shared();
    await open(link.token, '/xml');
    await open(link.token, '/pdf');
    expect((await typesOf(invoice.id, 'downloaded')).map(event => event.metadata)).toEqual([
      { shareLinkId: link.id, file: 'xml' },
    ]);
    const second = (await share(invoice.id)).body;
    await Promise.all(Array.from({ length: 4 }, () => open(second.token, '/pdf')));
    expect((await typesOf(invoice.id, 'downloaded')).map(event => event.metadata)[0]).toEqual({
      shareLinkId: second.id,
      file: 'pdf',
    });
    await service().advance('PT61M');
    await open(link.token, '/pdf');
    expect(await typesOf(invoice.id, 'downloaded')).toHaveLength(3);
    expect((await links(invoice.id)).map(one => one.viewCount)).toEqual([0, 0]);
  });

  it('entries are linked into the timeline, whoever comes at the same time', async () => {
    const { invoice, link } = await shared();
    const second = (await share(invoice.id)).body;
    await Promise.all([open(link.token), open(second.token), open(link.token, '/xml'), open(second.token, '/pdf')]);
    const stored = await readInvoice(companyScope(scope.company), invoice.id);
    expect(stored?.events.filter(event => event.user === null && /viewed|downloaded/.test(event.type))).toHaveLength(4);
    expect(stored && verifyDocument(stored)).toEqual([]);
  });

  test('downloads by signed-in users, and looks at what is not there, add none', async () => {
    const { invoice } = await shared();
    await call(service(), scope, 'GET', `/invoices/${invoice.id}/pdf`);
    await call(service(), scope, 'GET', `/invoices/${invoice.id}/xml`);
    await open('0'.repeat(64));
    expect(await typesOf(invoice.id, 'viewed', 'downloaded')).toEqual([]);
  });
});

describe('looking at links is limited', () => {
  it('429 after 60 calls in a minute from one address, whatever the tokens', async () => {
    const { link } = await shared();
    process.env['RATE_LIMITS'] = 'on';
    try {
      const from = (address: string, token: string) =>
        service().api('GET', `/api/v1/share/${token}`, { headers: { 'x-forwarded-for': address } });
      const statuses = [];
      for (let call = 0; call < 61; call++) statuses.push((await from('198.51.100.7', '0'.repeat(64))).status);
      expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
      expect((await from('198.51.100.7', link.token)).status).toBe(429);
      expect((await from('198.51.100.8', link.token)).status).toBe(200);
    } finally {
      process.env['RATE_LIMITS'] = 'off';
    }
  });
});
