import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Invoice, Refusal } from '../../support/contract.ts';
import { changeAccount, userIdOf } from '../../support/accounts.ts';
import { issued as issuedOf } from '../../support/invoices.ts';
import { codeOf } from '../../support/refusals.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { sendCalls } from './send-calls.ts';

const { service, scope, request, act, draft, issued, detailOf, send, history, sent } = sendCalls();

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
});
