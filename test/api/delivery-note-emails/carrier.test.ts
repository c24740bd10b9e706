import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sendableDeliveryNotes } from '#shared/documents/delivery-notes/emails/sendable-delivery-notes.ts';
import { isUit } from '#shared/authority/etransport/uit.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays, dottedDate } from '#shared/base/kernel/dates.ts';
import { emailPrefix } from '#shared/output/mail/documents/kind.ts';
import type { EmailItem } from '#shared/output/mail/documents/model.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import type { Answered, DeliveryNote, Refusal } from '../../support/contract.ts';
import { detailOfNote, noteIn, UIT, useDelivering } from '../../support/delivery-notes.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { noteWithIdentifier, setTransportState } from '../../support/transport.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, scope } = useDelivering();

interface Log {
  id: string;
  to: string;
  subject: string;
  attachments: string[];
}

const send = (uuid: string, body: object): Promise<Answered<Log & Refusal>> =>
  call(service(), scope, 'POST', `/delivery-notes/${uuid}/etransport/email`, body);
const newCarrier = (): string => `carrier-${randomUUID()}@carrier.example`;
const IDENTIFIED = { etransportStatus: 'ok', etransportUit: UIT } as const;
const validUntil = addDays(today(), 5);
const trailers = { etransportTrailer1: 'CJ99REM', etransportTrailer2: 'B123XYZ' };

/** The text of a mail, its white space as single blanks. */
const wordsOf = (mail: { text: string | null } | undefined): string => (mail?.text ?? '').replace(/\s+/g, ' ');

/** A note with an identifier whose mail has been sent. */
async function sent(body: object = {}, overrides: object = {}): Promise<{ note: DeliveryNote; to: string; log: Log }> {
  const [note, to] = [await noteWithIdentifier(service(), scope, {}, overrides), newCarrier()];
  const { status, body: log } = await send(note.uuid, { to, ...body });
  expect(status).toBe(200);
  await service().idle();
  return { note, to, log };
}

/** The text of the mail that a request has sent, its white space as single blanks. */
async function mailed(uuid: string, path: 'email' | 'etransport/email', body: object = {}): Promise<string> {
  const to = `carrier-${randomUUID()}@carrier.example`;
  expect((await call(service(), scope, 'POST', `/delivery-notes/${uuid}/${path}`, { to, ...body })).status).toBe(200);
  await service().idle();
  const [mail] = await service().mailbox(to);
  return (mail?.text ?? '').replace(/\s+/g, ' ');
}

describe('POST /delivery-notes/{uuid}/etransport/email', () => {
  it('sends the carrier identifier, validity, vehicle, trailers and route, with the note without prices', async () => {
    expect(isUit(UIT)).toBe(true);
    const { note, to, log } = await sent({ cc: ['copie@carrier.example'] }, trailers);
    const { number } = note;
    expect(log).toEqual({
      ...{ id: expect.any(String), to, cc: ['copie@carrier.example'], bcc: null, sentAt: expect.any(String) },
      ...{ subject: `Cod UIT ${UIT} – avizul ${number}`, attachments: [`aviz-${number}.pdf`], deliveryStatus: 'queued' },
    });
    const [mail, ...others] = await service().mailbox(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [to], cc: ['copie@carrier.example'], subject: log.subject });
    const text = wordsOf(mail);
    for (const said of [
      ...[UIT, number, `valabil până la ${dottedDate(validUntil)}`, 'Vehicul: CJ12ABC', 'Remorcă: CJ99REM, B123XYZ'],
      ...[`Data transportului: ${dottedDate(addDays(today(), 1))}`, 'Calea Turzii, Cluj-Napoca, jud. Cluj'],
      'Bd. Theodor Pallady, Sector 3, București',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('[[');
    const [file] = mail?.attachments ?? [];
    expect([file?.filename, file?.contentType]).toEqual([`aviz-${number}.pdf`, 'application/pdf']);
    const attached = await service().api('GET', `/_local/mailbox/${mail?.id}/attachments/0`);
    const printed = await pdfText(attached.body as unknown as Buffer);
    for (const said of ['Cartofi noi', UIT, 'CJ12ABC', dottedDate(validUntil)]) expect(printed).toContain(said);
    for (const hidden of ['Preț unitar', '3.600,00', 'Total']) expect(printed).not.toContain(hidden);
  });

  it('is in the history of the note and in its timeline', async () => {
    const { note, to, log } = await sent();
    const { body } = await call<Log[]>(service(), scope, 'GET', `/delivery-notes/${note.uuid}/emails`);
    expect(body).toMatchObject([{ id: log.id, to, subject: log.subject, attachments: log.attachments }]);
    const { events } = await detailOfNote(service(), scope, note.uuid);
    expect(events[0]).toMatchObject({ type: 'email_sent', metadata: { to, attachments: log.attachments } });
  });

  it('is not sent once its identifier was deleted or replaced', async () => {
    const { note, log } = await sent();
    const key = companyKey(scope.company, `${emailPrefix(sendableDeliveryNotes, note.uuid)}${log.id}`);
    const email = (await getItem<EmailItem>(key))?.data;
    if (!email) throw new Error('The mail is not there.');
    expect(email).toMatchObject({ printOptions: { hidePrices: true }, premise: UIT });
    expect(await sendableDeliveryNotes.contentOf(email)).toMatchObject({ attachments: [{ filename: log.attachments[0] }] });
    for (const state of [{ etransportUit: UIT.replace('3', '4') }, { etransportStatus: null, etransportUit: null }] as const) {
      await setTransportState(scope, note.uuid, state);
      expect(await sendableDeliveryNotes.contentOf(email)).toBeUndefined();
    }
  });

  it('uses a text of its sender, with the variables filled in and unknown ones left out', async () => {
    const words = {
      subject: 'UIT [[uit]]',
      body: 'Auto [[vehicle]], până la [[uit_valid_until]]{if trailers}, remorcă [[trailers]]{endif}, [[client_name]]',
    };
    const { note, to } = await sent(words);
    const [mail] = await service().mailbox(to);
    expect(mail?.subject).toBe(`UIT ${UIT}`);
    expect(mail?.text).toContain(`Auto CJ12ABC, până la ${dottedDate(validUntil)}, ${note.client?.name}`);
  });

  it('422 where the transport is not declared, was deleted or is no longer valid', async () => {
    const { uuid } = await noteWithIdentifier(service(), scope);
    for (const [state, reason] of [
      [{ etransportStatus: 'uploaded', etransportUit: null }, 'not_declared'],
      [{ etransportStatus: null, etransportValidUntil: null }, 'not_declared'],
      [{ ...IDENTIFIED, etransportDeletedAt: '2026-03-02T09:00:00.000Z' }, 'not_declared'],
      [{ ...IDENTIFIED, etransportDeletedAt: null, etransportValidUntil: addDays(today(), -1) }, 'identifier_expired'],
    ] as const) {
      await setTransportState(scope, uuid, state);
      const { status, body } = await send(uuid, { to: newCarrier() });
      expect([status, body.error]).toMatchObject([422, { code: 'validation_error', details: { reason } }]);
    }
  });

  it('is sent on the last day of the identifier', async () => {
    const { uuid } = await noteWithIdentifier(service(), scope, { etransportValidUntil: today() });
    expect((await send(uuid, { to: newCarrier() })).status).toBe(200);
  });

  it('400 without recipient', async () => {
    const { uuid } = await noteWithIdentifier(service(), scope);
    const answer = await send(uuid, {});
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
  });

  it('422 for a cancelled note, 404 for an unknown one', async () => {
    const { uuid } = await noteIn(service(), scope, 'cancelled');
    expect((await send(uuid, { to: newCarrier() })).body.error).toMatchObject({ details: { reason: 'cancelled' } });
    expect((await send(randomUUID(), { to: newCarrier() })).status).toBe(404);
  });

  it.runIf(DEPTH)('names both ends of a cross-border route', async () => {
    const { uuid } = await noteWithIdentifier(
      service(),
      scope,
      {},
      {
        ...{ etransportOperationType: 20, etransportEndCounty: null, etransportEndLocality: null, etransportEndStreet: null },
        ...{ etransportEndBorderPoint: 4 },
      },
    );
    expect(await mailed(uuid, 'etransport/email')).toContain('punctul de trecere a frontierei Nădlac');
  });
});

describe('variables of the transport in every mail with a delivery note', () => {
  const words = { subject: 'Aviz', body: 'Aviz{if uit}, UIT [[uit]] până la [[uit_valid_until]], auto [[vehicle]]{endif}.' };

  it('are the identifier, its last day and the vehicle', async () => {
    const { uuid } = await noteWithIdentifier(service(), scope);
    expect(await mailed(uuid, 'email', words)).toContain(`Aviz, UIT ${UIT} până la ${dottedDate(validUntil)}, auto CJ12ABC.`);
  });

  it.runIf(DEPTH)('are empty without a valid identifier', async () => {
    const { uuid } = await noteWithIdentifier(service(), scope, { etransportDeletedAt: '2026-03-02T09:00:00.000Z' });
    expect(await mailed(uuid, 'email', words)).toContain('Aviz.');
  });
});
