import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { issued as issuedOf } from '../../support/invoices.ts';
import { codeOf } from '../../support/refusals.ts';
import { newAddress } from './calls.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { DOCUMENT_MAIL_RECIPIENTS } from '#shared/platform/lambda/limits/policies.ts';
import { windowKey, windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { recipientsWindow } from '#shared/output/mail/documents/accept.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { sendCalls } from './send-calls.ts';

const { service, scope, issued, become, newTrader, send, history, sent } = sendCalls();

describe('POST /invoices/{uuid}/email (OUT-34 to OUT-47)', () => {
  it('subject and body: template of the company by default, own text otherwise, variables filled in both', async () => {
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
  });

  it('language en uses English', async () => {
    const { invoice, to } = await sent({ language: 'en' });
    const [mail] = await service().mailbox(to);
    expect(mail?.subject).toContain(`Invoice ${invoice.number} from`);
    expect(mail?.text).toContain('View the invoice online');
  });

  it('attachPdf false: nothing is attached', async () => {
    const { to, accepted } = await sent({ attachPdf: false });
    expect(accepted.attachments).toEqual([]);
    expect((await service().mailbox(to))[0]?.attachments).toEqual([]);
  });

  it('null and empty text mean the defaults (REQ-10)', async () => {
    const { accepted, invoice } = await sent({
      ...{ cc: '', bcc: null, subject: '', body: null, attachPdf: null, attachXml: null, language: '', templateId: '' },
      tracking: null,
    });
    expect(accepted).toMatchObject({ cc: null, attachments: [`${invoice.number}.pdf`], deliveryStatus: 'queued' });
  });

  it('the same Idempotency-Key sends one mail', async () => {
    const [{ id }, to] = [await issued(), newAddress()];
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await send(id, { to }, headers), await send(id, { to }, headers)];
    expect(second.body).toEqual(first.body);
    await service().idle();
    expect(await service().mailbox(to)).toHaveLength(1);
    expect(await history(id)).toHaveLength(1);
  });

  describe('errors', () => {
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
