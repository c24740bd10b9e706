import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { detailOfNote, newNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';

const { service, scope } = useDelivering();

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
  call(service(), scope, 'POST', `/delivery-notes/${uuid}/email`, body);
const history = async (uuid: string): Promise<Log[]> =>
  (await call<Log[]>(service(), scope, 'GET', `/delivery-notes/${uuid}/emails`)).body;

describe('POST /delivery-notes/{uuid}/email, GET …/emails, …/email-defaults (DLN-48 to DLN-52)', () => {
  it('200 with the log; the mail is sent with the PDF, and the status stays', async () => {
    const { uuid, number } = await noteIn(service(), scope, 'issued');
    const to = `client-${randomUUID()}@client.example`;
    const { status, body } = await send(uuid, { to, cc: ['copie@client.example'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(String), to, cc: ['copie@client.example'], bcc: null, sentAt: expect.any(String) },
      ...{ subject: expect.stringContaining(number), attachments: [`aviz-${number}.pdf`], deliveryStatus: 'queued' },
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
    const after = await detailOfNote(service(), scope, uuid);
    expect(after.status).toBe('issued');
    expect(after.events[0]).toMatchObject({ type: 'email_sent', metadata: { to } });
  });

  it('the defaults have the client as recipient, and the variables filled in', async () => {
    const { uuid, number } = await newNote(service(), scope);
    const { body } = await call<{ to: string; subject: string; body: string }>(
      service(),
      scope,
      'GET',
      `/delivery-notes/${uuid}/email-defaults`,
    );
    expect(Object.keys(body)).toEqual(['to', 'subject', 'body']);
    expect(body.subject).toContain(number);
    expect(body.body).toContain(number);
    expect(body.body).not.toContain('[[');
  });

  it('400 for an invalid address', async () => {
    const { uuid } = await newNote(service(), scope);
    const answer = await send(uuid, { to: 'nobody' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
  });

  it('422 for a cancelled note, 404 for an unknown one', async () => {
    const { uuid } = await noteIn(service(), scope, 'cancelled');
    expect((await send(uuid, { to: 'a@b.example' })).status).toBe(422);
    expect((await send(randomUUID(), { to: 'a@b.example' })).status).toBe(404);
  });
});
