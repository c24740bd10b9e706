import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { detailOfProforma, newProforma, type Offering, offering, proformaIn } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering;

beforeAll(async () => {
  scope = await offering(service());
});

interface Log {
  id: string;
  to: string;
  cc: string[] | null;
  subject: string;
  deliveryStatus: string;
  openedAt: string | null;
  sentBy: { email: string };
}
const send = (uuid: string, body: object): Promise<Answered<Log & Refusal>> =>
  call(service(), scope, 'POST', `/proforma-invoices/${uuid}/email`, body);
const history = async (uuid: string): Promise<Log[]> =>
  (await call<Log[]>(service(), scope, 'GET', `/proforma-invoices/${uuid}/emails`)).body;

describe('POST /proforma-invoices/{uuid}/email, GET …/emails, …/email-defaults (PRO-26, PRO-27)', () => {
  it('200 with the log; the mail is sent with the PDF, and the status stays', async () => {
    const { uuid, number } = await proformaIn(service(), scope, 'sent');
    const to = `client-${randomUUID()}@client.example`;
    const { status, body } = await send(uuid, { to, cc: ['copie@client.example'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(String), to, cc: ['copie@client.example'], bcc: null, sentAt: expect.any(String) },
      ...{ subject: expect.stringContaining(number), attachments: [`proforma-${number}.pdf`], deliveryStatus: 'queued' },
    });
    await service().idle();
    expect(await history(uuid)).toMatchObject([
      {
        id: body.id,
        to,
        deliveryStatus: expect.stringMatching(/sent|delivered/),
        openedAt: null,
        sentBy: { email: expect.any(String) },
      },
    ]);
    const after = await detailOfProforma(service(), scope, uuid);
    expect(after.status).toBe('sent');
    expect(after.events[0]).toMatchObject({ type: 'email_sent', metadata: { to } });
  });

  it('the defaults have the client as recipient, and the variables filled in', async () => {
    const { uuid, number } = await newProforma(service(), scope);
    const { body } = await call<{ to: string; subject: string; body: string }>(
      service(),
      scope,
      'GET',
      `/proforma-invoices/${uuid}/email-defaults`,
    );
    expect(Object.keys(body)).toEqual(['to', 'subject', 'body']);
    expect(body.subject).toContain(number);
    expect(body.body).toContain('121.00 RON');
    expect(body.body).not.toContain('[[');
  });

  it.each([{}, { to: 'nobody' }, { to: 'a@b.example', cc: 'x@y.example' }])('400 for %j', async body => {
    const { uuid } = await newProforma(service(), scope);
    const answer = await send(uuid, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
  });

  it('422 for a cancelled proforma, 404 for an unknown one', async () => {
    const { uuid } = await proformaIn(service(), scope, 'cancelled');
    expect((await send(uuid, { to: 'a@b.example' })).status).toBe(422);
    expect((await send(randomUUID(), { to: 'a@b.example' })).status).toBe(404);
  });
});
