import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { type Delivering, noteIn } from '../../support/delivery-notes.ts';
import { call, issued } from '../../support/invoices.ts';
import { offering, proformaIn } from '../../support/proformas.ts';
import type { Service } from '../../support/service.ts';
import { emailTemplatesCalls } from './calls.ts';

/** For tests of subject and text of mails with documents. */

interface MailedKind {
  category: 'invoice' | 'proforma' | 'delivery_note';
  path: string;
  /** The variable with its number. */
  variable: string;
  make: (service: Service, scope: Delivering) => Promise<string>;
}

export const INVOICE: MailedKind = {
  ...{ category: 'invoice', path: '/invoices', variable: 'invoice_number' },
  make: async (service, scope) => (await issued(service, scope, { clientId: scope.clientId })).id,
};

export const PROFORMA: MailedKind = {
  ...{ category: 'proforma', path: '/proforma-invoices', variable: 'proforma_number' },
  make: async (service, scope) =>
    (await proformaIn(service, await offering(service, scope, `P${randomUUID().slice(0, 8)}`), 'sent')).uuid,
};

export const DELIVERY_NOTE: MailedKind = {
  ...{ category: 'delivery_note', path: '/delivery-notes', variable: 'delivery_note_number' },
  make: async (service, scope) => (await noteIn(service, scope, 'issued')).uuid,
};

type Sent = Answered<{ subject: string } & Refusal>;

/** A document of a kind with a template of its category, made before the first test, and its mails. */
export function useMailed(service: () => Service, scope: Delivering, { category, path, variable, make }: MailedKind) {
  const { add } = emailTemplatesCalls(service);
  const mailed = {
    template: '',
    id: '',
    send: (body: object): Promise<Sent> =>
      call(service(), scope, 'POST', `${path}/${mailed.id}/email`, { to: `${randomUUID()}@client.example`, ...body }),
  };
  beforeAll(async () => {
    mailed.id = await make(service(), scope);
    const body = { name: 'A', subject: `Numit [[${variable}]]`, body: 'Text', category };
    mailed.template = (await add(scope, body)).body.id;
  });
  return mailed;
}

/** Declares the test of a mail with the texts of a template that its request names. */
export function itComesFromNamedTemplate(mailed: ReturnType<typeof useMailed>): void {
  it('come from the template that the request names, but a subject in the request takes precedence', async () => {
    const { status, body } = await mailed.send({ templateId: mailed.template });
    expect(status).toBe(200);
    expect(body.subject).toMatch(/^Numit [^[]+$/);
    expect((await mailed.send({ templateId: mailed.template, subject: 'Altul' })).body.subject).toBe('Altul');
  });
}

/** Declares the tests of templates that a request may not name, and of requests without a template. */
export function itFollowsTheCompany(
  service: () => Service,
  scope: Delivering,
  { category }: MailedKind,
  mailed: ReturnType<typeof useMailed>,
): void {
  const { newScope, add, list, change } = emailTemplatesCalls(service);
  const { send } = mailed;

  it('404 for an unknown template and for one of another company, 422 for one of another category, 400 for no UUID', async () => {
    const all = await list(scope);
    const [theirs] = await list(await newScope());
    for (const templateId of [randomUUID(), theirs?.id]) expect((await send({ templateId })).status).toBe(404);
    const other = all.find(one => one.category !== category);
    const refused = await send({ templateId: other?.id });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['templateId']]);
    expect((await send({ templateId: 'none' })).status).toBe(400);
  });

  it('otherwise come from the company’s default template of the language, and without one from the built-in one', async () => {
    expect((await send({ language: 'en' })).body.subject).toMatch(/ from /);
    const english = { name: 'E', subject: 'Our English words', body: 'Text', category, language: 'en' };
    const made = (await add(scope, english)).body;
    expect((await send({ language: 'en' })).body.subject).toBe('Our English words');
    expect((await send({})).body.subject).toMatch(/ de la /);
    await change(scope, mailed.template, { isDefault: true });
    expect((await send({})).body.subject).toMatch(/^Numit/);
    expect((await send({ language: 'ro', templateId: made.id })).body.subject).toBe('Our English words');
    expect((await send({ language: 'fr' })).status).toBe(400);
  });
}
