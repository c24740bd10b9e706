import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bulkConvert, convertNote, delivering, detailOfNote } from '../../support/delivery-notes.ts';
import { useOwnService } from '../../support/service.ts';
import { expectWholeAfterDeath, idsOf, invoicesOf, issuedCopies, lines } from './bulk-calls.ts';

const service = useOwnService();

/** Simultaneous attempts on the same notes; every fifth is a bulk conversion. */
const ATTEMPTS = 50;

/** Lines of each note: with 50, an invoice of 5,000 lines is about as much as one transaction takes. */
const LINES = 50;

describe('more notes than one transaction takes (docs/adr/0003-bulk-conversion.md)', () => {
  it(`100 notes of ${LINES} lines become one invoice, and a repetition creates no other`, async () => {
    const own = await delivering(service());
    const notes = await issuedCopies(service(), own, 100, { lines: lines(own, LINES) });
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      service().api('POST', '/api/v1/delivery-notes/bulk-convert', { ...own, headers, body: { ids: idsOf(notes) } });
    const first = await send();
    expect(first.status).toBe(201);
    const made = first.body as { uuid: string; lines: unknown[]; total: string };
    expect([made.lines.length, made.total]).toEqual([100 * LINES, (121 * LINES).toFixed(2)]);
    expect((await send()).body).toEqual(first.body);
    expect(await invoicesOf(service(), own)).toBe(1);
    const after = await Promise.all(notes.map(({ uuid }) => detailOfNote(service(), own, uuid)));
    expect(new Set(after.map(({ status, convertedInvoiceId }) => `${status} ${convertedInvoiceId}`))).toEqual(
      new Set([`converted ${made.uuid}`]),
    );
  });

  it.each(Array.from({ length: 12 }, (_, place) => place + 1))(
    'a process that dies at its write %i leaves all notes converted and one invoice, or nothing',
    call => expectWholeAfterDeath(service(), call),
  );

  it(`${ATTEMPTS} attempts of both kinds on overlapping notes convert each at most once, and none partly`, async () => {
    const own = await delivering(service());
    const notes = idsOf(await issuedCopies(service(), own, 60));
    const attempts = Array.from({ length: ATTEMPTS }, (_, place) =>
      place % 5 === 0
        ? bulkConvert(service(), own, notes.slice(place % 3, 50 + (place % 11)))
        : convertNote(service(), own, notes[(place * 7) % 60]!),
    );
    const answers = await Promise.all(attempts);
    // 503: too many requests for the same notes at once, and nothing was done.
    expect(answers.filter(({ status }) => ![201, 409, 422, 503].includes(status)).map(({ status }) => status)).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    await service().advance('PT10M');
    const after = await Promise.all(notes.map(uuid => detailOfNote(service(), own, uuid)));
    const converted = new Map(after.map(note => [note.uuid, note.convertedInvoiceId]));
    let counted = 0;
    for (const { status, body } of answers) {
      if (status !== 201) continue;
      const [made, of] = 'invoice' in body ? [body.invoice.id, [body.deliveryNote.uuid]] : [body.uuid, body.deliveryNoteIds];
      for (const uuid of of) expect(converted.get(uuid)).toBe(made);
      counted += of.length;
    }
    expect(after.filter(({ status }) => status === 'converted')).toHaveLength(counted);
  });
});
