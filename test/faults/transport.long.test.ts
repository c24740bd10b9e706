import { describe, expect, it } from 'vitest';
import type { Fault } from '../../infra/local/faults/faults.ts';
import { readRecord, type TransportTask } from '#shared/documents/delivery-notes/transport/record.ts';
import { sendMessage } from '#shared/documents/delivery-notes/transport/sending/send.ts';
import { checkMessage } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote, TransportDeclaration } from '../support/contract.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { useTransports } from '../support/transport.ts';

const { service, scope, declarableNote, declaredNote, submit, act, read, received, declarations, request, set } = useTransports();
const faults = () => service().runtime.faults;

type Note = Pick<DeliveryNote, 'uuid' | 'number'>;

/** The messages that the authority accepted about a note, oldest first: its number begins the reference. */
const taken = async ({ number }: Note) => (await received()).filter(({ reference }) => reference?.startsWith(`${number}/`));

/** Turns the clock over every wait for the authority. */
const seeThrough = () => service().advance('PT3H');

/** The authority has one declaration of the note, the note its UIT, and the timeline each step once. */
async function expectDeclaredOnce(note: Note, what: string): Promise<void> {
  const [{ etransportStatus, etransportUit, events }, messages] = [await read(note.uuid), await taken(note)];
  const told = (type: string): number => events.filter(event => event.type === type).length;
  expect(
    {
      etransportStatus,
      told: [told('taxauth_submitted'), told('taxauth_validated')],
      messages: messages.map(({ kind }) => kind),
    },
    what,
  ).toEqual({ etransportStatus: 'ok', told: [1, 1], messages: ['notification'] });
  expect(messages[0]?.uit, what).toBe(etransportUit);
}

/** The task of a note's last message. */
async function taskOf(recordId: string): Promise<TransportTask> {
  const record = await readRecord(scope.company, recordId);
  return { companyId: scope.company, recordId, messageId: record?.data.messages.at(-1)?.id ?? '' };
}

const lastTask = async ({ uuid }: Note) => taskOf(String((await read(uuid)).etransportDeclarationId));

describe('a process that dies loses no declaration, and sends none twice', () => {
  it('at any call of submit', async () => {
    const begun: [Note, string][] = [];
    let next = await declarableNote();
    await interruptEveryCall(service(), {
      name: 'delivery-notes-submit-transport',
      run: async what => {
        await submit(next.uuid);
        if ((await read(next.uuid)).etransportStatus === null) return;
        begun.push([next, what]);
        next = await declarableNote();
      },
      check: async () => {
        await seeThrough();
        for (const [note, what] of begun) await expectDeclaredOnce(note, what);
      },
    });
    expect(begun.length).toBeGreaterThan(0);
  });

  it.each(['tasks-send-transport-message', 'tasks-check-transport-message', 'workers-publish-changes'])(
    'at any call of %s',
    async name => {
      await set({ processing: 0 });
      const notes: [Note, string][] = [];
      await interruptEveryCall(service(), {
        name,
        run: async what => {
          const note = await declarableNote();
          await submit(note.uuid);
          await service().idle();
          notes.push([note, what]);
        },
        check: async () => {
          await set({ processing: 1 });
          await seeThrough();
          for (const [note, what] of notes) await expectDeclaredOnce(note, what);
        },
      });
    },
    300_000,
  );

  it('at any call of the step that records a failure: it is recorded once, and the note can be submitted again', async () => {
    const notes: [Note, string][] = [];
    await set({ mode: 'down' });
    await interruptEveryCall(service(), {
      name: 'tasks-record-transport-failure',
      run: async what => {
        const note = await declarableNote();
        await submit(note.uuid);
        await service().advance('PT10M');
        notes.push([note, what]);
      },
      check: async () => {
        await set({ mode: 'ok' });
        await seeThrough();
        for (const [{ uuid }, what] of notes) {
          const { etransportStatus, events } = await read(uuid);
          const failures = events.filter(({ details }) => details === 'Transport declaration could not be sent');
          expect([etransportStatus, failures.length], what).toEqual(['upload_failed', 1]);
          expect((await submit(uuid)).status).toBe(200);
        }
        await seeThrough();
        for (const [note, what] of notes)
          expect(
            (await taken(note)).map(({ kind }) => kind),
            what,
          ).toEqual(['notification']);
      },
    });
  });

  it('at a call of the step that reminds: the mail is sent once', async () => {
    const note = await declaredNote({ etransportTransportDate: addDays(today(), 1) });
    faults().crash({ call: 1, when: 'before', name: 'tasks-remind-of-transport', operation: 'dynamodb.TransactWriteItems' });
    faults().crash({ call: 1, when: 'after', name: 'tasks-remind-of-transport', operation: 'dynamodb.TransactWriteItems' });
    await service().advance('P5D');
    expect(faults().crashed()).toBe(true);
    const mails = (await service().mailbox()).filter(({ text }) => text?.includes(String(note.etransportUit)));
    expect(mails).toHaveLength(1);
  });

  it('and a declaration is completed after a restart of the whole system', async () => {
    const note = await declarableNote();
    faults().crash({ call: 1, when: 'after', name: 'tasks-send-transport-message', operation: 'taxauth.upload' });
    await submit(note.uuid);
    await service().restart();
    await seeThrough();
    await expectDeclaredOnce(note, 'restart');
  });
});

describe('a lost response to the upload', () => {
  it('is found again by the reference, not sent again; also when several are lost', async () => {
    const notes = [await declarableNote(), await declarableNote()];
    await set({ mode: 'lostAnswer', times: 2 });
    for (const { uuid } of notes) await submit(uuid);
    await service().idle();
    await set({ mode: 'ok' });
    expect((await read(notes[0]!.uuid)).etransportStatus).toBe('uploaded');
    await seeThrough();
    for (const note of notes) await expectDeclaredOnce(note, 'lost');
  });

  it.each([
    ['lost, and then given up', { mode: 'lostAnswer' }],
    ['answered, but without a result for a day', { processing: 1000 }],
  ])('%s: submitting the note again corrects the declaration, and creates no second one', async (_, trouble) => {
    const note = await declarableNote();
    await set(trouble);
    await submit(note.uuid);
    await service().idle();
    if ('mode' in trouble) await set({ mode: 'down' });
    await service().advance('PT25H');
    await set({ mode: 'ok', processing: 1 });
    expect(await read(note.uuid)).toMatchObject({ etransportStatus: 'upload_failed' });
    expect((await submit(note.uuid)).status).toBe(200);
    await seeThrough();
    const [first, second, ...more] = await taken(note);
    expect([first?.kind, second?.kind, second?.uit, more]).toEqual(['notification', 'correction', first?.uit, []]);
    expect(await read(note.uuid)).toMatchObject({ etransportStatus: 'ok', etransportUit: first?.uit });
  });

  it('given up two months ago: the authority does not list it any more, and the note is declared again', async () => {
    const note = await declarableNote();
    await set({ mode: 'lostAnswer' });
    await submit(note.uuid);
    await service().idle();
    await set({ mode: 'down' });
    await service().advance('P1D');
    await set({ mode: 'ok' });
    await service().advance('P61D');
    await submit(note.uuid);
    await seeThrough();
    expect(await read(note.uuid)).toMatchObject({ etransportStatus: 'ok' });
  });
});

describe('faults of the database', () => {
  it.each<Fault['kind']>(['lostAnswer', 'conflict', 'throttle'])('%s: still one declaration', async kind => {
    await set({ processing: 0 });
    const note = await declarableNote();
    for (const operation of ['TransactWriteItems', 'PutItem'])
      faults().add({ service: 'dynamodb', operation, kind, rate: 0.5, times: 6 });
    if (kind !== 'conflict') faults().add({ service: 'dynamodb', operation: 'GetItem', kind: 'throttle', times: 2 });
    expect((await submit(note.uuid)).status).toBe(200);
    await seeThrough();
    faults().clear();
    await set({ processing: 1 });
    await seeThrough();
    await expectDeclaredOnce(note, kind);
  });
});

describe('at the same time', () => {
  it('20 submits of one note: one declares it, the others are rejected', async () => {
    const note = await declarableNote();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(note.uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(422)]);
    await seeThrough();
    await expectDeclaredOnce(note, '20 submits');
  });

  it('submit and cancel: whichever comes first, no declaration stays valid', async () => {
    for (let round = 0; round < 20; round++) {
      const note = await declarableNote();
      const [submitted, cancelled] = await Promise.all([submit(note.uuid), act(note.uuid, 'cancel')]);
      expect([[200, 422].includes(submitted.status), cancelled.status]).toEqual([true, 200]);
      await seeThrough();
      const kinds = (await taken(note)).map(({ kind }) => kind);
      expect([[], ['notification', 'deletion']]).toContainEqual(kinds);
      expect((await declarations(note.uuid)).filter(({ status }) => status !== 'deleted')).toEqual([]);
    }
  });

  it('two tasks of one message: it is sent once, and decided once', async () => {
    const note = await declarableNote();
    await set({ mode: 'down' });
    await submit(note.uuid);
    await service().idle();
    await set({ mode: 'ok', processing: 0 });
    // The state machine waits for its second attempt meanwhile.
    const task = await lastTask(note);
    const sent = await Promise.allSettled(Array.from({ length: 5 }, () => sendMessage(task)));
    expect(sent.some(({ status }) => status === 'fulfilled')).toBe(true);
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => checkMessage(task)));
    expect(verdicts.map(({ state }) => state)).toEqual(Array(5).fill('ok'));
    await set({ processing: 1 });
    await seeThrough();
    await expectDeclaredOnce(note, 'two tasks');
  });

  it('a cancellation and the result of a declaration that the note does not show: it is taken back', async () => {
    for (let round = 0; round < 20; round++) {
      const note = await declarableNote();
      await set({ processing: 2 });
      const deliveryNotes = [{ deliveryNoteId: note.uuid }];
      const first = await request<TransportDeclaration>('POST', '/transport-declarations', { deliveryNotes });
      await request('POST', '/transport-declarations', { deliveryNotes });
      await service().idle();
      await set({ processing: 1 });
      const task = await taskOf(first.body.uuid);
      await checkMessage(task).catch(() => undefined);
      const [cancelled] = await Promise.all([act(note.uuid, 'cancel'), checkMessage(task)]);
      expect(cancelled.status).toBe(200);
      await seeThrough();
      expect((await declarations(note.uuid)).map(({ status }) => status)).toEqual(['deleted', 'deleted']);
    }
  });
});
