import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { type Delivering, delivering, newNote, noteIn } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { newProforma, type Offering, offering, proformaIn } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let scope: Offering & Delivering;
beforeAll(async () => {
  scope = await offering(service(), await delivering(service()));
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
interface Document {
  uuid: string;
  number: string;
  status: string;
  events: object[];
}
interface Kind {
  path: string;
  /** The beginning of the name of its PDF. */
  file: string;
  draft: () => Promise<Document>;
  sendable: () => Promise<Document>;
  cancelled: () => Promise<Document>;
  /** What the text of the mail has, besides the number. */
  says: (number: string) => string;
}

const KINDS: [string, Kind][] = [
  [
    'proforma-invoices (PRO-26, PRO-27)',
    {
      ...{ path: '/proforma-invoices', file: 'proforma', says: () => '121.00 RON' },
      draft: () => newProforma(service(), scope),
      sendable: () => proformaIn(service(), scope, 'sent'),
      cancelled: () => proformaIn(service(), scope, 'cancelled'),
    },
  ],
  [
    'delivery-notes (DLN-48 to DLN-52)',
    {
      ...{ path: '/delivery-notes', file: 'aviz', says: number => number },
      draft: () => newNote(service(), scope),
      sendable: () => noteIn(service(), scope, 'issued'),
      cancelled: () => noteIn(service(), scope, 'cancelled'),
    },
  ],
];

describe.each(KINDS)('mails with %s', (_, { path, file, draft, sendable, cancelled, says }) => {
  const send = (uuid: string, body: object): Promise<Answered<Log & Refusal>> =>
    call(service(), scope, 'POST', `${path}/${uuid}/email`, body);
  const read = async <T>(uuid: string, what = ''): Promise<T> =>
    (await call<T>(service(), scope, 'GET', `${path}/${uuid}${what}`)).body;

  it('200 with the log; the mail is sent with the PDF, and the status stays', async () => {
    const { uuid, number, status: before } = await sendable();
    const to = `client-${randomUUID()}@client.example`;
    const { status, body } = await send(uuid, { to, cc: ['copie@client.example'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(String), to, cc: ['copie@client.example'], bcc: null, sentAt: expect.any(String) },
      ...{ subject: expect.stringContaining(number), attachments: [`${file}-${number}.pdf`], deliveryStatus: 'queued' },
    });
    await service().idle();
    expect(await read<Log[]>(uuid, '/emails')).toMatchObject([
      {
        ...{ id: body.id, to, deliveryStatus: expect.stringMatching(/sent|delivered/), openedAt: null },
        sentBy: { email: expect.any(String) },
      },
    ]);
    const after = await read<Document>(uuid);
    expect(after.status).toBe(before);
    expect(after.events[0]).toMatchObject({ type: 'email_sent', metadata: { to } });
  });

  it('the defaults have the client as recipient, and the variables filled in', async () => {
    const { uuid, number } = await draft();
    const body = await read<{ to: string; subject: string; body: string }>(uuid, '/email-defaults');
    expect(Object.keys(body)).toEqual(['to', 'subject', 'body']);
    expect(body.subject).toContain(number);
    expect(body.body).toContain(says(number));
    expect(body.body).not.toContain('[[');
  });

  it('400 for an invalid address, 422 for a cancelled document, 404 for an unknown one', async () => {
    const answer = await send((await draft()).uuid, { to: 'nobody' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
    expect((await send((await cancelled()).uuid, { to: 'a@b.example' })).status).toBe(422);
    expect((await send(randomUUID(), { to: 'a@b.example' })).status).toBe(404);
  });
});
