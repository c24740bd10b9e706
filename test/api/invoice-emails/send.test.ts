import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { DOCUMENT_MAIL_RECIPIENTS } from '#shared/platform/lambda/limits/policies.ts';
import { windowKey, windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { recipientsWindow } from '#shared/output/mail/documents/accept.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Answered, Invoice, Refusal } from '../../support/contract.ts';
import { changeAccount, userIdOf } from '../../support/accounts.ts';
import { issued as issuedOf } from '../../support/invoices.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { emailCalls, newAddress } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service, scope, request, act, draft, issued, detailOf, become, newTrader } = trader;
const { send, history, sent } = emailCalls(service, trader);

afterEach(() => {
  service().runtime.faults.clear();
});

describe('POST /invoices/{uuid}/email (OUT-34 to OUT-47)', () => {
  it('200: accepted and queued; then sent with the PDF, in the name of the company, with a link to the document', async () => {
    const { invoice, to, accepted } = await sent({
      cc: 'a@copy.example, b@copy.example',
      bcc: ['c@copy.example'],
      attachXml: true,
    });
    expect(accepted).toMatchObject({
      success: true,
      to,
      cc: 'a@copy.example, b@copy.example',
      attachments: [`${invoice.number}.pdf`, `${invoice.number}.xml`],
      deliveryStatus: 'queued',
    });
    const company = await readCompany(scope.company);
    const [mail, ...others] = await service().mailbox(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: [to],
      cc: ['a@copy.example', 'b@copy.example'],
      bcc: ['c@copy.example'],
      subject: accepted.subject,
    });
    expect(mail?.headers['from']).toContain(company?.name);
    expect(mail?.headers['bcc']).toBeUndefined();
    expect(mail?.attachments.map(one => [one.filename, one.contentType])).toEqual([
      [`${invoice.number}.pdf`, 'application/pdf'],
      [`${invoice.number}.xml`, 'application/xml'],
    ]);
    const token = /\/share\/([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await service().api('GET', `/api/v1/share/${token}`)).status).toBe(200);
    const [link] = (await request<{ expiresAt: string }[]>('GET', `/invoices/${invoice.id}/share-links`)).body;
    expect(Date.parse(link?.expiresAt ?? '') - Date.parse(accepted.sentAt)).toBeGreaterThan(29 * 86_400_000);
  });

  it('the record and the event email_sent are stored', async () => {
    const { invoice, to, accepted } = await sent({ bcc: 'c@copy.example' });
    const [record] = await history(invoice.id);
    expect(record).toMatchObject({
      id: accepted.emailId,
      to,
      cc: null,
      bcc: 'c@copy.example',
      subject: accepted.subject,
      attachments: [`${invoice.number}.pdf`],
      sentAt: accepted.sentAt,
      deliveryStatus: 'delivered',
      sentBy: { name: 'Ana Popescu' },
      metadata: null,
    });
    const { events } = await detailOf(invoice.id);
    expect(events.find(event => event.type === 'email_sent')).toMatchObject({
      status: null,
      metadata: { to, subject: accepted.subject, attachments: [`${invoice.number}.pdf`] },
      user: { name: 'Ana Popescu' },
    });
    const stored = await readInvoice(scope.company, invoice.id);
    expect(stored && verifyDocument(stored)).toEqual([]);
  });

  describe('errors', () => {
    let asked: Invoice;
    beforeAll(async () => {
      asked = await issued();
    });
    it('400: `to` is no valid address', async () => {
      expect(codeOf(await send(asked.id, { to: 'ana' }))).toEqual([400, 'bad_request']);
    });

    it('422: a draft; a cancelled invoice', async () => {
      const { id } = await draft();
      expect(codeOf(await send(id, { to: 'a@x.example' }))).toEqual([422, 'validation_error']);
      await act(id, 'cancel', { reason: 'Comandată de două ori' });
      const refused = await send(id, { to: 'a@x.example' });
      expect([refused.status, refused.body.error.details]).toEqual([422, { status: 'cancelled', reason: 'cancelled' }]);
    });

    it('404: an unknown template; 422: one of another category', async () => {
      const { id } = await issued();
      expect(codeOf(await send(id, { to: 'a@x.example', templateId: randomUUID() }))).toEqual([404, 'not_found']);
      const templates = await queryItems<{ data?: { id: string; category: string } }>({
        partition: `C#${scope.company}`,
        beginsWith: 'MAILTPL#',
      });
      const other = templates.find(item => item.data?.category === 'proforma')?.data?.id;
      expect(codeOf(await send(id, { to: 'a@x.example', templateId: other }))).toEqual([422, 'validation_error']);
    });

    it('403: the sender has not confirmed his own address', async () => {
      const user = await service().newUser();
      const own = await service().newCompany(user);
      const { id } = await issuedOf(service(), own);
      await changeAccount(userIdOf(user.token), { emailConfirmed: false });
      const refused = (await service().api('POST', `/api/v1/invoices/${id}/email`, {
        ...own,
        body: { to: 'a@x.example' },
      })) as Answered<Refusal>;
      expect([...codeOf(refused), refused.body.error.details['reason']]).toEqual([403, 'forbidden', 'sender_not_verified']);
    });
  });

  it.runIf(DEPTH)(
    'subject and body: template of the company by default, own text otherwise, variables filled in both',
    async () => {
      const { invoice, to } = await sent();
      const [mail] = await service().mailbox(to);
      const company = await readCompany(scope.company);
      expect(mail?.subject).toBe(`Factura ${invoice.number} de la ${company?.name}`);
      expect(mail?.text).toContain('121.00 RON');
      const own = await sent({ subject: 'Despre\r\n[[invoice_number]]', body: 'Total: **{total}**, [[nobody_knows]] <b>' });
      const [second] = await service().mailbox(own.to);
      expect(second?.subject).toBe(`Despre ${own.invoice.number}`);
      expect(second?.text).toContain('Total: 121.00 RON, [[nobody_knows]] <b>');
      expect(second?.html).toContain('<strong>121.00 RON</strong>, [[nobody_knows]] &lt;b&gt;');
    },
  );

  it.runIf(DEPTH)('language en uses English', async () => {
    const { invoice, to } = await sent({ language: 'en' });
    const [mail] = await service().mailbox(to);
    expect(mail?.subject).toContain(`Invoice ${invoice.number} from`);
    expect(mail?.text).toContain('View the invoice online');
  });

  it.runIf(DEPTH)('attachPdf false: nothing is attached', async () => {
    const { to, accepted } = await sent({ attachPdf: false });
    expect(accepted.attachments).toEqual([]);
    expect((await service().mailbox(to))[0]?.attachments).toEqual([]);
  });

  it.runIf(DEPTH)('null and empty text mean the defaults (REQ-10)', async () => {
    const { accepted, invoice } = await sent({
      ...{ cc: '', bcc: null, subject: '', body: null, attachPdf: null, attachXml: null, language: '', templateId: '' },
      tracking: null,
    });
    expect(accepted).toMatchObject({ cc: null, attachments: [`${invoice.number}.pdf`], deliveryStatus: 'queued' });
  });

  describe.runIf(DEPTH)('errors', () => {
    it('422: the requested XML is not generated', async () => {
      const { id } = await issued();
      await become(id, { xmlPath: null });
      const refused = await send(id, { to: 'a@x.example', attachXml: true });
      expect([codeOf(refused), Object.keys(refused.body.error.details)]).toEqual([[422, 'validation_error'], ['attachXml']]);
    });

    it('429: above 100 recipients in an hour per organization; copies count, rejected mails and repetitions do not', async () => {
      const own = await newTrader();
      const { id } = await own.issued();
      const { organizationId = '' } = (await readCompany(own.scope.company)) ?? {};
      const window = recipientsWindow(organizationId);
      const counted = async (): Promise<number> => {
        const item = await getItem<Key & Record<string, unknown>>(windowKey(window));
        return Object.entries(item ?? {}).filter(([name, value]) => /^s\d+$/.test(name) && value !== 0).length;
      };
      const post = (body: object, headers = {}) =>
        service().api('POST', `/api/v1/invoices/${id}/email`, {
          ...own.scope,
          headers,
          body: { attachPdf: false, ...body },
        }) as Promise<Answered<Refusal>>;
      await post({ to: 'nobody' });
      expect(await counted()).toBe(0);
      const mail = { to: newAddress(), cc: ['a@copies.example', 'b@copies.example'], bcc: 'c@copies.example' };
      const once = { 'idempotency-key': randomUUID() };
      for (const _ of ['first', 'again']) expect((await post(mail, once)).status).toBe(200);
      expect(await counted()).toBe(4);
      await transact(windowWrites(DOCUMENT_MAIL_RECIPIENTS, window, DOCUMENT_MAIL_RECIPIENTS.limit - 6));
      const three = { to: newAddress(), cc: ['a@copies.example', 'b@copies.example'] };
      const refused = await post(three);
      expect(refused).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded.' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect((await post({ to: newAddress() })).status).toBe(200);
      // The company's own copies count where the sender names none.
      const path = `/api/v1/companies/${own.scope.company}`;
      const copies = { emailBcc: 'archive@copies.example' };
      expect((await service().api('PATCH', path, { token: own.scope.token, body: copies })).status).toBe(200);
      expect((await post({ to: newAddress() })).status).toBe(429);
      expect((await post({ to: newAddress(), bcc: [] })).status).toBe(200);
      expect((await post({ to: newAddress(), bcc: [] })).status).toBe(429);
      await service().idle();
    });

    it('429: all companies of an organization share the number; those of another one do not', async () => {
      const user = await service().newUser();
      const [one, other] = [
        await service().newCompany(user),
        await service().newCompany(user, { cif: '39000001', vatCode: 'RO39000001' }),
      ];
      const [{ id }, { id: otherId }] = [await issuedOf(service(), one), await issuedOf(service(), other)];
      const { organizationId = '' } = (await readCompany(one.company)) ?? {};
      const { limit } = DOCUMENT_MAIL_RECIPIENTS;
      await transact(windowWrites(DOCUMENT_MAIL_RECIPIENTS, recipientsWindow(organizationId), limit - 1));
      const mail = (scope: typeof one, invoice: string) =>
        service().api('POST', `/api/v1/invoices/${invoice}/email`, { ...scope, body: { to: newAddress(), attachPdf: false } });
      expect((await mail(one, id)).status).toBe(200);
      expect((await mail(other, otherId)).status).toBe(429);
      const { id: strangers } = await issued();
      expect((await send(strangers, { to: newAddress(), attachPdf: false })).status).toBe(200);
      await service().idle();
    });
  });
});
