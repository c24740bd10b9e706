import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Refusal } from '../../support/contract.ts';
import { useDelivering, noteIn } from '../../support/delivery-notes.ts';
import { call, issued } from '../../support/invoices.ts';
import { offering, proformaIn } from '../../support/proformas.ts';
import { useOwnService } from '../../support/service.ts';
import { emailTemplatesCalls } from './calls.ts';

const { service, scope } = useDelivering(useOwnService());
const { newScope, add, list, change } = emailTemplatesCalls(service);

const KINDS = [
  ['invoice', '/invoices', 'invoice_number', async () => (await issued(service(), scope, { clientId: scope.clientId })).id],
  [
    'proforma',
    '/proforma-invoices',
    'proforma_number',
    async () => (await proformaIn(service(), await offering(service(), scope, `P${randomUUID().slice(0, 8)}`), 'sent')).uuid,
  ],
  ['delivery_note', '/delivery-notes', 'delivery_note_number', async () => (await noteIn(service(), scope, 'issued')).uuid],
] as const;

// What was accepted goes out before the service ends.
afterAll(() => service().idle());

type Sent = Answered<{ subject: string } & Refusal>;
const send = (path: string, id: string, body: object): Promise<Sent> =>
  call(service(), scope, 'POST', `${path}/${id}/email`, { to: `${randomUUID()}@client.example`, ...body });

describe.each(KINDS)('subject and text of an email with a %s (completions-accounts §16)', (category, path, variable, make) => {
  let id: string;
  let template: string;

  beforeAll(async () => {
    id = await make();
    const body = { name: 'A', subject: `Numit [[${variable}]]`, body: 'Text', category };
    template = (await add(scope, body)).body.id;
  });

  it('come from the template that the request names, but a subject in the request wins', async () => {
    const { status, body } = await send(path, id, { templateId: template });
    expect(status).toBe(200);
    expect(body.subject).toMatch(/^Numit [^[]+$/);
    expect((await send(path, id, { templateId: template, subject: 'Altul' })).body.subject).toBe('Altul');
  });

  it('404 for an unknown template and for one of another company, 422 for one of another category, 400 for no UUID', async () => {
    const all = await list(scope);
    const [theirs] = await list(await newScope());
    for (const templateId of [randomUUID(), theirs?.id]) expect((await send(path, id, { templateId })).status).toBe(404);
    const other = all.find(one => one.category !== category);
    const refused = await send(path, id, { templateId: other?.id });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['templateId']]);
    expect((await send(path, id, { templateId: 'none' })).status).toBe(400);
  });

  it('otherwise come from the company’s default template of the language, and without one from ours', async () => {
    expect((await send(path, id, { language: 'en' })).body.subject).toMatch(/ from /);
    const english = { name: 'E', subject: 'Our English words', body: 'Text', category, language: 'en' };
    const made = (await add(scope, english)).body;
    expect((await send(path, id, { language: 'en' })).body.subject).toBe('Our English words');
    expect((await send(path, id, {})).body.subject).toMatch(/ de la /);
    await change(scope, template, { isDefault: true });
    expect((await send(path, id, {})).body.subject).toMatch(/^Numit/);
    expect((await send(path, id, { language: 'ro', templateId: made.id })).body.subject).toBe('Our English words');
    expect((await send(path, id, { language: 'fr' })).status).toBe(400);
  });
});
